/// `account/userRecordID`: returns the record name of the signed-in user.
public struct GetUserRecordID: Operation {
  public static let name = "account/userRecordID"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> UserRecordName {
    try context.user(in: world).userRecordName
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: UserRecordName, to parts: inout Parts
  ) {
    parts.result(.userRecordName(answer))
  }
}
