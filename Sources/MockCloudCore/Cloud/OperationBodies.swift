// The code of the library's operations, for the public protocols to which they conform.

extension Operation {
  @_semantics("optimize.sil.specialize.generic.never")
  public static var body: CloudOperationBody<Self, Answer> {
    CloudOperationBody(
      perform: { (operation, caller, state) throws(CloudError) in
        try state.perform(operation, as: caller)
      },
      submit: { (operation, caller, delivery, reporting, state) throws(Submission.Refusal) in
        try state.submit(operation, as: caller, delivery, reporting)
      },
      madeCall: { MadeServiceCall(operation: $0, caller: $1) })
  }
}

extension HarnessOperation {
  @_semantics("optimize.sil.specialize.generic.never")
  public static var body: CloudHarnessOperationBody<Self, Answer> {
    CloudHarnessOperationBody(
      perform: { (operation, caller, state) throws(Misuse) in
        try state.run(operation, as: caller)
      },
      madeCall: { MadeHarnessCall(operation: $0, caller: $1) })
  }
}
