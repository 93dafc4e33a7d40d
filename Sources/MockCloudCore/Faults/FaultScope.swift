/// The callers that a rule is about: those who have everything that the scope names.
struct FaultScope: Sendable, Equatable {
  var container: ExactText?
  var environment: Environment?
  var database: DatabaseScope?
  var user: Person?
  var device: ExactText?

  enum Person: Sendable, Equatable {
    /// Nobody is signed in.
    case nobody
    /// A user's record name.
    case named(ExactText)
  }

  init() {}

  /// The scope that the given context keys of a request describe.
  init(_ context: CallContext) {
    let given = context.given
    if given.contains(.container) { container = context.container }
    if given.contains(.environment) { environment = context.environment }
    if given.contains(.database) { database = context.scope }
    if given.contains(.user) { user = Self.person(context) }
    if given.contains(.device) { device = ExactText(context.deviceName) }
  }

  private static func person(_ context: CallContext) -> Person {
    context.userRecordName.map { .named(ExactText($0)) } ?? .nobody
  }

  /// How many keys the scope names.
  var count: Int {
    (container == nil ? 0 : 1) + (environment == nil ? 0 : 1) + (database == nil ? 0 : 1)
      + (user == nil ? 0 : 1) + (device == nil ? 0 : 1)
  }

  func includes(_ context: CallContext) -> Bool {
    (container == nil || container == context.container)
      && (environment == nil || environment == context.environment)
      && (database == nil || database == context.scope)
      && (user == nil || user == Self.person(context))
      && (device == nil || device == ExactText(context.deviceName))
  }

  /// Whether this scope names all that the other names, and the same.
  func hasAll(of other: FaultScope) -> Bool {
    (other.container == nil || container == other.container)
      && (other.environment == nil || environment == other.environment)
      && (other.database == nil || database == other.database)
      && (other.user == nil || user == other.user)
      && (other.device == nil || device == other.device)
  }
}
