/// `users/lookup/email`: finds users by e-mail address (DOC WS:LookupUsersByEmail).
public struct LookupUsersByEmail: Operation {
  public static let name = "users/lookup/email"
  public static let access = OperationAccess.account
  public static let onlyScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing
  public static var partialFailureText: String { ServerText.someUsersNotFetched }

  public var addresses: [EmailAddress]

  public init(_ addresses: [EmailAddress]) { self.addresses = addresses }

  public var itemCount: Int { addresses.count }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    try context.lookUp(addresses.map { Share.LookupInfo(emailAddress: $0) }, in: world)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}
