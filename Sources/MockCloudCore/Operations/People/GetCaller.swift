/// `users/caller`: returns the identity of the signed-in user.
public struct GetCaller: Operation {
  public static let name = "users/caller"
  public static let access = OperationAccess.account
  public static let onlyScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> User {
    return try context.user(in: world)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: User, to parts: inout Parts
  ) {
    parts.result(.caller(answer))
  }
}
