/// `account/status`: returns the status of the user's iCloud account on the device.
public struct GetAccountStatus: Operation {
  public static let name = "account/status"
  static let access = OperationAccess.open
  static let effect = OperationEffect.nothing

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> AccountStatus {
    context.accountStatus
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: AccountStatus, to parts: inout Parts
  ) {
    parts.result(.accountStatus(answer))
  }
}
