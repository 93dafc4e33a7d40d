/// The calls to which an injected error applies: those that match all keys of the scope.
struct FaultScope: Sendable, Equatable {
  /// An operation of the service.
  var operation: ExactText?
  var container: ExactText?
  var environment: Environment?
  var database: DatabaseScope?
  var user: Person?
  var device: ExactText?

  enum Person: Sendable, Equatable {
    /// The caller is not signed in.
    case nobody
    /// A user's record name.
    case named(ExactText)

    init(_ context: CallContext) {
      self = context.userRecordName.map { .named(ExactText($0)) } ?? .nobody
    }
  }

  /// The keys that a scope has.
  struct Keys: OptionSet, Sendable {
    let rawValue: UInt8

    static let operation = Keys(rawValue: 1)
    static let container = Keys(rawValue: 2)
    static let environment = Keys(rawValue: 4)
    static let database = Keys(rawValue: 8)
    static let user = Keys(rawValue: 16)
    static let device = Keys(rawValue: 32)

    var count: Int { rawValue.nonzeroBitCount }
  }

  init() {}

  /// Creates the scope for the given context keys of a request.
  init(_ context: CallContext) {
    var keys: Keys = []
    if context.given.contains(.container) { keys.insert(.container) }
    if context.given.contains(.environment) { keys.insert(.environment) }
    if context.given.contains(.database) { keys.insert(.database) }
    if context.given.contains(.user) { keys.insert(.user) }
    if context.given.contains(.device) { keys.insert(.device) }
    self.init("", context, naming: keys)
  }

  /// Creates the scope of a call, reduced to the given keys.
  init(_ operation: String, _ context: CallContext, naming keys: Keys) {
    if keys.contains(.operation) { self.operation = ExactText(operation) }
    if keys.contains(.container) { container = context.container }
    if keys.contains(.environment) { environment = context.environment }
    if keys.contains(.database) { database = context.scope }
    if keys.contains(.user) { user = Person(context) }
    if keys.contains(.device) { device = ExactText(context.deviceName) }
  }

  var keys: Keys {
    var keys: Keys = []
    if operation != nil { keys.insert(.operation) }
    if container != nil { keys.insert(.container) }
    if environment != nil { keys.insert(.environment) }
    if database != nil { keys.insert(.database) }
    if user != nil { keys.insert(.user) }
    if device != nil { keys.insert(.device) }
    return keys
  }

  /// Distinguishes scopes that have the same keys.
  var key: String {
    var key = ""
    let person: String? =
      switch user {
      case nil, .nobody: nil
      case .named(let name): name.text
      }
    for part in [
      operation?.text, container?.text, environment?.rawValue, database?.rawValue, person,
      device?.text,
    ] {
      // The length makes the boundaries between parts unambiguous.
      if let part { key += "\(part.utf8.count):\(part)" } else { key += "-" }
    }
    return key
  }

  /// Whether this scope has all keys of the other, with the same values.
  func hasAll(of other: FaultScope) -> Bool {
    (other.operation == nil || operation == other.operation)
      && (other.container == nil || container == other.container)
      && (other.environment == nil || environment == other.environment)
      && (other.database == nil || database == other.database)
      && (other.user == nil || user == other.user)
      && (other.device == nil || device == other.device)
  }
}
