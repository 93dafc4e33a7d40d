#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads configurations: JSON text, or what the environment names.
enum ConfigurationReader {
  private static let keys: [StaticString] = [
    "seed", "clock", "defaults", "containers", "account", "users", "limits", "schema", "state",
    "faults", "script",
  ]

  /// The world that a configuration makes. Nil reads `MOCKCLOUD_CONFIG` and then `MOCKCLOUD_STATE`,
  /// of which an empty one is none.
  ///
  /// - Parameter variable: Looks up an environment variable.
  static func world(
    _ text: UnsafeBufferPointer<UInt8>?,
    variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(Misuse) -> SavedWorld {
    if let text { return try world(text: text) }
    var world: SavedWorld
    if let value = variable("MOCKCLOUD_CONFIG"), !value.isEmpty {
      world = try read(value, from: "MOCKCLOUD_CONFIG") { (text) throws(Misuse) in
        try self.world(text: text)
      }
    } else {
      world = try Configuration().makeWorld(Registry.serviceNames)
    }
    guard let value = variable("MOCKCLOUD_STATE"), !value.isEmpty else { return world }
    return try read(value, from: "MOCKCLOUD_STATE") { (text) throws(Misuse) in
      try StateReader.world(text: text).checked()
    }
  }

  /// Hands over the text that a variable holds or names: text begins with `{`, all else is a path.
  private static func read(
    _ value: String, from name: String,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Misuse) -> SavedWorld
  ) throws(Misuse) -> SavedWorld {
    let isText = value.utf8.first == UInt8(ascii: "{")
    guard let bytes = isText ? Array(value.utf8) : HostFile.read(value) else {
      throw Misuse.badMockRequest(
        "\(name): '\(NameRules.shortened(value))' cannot be read", key: name,
        expected: "JSON text or the path of a file")
    }
    do throws(Misuse) {
      return try bytes.withUnsafeBufferPointer(body)
    } catch {
      var named = error
      named.message = "\(name): \(error.message)"
      throw named
    }
  }

  private static func world(text: UnsafeBufferPointer<UInt8>) throws(Misuse) -> SavedWorld {
    try parse(text) { (node) throws(RequestError) in try configuration(node) }.makeWorld(
      Registry.serviceNames)
  }

  static func parse<Value>(
    _ text: UnsafeBufferPointer<UInt8>, called what: String = "a configuration",
    _ body: (JSONNode) throws(RequestError) -> Value
  ) throws(Misuse) -> Value {
    do throws(JSONReadFailure<Misuse>) {
      return try JSONReader().read(text) { (node) throws(Misuse) in
        guard node.kind == .object else {
          throw Misuse(
            .badJSON, "\(what) must be an object, not \(node.kindName)",
            expected: "an object", position: Misuse.Position(line: 1, column: 1))
        }
        do throws(RequestError) { return try body(node) } catch { throw error.misuse }
      }
    } catch {
      switch error {
      case .body(let misuse): throw misuse
      case .malformed(let error): throw Misuse(malformed: error)
      }
    }
  }

  static func configuration(_ node: JSONNode) throws(RequestError) -> Configuration {
    var configuration = Configuration()
    for (key, value) in node.members {
      switch key {
      case "seed": configuration.seed = try value.integer("seed") ?? 1
      case "clock":
        if case .virtual(let start) = try clock(value).mode {
          configuration.clock = start
        } else {
          configuration.clock = nil
        }
      case "defaults": configuration.defaults = try caller(value)
      case "containers":
        configuration.containersAreDeclared = try isDeclared("containers", value)
      case "account": configuration.accountStatus = try account(value)
      case "users":
        if value.isNull { continue }
        var reader = KeyReader()
        configuration.users = try [AddUser].read(value, "users", &reader)
      case "faults":
        if value.isNull { continue }
        var reader = KeyReader()
        configuration.faults = try FaultRules.List.read(value, "faults", &reader)
      case "limits": configuration.limits = try LimitChanges.changes(value)
      case "schema":
        configuration.schema =
          value.isNull ? nil : try Configuration.InitialSchema(reading: value)
      case "state":
        let path = value.string
        configuration.state =
          if let path { .file(path, key: "state") } else { try StateSource(document: value) }
      case "script": configuration.script = try script(value)
      default: throw key.unknown(among: keys)
      }
    }
    return configuration
  }

  /// A script, or the path of its file.
  private static func script(_ node: JSONNode) throws(RequestError) -> ScriptSource? {
    if node.isNull { return nil }
    if let path = node.string { return .file(path, key: "script") }
    return .script(try Script(node, "script"))
  }

  /// ISO 8601 text, or `system`.
  static func clock(_ node: JSONNode) throws(RequestError) -> Clock {
    if node.string == "system" { return .system }
    guard let start = try node.time("clock") else { return .standard }
    do throws(Clock.Refusal) {
      return try Clock(milliseconds: start)
    } catch {
      throw RequestError("clock", error.sentence)
    }
  }

  static func isDeclared(_ key: StaticString, _ node: JSONNode) throws(RequestError) -> Bool {
    switch try node.text(key) {
    case "declared": return true
    case "implicit", nil: return false
    case let other?:
      throw RequestError.unknownValue(key, other, known: ["implicit", "declared"])
    }
  }

  private static func account(_ node: JSONNode) throws(RequestError) -> AccountStatus {
    try node.requireObject("account")
    var status = AccountStatus.available
    for (key, value) in node.members {
      switch key {
      case "accountStatus":
        do throws(RequestError) {
          status = try value.choice("accountStatus", AccountStatus.self) ?? status
        } catch {
          throw error.inside("account")
        }
      default: throw key.unknown(among: ["accountStatus"]).inside("account")
      }
    }
    return status
  }

  private static func caller(_ node: JSONNode) throws(RequestError) -> Caller {
    try node.requireObject("defaults")
    var caller = Caller()
    for (key, value) in node.members {
      do throws(RequestError) {
        switch key {
        case "container": caller.container = try value.text("container")
        case "environment": caller.environment = try value.choice("environment", Environment.self)
        case "database": caller.database = try value.choice("database", DatabaseScope.self)
        case "user": caller.user = try value.text("user").map { .named($0) } ?? .nobody
        case "device": caller.device = try value.text("device")
        default: throw key.unknown(among: ContextKeys.names)
        }
      } catch {
        throw error.inside("defaults")
      }
    }
    return caller
  }

  /// The defaults of a state document.
  static func defaults(
    _ node: JSONNode, _ standard: World.Defaults
  ) throws(RequestError) -> World.Defaults {
    let caller = try caller(node)
    return World.Defaults(
      container: caller.container ?? standard.container,
      environment: caller.environment ?? standard.environment,
      database: caller.database ?? standard.database,
      user: caller.user.name(else: standard.user), device: caller.device)
  }
}
