/// `users/lookup/contacts`: returns the caller's contacts, which are all other users (DOC
/// WS:LookupContacts, deprecated).
public struct LookupContacts: Operation {
  public static let name = "users/lookup/contacts"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing
  static var blockNames: BlockNames { .discovery }

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    return try context.others(in: world).map { .success($0) }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}
