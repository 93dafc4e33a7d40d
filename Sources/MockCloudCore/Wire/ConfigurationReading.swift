/// Reads configurations.
enum ConfigurationReader {
  private enum Key: String, CaseIterable {
    case seed, clock, defaults, containers, account, users, limits, schema, state, faults, script
  }

  /// Returns the world of a configuration.
  static func world(text: UnsafeBufferPointer<UInt8>) throws(Misuse) -> SavedWorld {
    try parse(text) { (node) throws(RequestError) in try configuration(node) }.makeWorld()
  }

  /// - Parameter what: The name of the text, which must be an object; nil accepts any value.
  static func parse<Value>(
    _ text: UnsafeBufferPointer<UInt8>, called what: String? = "a configuration",
    _ body: (JSONNode) throws(RequestError) -> Value
  ) throws(Misuse) -> Value {
    do throws(JSONReadFailure<Misuse>) {
      return try JSONReader().read(text) { (node) throws(Misuse) in
        if let what { try node.requireObject(called: what) }
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
    var reader = KeyReader()
    for (key, value) in node.members {
      guard let key = Key(rawValue: key.text) else {
        throw RequestError.unknownName(
          key.text, called: "key", known: Key.allCases.map(\.rawValue))
      }
      switch key {
      case .seed: configuration.seed = try value.integer("seed") ?? 1
      case .clock:
        if case .virtual(let start) = try clock(value).mode {
          configuration.clock = start
        } else {
          configuration.clock = nil
        }
      case .defaults: configuration.defaults = try caller(value)
      case .containers:
        configuration.containersAreDeclared = try isDeclared("containers", value)
      case .account:
        try value.requireObject("account")
        configuration.accountStatus = try Account.read(value, "account", &reader).status
      case .users:
        if value.isNull { continue }
        configuration.users = try [AddUser].read(value, "users", &reader)
      case .faults:
        if value.isNull { continue }
        configuration.faults = try FaultRules.List.read(value, "faults", &reader)
      case .limits: configuration.limits = try LimitChanges.changes(value)
      case .schema:
        configuration.schema =
          value.isNull ? nil : try Configuration.InitialSchema(reading: value)
      case .state:
        let path = value.string
        configuration.state =
          if let path { .file(path, key: "state") } else { try StateSource(document: value) }
      case .script: configuration.script = try script(value)
      }
    }
    return configuration
  }

  /// Reads a script, or the path of its file.
  private static func script(_ node: JSONNode) throws(RequestError) -> ScriptSource? {
    if node.isNull { return nil }
    if let path = node.string { return .file(path, key: "script") }
    return .script(try Script(node, "script"))
  }

  /// Reads ISO 8601 text, or `system`.
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
    try node.choice(key, ContainerMode.self) == .declared
  }

  private enum ContainerMode: String, CaseIterable { case implicit, declared }

  private struct Account: WireRequest {
    var status = AccountStatus.available

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("accountStatus", &status, or: .available)
    }
  }

  private static func caller(_ node: JSONNode) throws(RequestError) -> Caller {
    try node.requireObject("defaults")
    var reader = KeyReader()
    return try Caller.read(node, "defaults", &reader)
  }

  /// Reads the defaults in a state document.
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
