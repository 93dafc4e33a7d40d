/// `users/lookup/email`: finds users by e-mail address (DOC WS:LookupUsersByEmail).
public struct LookupUsersByEmail: Operation {
  public static let name = "users/lookup/email"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someUsersNotFetched }
  static var blockNames: BlockNames { .discovery }

  public var addresses: [EmailAddress]

  public init(_ addresses: [EmailAddress]) { self.addresses = addresses }

  var itemCount: Int { addresses.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    try context.lookUp(addresses.map { Share.LookupInfo(emailAddress: $0) }, in: world, &session)
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}
