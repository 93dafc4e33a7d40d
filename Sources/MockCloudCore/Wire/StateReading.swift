/// Reads a state document into a world. Only single values are checked here; `WorldCheck` checks
/// the consistency of the world.
struct StateReader {
  var world = World(seed: 0, clock: .standard)
  var faults = FaultPlan()
  var script: ScriptRun?
  var fields: FieldReader
  /// The document's files by checksum.
  var files: [String: Asset] = [:]
  /// The document's pushes in order.
  var pushes: [Event.Notification] = []

  /// Reads a world.
  ///
  /// - Parameters:
  ///   - files: The files next to the document; nil if it is not a file itself.
  ///   - file: The file with the lists that are not in `node`.
  static func world(
    _ node: JSONNode, _ files: AssetFiles? = nil, _ file: StateFile? = nil
  ) throws(RequestError) -> SavedWorld {
    guard node.kind == .object else {
      throw RequestError(
        "", "a state must be an object, not \(node.kindName)", expected: "an object")
    }
    var reader = StateReader(fields: FieldReader(ofState: files))
    try ObjectReader.read(node, file) { (document) throws(RequestError) in
      try reader.read(&document)
    }
    try reader.checkDefaults()
    reader.world.beginEpoch()
    return SavedWorld(world: reader.world, faults: reader.faults, script: reader.script)
  }

  /// Reads a world from the text of a document.
  static func world(text: UnsafeBufferPointer<UInt8>) throws(Misuse) -> SavedWorld {
    try ConfigurationReader.parse(text, called: "a state") { (node) throws(RequestError) in
      try world(node)
    }
  }

  /// Reads a world from a file; nil if it cannot be read.
  static func world(file path: String) throws(Misuse) -> SavedWorld? {
    guard let file = StateFile(path) else { return nil }
    return try file.read { (node) throws(RequestError) in
      try world(node, AssetFiles(beside: path), file)
    }
  }

  private mutating func read(_ document: inout ObjectReader) throws(RequestError) {
    let version = try document.required("stateVersion").integer("stateVersion")
    guard version == Int64(StateDocument.version) else {
      throw RequestError(
        "stateVersion", "state version \(version ?? 0) cannot be read",
        expected: "\(StateDocument.version)")
    }
    world.seed = try document.bits("seed")
    world.identifiers = IdentifierSource(
      seed: world.seed, counter: try document.bits("identifiers"))
    if let clock = try document.optional("clock") {
      world.clock = try ConfigurationReader.clock(clock)
    }
    try settings(&document)
    try people(&document)
    try errors(&document)
    try schemas(&document)
    try databases(&document)
    try sharedDatabases(&document)
    world.subscriptions = try SubscriptionStateReader.store(&document)
    try pushes(&document)
    try uploads(&document)
    try operations(&document)
    try script(&document)
  }

  private mutating func settings(_ document: inout ObjectReader) throws(RequestError) {
    if let defaults = try document.optional("defaults") {
      world.defaults = try ConfigurationReader.defaults(defaults, world.defaults)
    }
    if let mode = try document.optional("containerMode") {
      world.containersAreDeclared = try ConfigurationReader.isDeclared("containerMode", mode)
    }
    for name in try document.texts("containers") {
      _ = world.containers.updateValue(true, forKey: name)
    }
    if let limits = try document.optional("limits") {
      world.limits.apply(try LimitChanges.changes(limits))
    }
  }

  /// Refuses a world whose default user does not exist: no call could run in it, not even one that
  /// replaces the world.
  private func checkDefaults() throws(RequestError) {
    do throws(Misuse) {
      _ = try Caller().context(in: world)
    } catch {
      throw RequestError(
        "defaults.\(error.key ?? "user")", error.message, expected: error.expected,
        nearest: error.nearest)
    }
  }
}

extension ObjectReader {
  mutating func container() throws(RequestError) -> ExactText { ExactText(try name("container")) }

  mutating func environment() throws(RequestError) -> Environment {
    try choice("environment", Environment.self)
  }
}

extension StateSource {
  /// Returns the source for a path in the key of a request or a configuration.
  static func file(_ path: String, key: StaticString) -> StateSource {
    .file(path: path, key: "\(key)") { (path) throws(Misuse) in
      try StateReader.world(file: path)
    }
  }

  init(document: JSONNode) throws(RequestError) {
    do throws(RequestError) {
      self = .document(try StateReader.world(document))
    } catch {
      throw error.inside("state")
    }
  }
}

extension LoadState: WireHarnessOperation {
  static let keys: [StaticString] = ["state", "path"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var state: JSONNode?
    var path: String?
    for (key, value) in request.members {
      switch key {
      case "state": state = value
      case "path": path = try value.text("path")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    if let path {
      self.init(.file(path, key: "path"))
    } else if let state {
      self.init(try StateSource(document: state))
    } else {
      throw RequestError.missing("state")
    }
  }

  func writeRequestMembers(_ style: AnswerStyle, to json: inout JSONWriter) {
    switch source {
    case .document(let saved):
      json.key("state")
      json.saved(saved)
    case .file(let path, _, _): json.member("path", path)
    }
  }
}
