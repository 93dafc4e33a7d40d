/// Who calls which database, for calls from Swift. What is left nil is the configured default.
public struct Caller: Sendable {
  public var container: String?
  public var environment: Environment?
  public var database: DatabaseScope?
  /// An alias or a record name.
  public var user: String?
  public var device: String?
  /// Whether nobody is signed in.
  public var isAnonymous: Bool

  public init(
    container: String? = nil, environment: Environment? = nil, database: DatabaseScope? = nil,
    user: String? = nil, device: String? = nil, isAnonymous: Bool = false
  ) {
    self.container = container
    self.environment = environment
    self.database = database
    self.user = user
    self.device = device
    self.isAnonymous = isAnonymous
  }

  func context(in world: borrowing World) throws(Misuse) -> CallContext {
    let person: CallerResolver.Person =
      isAnonymous ? .nobody : user.map { .named($0) } ?? .unsaid
    return try CallerResolver(
      container: container, environment: environment, scope: database, person: person,
      device: device
    ).context(in: world)
  }
}
