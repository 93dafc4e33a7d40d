/// `users/current`: the deprecated form of `users/caller`.
public struct GetCurrentUser: Operation {
  public static let name = "users/current"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> User {
    try GetCaller().run(in: &world, as: context, &session)
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: User, to parts: inout Parts
  ) {
    parts.result(.currentUser(answer))
  }
}
