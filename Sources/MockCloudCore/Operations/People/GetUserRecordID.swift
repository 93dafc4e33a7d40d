/// `account/userRecordID`: returns the record name of the signed-in user.
public struct GetUserRecordID: Operation {
  public static let name = "account/userRecordID"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> UserRecordName {
    try context.user(in: world).userRecordName
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: UserRecordName, to parts: inout Parts
  ) {
    parts.result(.userRecordName(answer))
  }
}
