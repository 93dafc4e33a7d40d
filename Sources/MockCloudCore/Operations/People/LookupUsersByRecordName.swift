/// `users/lookup/id`: finds users by record name (DOC WS:LookupUsersByRecordName).
public struct LookupUsersByRecordName: Operation {
  public static let name = "users/lookup/id"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someUsersNotFetched }
  static var blockNames: BlockNames { .discovery }

  public var recordNames: [UserRecordName]

  public init(_ recordNames: [UserRecordName]) { self.recordNames = recordNames }

  var itemCount: Int { recordNames.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    try context.lookUp(
      recordNames.map { Share.LookupInfo(userRecordName: $0) }, in: world, &session)
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}
