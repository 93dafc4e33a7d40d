/// Reads a request's context keys, which determine the caller and the database.
enum ContextReader {
  /// The reason why a request's context is refused: its form, or an unknown name.
  enum Failure: Error {
    case malformed(RequestError)
    case misuse(Misuse)

    /// The error as a misuse of the library, for requests other than calls of the service.
    var asMisuse: Misuse {
      switch self {
      case .malformed(let malformed): malformed.misuse
      case .misuse(let misuse): misuse
      }
    }

    /// The error as that of a request within another.
    var requestError: RequestError {
      switch self {
      case .malformed(let malformed): malformed
      case .misuse(let misuse):
        RequestError(
          misuse.key ?? "", misuse.message, expected: misuse.expected, nearest: misuse.nearest)
      }
    }
  }

  /// - Parameters:
  ///   - taken: The keys to read; others may be keys of the operation itself.
  ///   - defaults: Defaults of keys that the request does not have.
  static func caller(
    _ request: JSONNode, taking taken: ContextKeys = .all, or defaults: [CallDefaults.Member] = []
  ) throws(Failure) -> Caller {
    var deliver: JSONNode?
    return try caller(request, taking: taken, or: defaults, &deliver)
  }

  /// - Parameter deliver: Receives the value of the key `deliver`.
  static func caller(
    _ request: JSONNode, taking taken: ContextKeys = .all,
    or defaults: [CallDefaults.Member] = [], _ deliver: inout JSONNode?
  ) throws(Failure) -> Caller {
    var reader = CallerReader(taken: taken)
    do throws(RequestError) {
      for (key, value) in request.members { try reader.read(key, value) }
      for member in defaults { try reader.read(member.key, member.value) }
    } catch {
      throw .malformed(error)
    }
    deliver = reader.deliver
    var caller = reader.caller
    guard let environment = reader.environment else { return caller }
    guard let known = Environment(rawValue: environment) else {
      throw .misuse(
        RequestError.unknownValue(
          "environment", environment, of: Environment.self
        ).misuse)
    }
    caller.environment = known
    return caller
  }

  /// Returns the caller of a request that is refused: the keys that can be read.
  static func readableCaller(_ request: JSONNode, or defaults: [CallDefaults.Member]) -> Caller {
    var reader = CallerReader(taken: .all)
    for (key, value) in request.members { try? reader.read(key, value) }
    for member in defaults { try? reader.read(member.key, member.value) }
    reader.caller.environment = reader.environment.flatMap { Environment(rawValue: $0) }
    return reader.caller
  }
}

/// Reads the context keys one by one.
private struct CallerReader {
  let taken: ContextKeys
  var caller = Caller()
  var environment: String?
  var deliver: JSONNode?

  init(taken: ContextKeys) { self.taken = taken }

  mutating func read(_ key: JSONKey, _ value: JSONNode) throws(RequestError) {
    guard let contextKey = ContextKeys(key), taken.contains(contextKey) else { return }
    switch contextKey {
    case .container: caller.container = try value.exactText("container")
    case .environment: environment = try value.text("environment")
    case .database: caller.database = try value.choice("database", DatabaseScope.self)
    case .user: caller.user = try value.exactText("user").map { .named($0) } ?? .nobody
    case .delivery: deliver = value
    default: caller.device = try value.exactText("device")
    }
  }
}

/// The context keys outside of calls.
extension Caller: WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("container", &container)
    try keys.key("environment", &environment)
    try keys.key("database", &database)
    try keys.key("user", &user, or: .standard, as: PersonForm.self)
    try keys.key("device", &device)
  }

  /// A name, or null for nobody.
  private enum PersonForm: RequestForm {
    static var readsNull: Bool { true }

    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> Person {
      try node.exactText(key).map { .named($0) } ?? .nobody
    }

    static func write(_ value: Person, to writer: inout KeyWriter) {
      if let name = value.name(else: nil) { writer.json.string(name) } else { writer.json.null() }
    }
  }
}

extension JSONWriter {
  /// Writes the context keys that are set.
  mutating func callerBody(_ caller: Caller) { withKeyWriter { $0.members(of: caller) } }
}
