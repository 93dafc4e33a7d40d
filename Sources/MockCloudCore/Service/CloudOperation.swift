/// An operation of the simulated service, which `Cloud.perform` runs: its request, with the type of
/// its answer. Only the library's operations conform.
public protocol CloudOperation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `records/modify`.
  static var name: String { get }
  /// The code of the operation, which only the library can make.
  static var body: CloudOperationBody<Self, Answer> { get }
}

/// An operation of the harness, which `Cloud.perform` runs: control of the cloud by a test, beyond
/// CloudKit. Only the library's operations conform.
public protocol CloudHarnessOperation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `mock/seed`.
  static var name: String { get }
  /// The code of the operation, which only the library can make.
  static var body: CloudHarnessOperationBody<Self, Answer> { get }
}

/// The code of an operation of the service.
public struct CloudOperationBody<O: Sendable, Answer>: Sendable {
  let perform: @Sendable (O, Caller, inout CloudState) throws(CloudError) -> Answer
  let submit:
    @Sendable (O, Caller, Delivery, Reporting, inout CloudState) throws(Submission.Refusal) ->
      String
  let madeCall: @Sendable (O, Caller) -> any FaultCall
}

/// The code of an operation of the harness.
public struct CloudHarnessOperationBody<O: Sendable, Answer>: Sendable {
  let perform: @Sendable (O, Caller, inout CloudState) throws(Misuse) -> Answer
  let madeCall: @Sendable (O, Caller) -> any FaultCall
}
