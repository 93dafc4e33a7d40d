/// `users/caller`: returns the identity of the signed-in user.
public struct GetCaller: Operation {
  public static let name = "users/caller"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> User {
    return try context.user(in: world)
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: User, to parts: inout Parts
  ) {
    parts.result(.caller(answer))
  }
}
