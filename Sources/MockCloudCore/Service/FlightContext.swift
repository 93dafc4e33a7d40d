/// Who makes the call of an operation that reports by events, at each of its steps.
extension CloudState {
  /// Returns the context of an operation's call: that of who submitted it. It has no account if
  /// another user has signed in on the device since, or if the device is gone.
  func context<O: Operation>(
    of call: borrowing Call<O>, by submitter: OperationsInFlight.Submitter
  ) throws(Misuse) -> CallContext {
    if let context = current(of: call, by: submitter) { return context }
    var caller = call.caller
    caller.user = .standard
    caller.device = nil
    var context = try caller.context(in: world, onlyScope: O.onlyScope)
    context.place = nil
    context.userRecordName = submitter.userRecordName
    context.deviceName = submitter.device
    context.accountStatus = .noAccount
    return context
  }

  /// Returns the context of an operation's call; nil if who submitted it is not on the device.
  private func current<O: Operation>(
    of call: borrowing Call<O>, by submitter: OperationsInFlight.Submitter
  ) -> CallContext? {
    var caller = call.caller
    if world.people.place(ofDevice: submitter.device) != nil { caller.device = submitter.device }
    let context = try? caller.context(in: world, onlyScope: O.onlyScope)
    guard context?.userRecordName == submitter.userRecordName,
      context?.deviceName == submitter.device
    else { return nil }
    return context
  }

  /// Finds the account of a call again, whose request has not arrived. Throws if it cannot be used
  /// any more.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func renew<O: Operation>(
    _ context: inout CallContext, of call: borrowing Call<O>,
    by submitter: OperationsInFlight.Submitter
  ) throws(CloudError) {
    guard let current = current(of: call, by: submitter) else {
      if O.access == .open { return }
      throw CloudError(.notAuthenticated, ServerText.standard(for: .notAuthenticated))
    }
    context.place = current.place
    context.accountStatus = current.accountStatus
    try context.checkAccess(O.access, in: world)
  }
}
