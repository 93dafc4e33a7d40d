/// Any JSON value.
extension JSONValue: RequestForm {
  static var readsNull: Bool { true }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> JSONValue {
    JSONValue(node)
  }

  static func write(_ value: JSONValue, to writer: inout KeyWriter) { writer.json.value(value) }

  /// An object within the nesting depth of scripts.
  enum Object: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> JSONValue {
      try node.requireObject(key)
      let value = JSONValue(node)
      if let problem = value.depthProblem("\(key)") { throw problem }
      return value
    }

    static func write(_ value: JSONValue, to writer: inout KeyWriter) { writer.json.value(value) }
  }
}

/// An entry of a script, with its keys in the order in which they are written.
struct ScriptEntryForm: WireRequest {
  private var operation = ""
  private var note: String?
  private var request: JSONValue?
  private var delay: Int64?
  private var times = 1
  private var status: Int?
  private var response = JSONValue.null
  private var blocks: [JSONValue]?
  /// The entry, once it was checked.
  private var checked: Script.Entry?

  init() {}

  init(_ entry: Script.Entry) {
    operation = entry.operation
    note = entry.note
    request = entry.request
    delay = entry.delay == 0 ? nil : entry.delay
    times = entry.times
    response = entry.response
    blocks = entry.blocks
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operation", &operation)
    try keys.key("note", &note)
    try keys.key("request", &request, as: JSONValue.Object.self)
    try keys.key("delay", &delay, as: FaultDuration.self)
    try keys.key("times", &times, or: 1)
    try keys.key("status", &status)
    try keys.required("response", &response, as: JSONValue.Object.self)
    try keys.key("blocks", &blocks, as: ListOf<JSONValue.Object>.self)
  }

  mutating func check() throws(RequestError) {
    let entry = entry
    if let problem = entry.problem(of: status, among: ServiceOperation.names, BlockNames.all) {
      throw problem
    }
    checked = entry
  }

  var entry: Script.Entry {
    checked
      ?? Script.Entry(
        written: operation, request: request, response: response, delay: delay ?? 0,
        blocks: blocks, times: times, note: note)
  }
}

extension Script.Mode: RequestChoice {}

/// A script in requests, configurations and files.
struct ScriptForm: WireRequest {
  private var mode: Script.Mode?
  private var isExact = false
  var entries: [ScriptEntryForm] = []

  init() {}

  init(mode: Script.Mode?, isExact: Bool, entries: [ScriptEntryForm]) {
    self.mode = mode
    self.isExact = isExact
    self.entries = entries
  }

  var isStrict: Bool { mode ?? .strict == .strict }

  init(_ script: Script) {
    mode = script.mode
    isExact = script.isExact
    entries = script.entries.map { ScriptEntryForm($0) }
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try head(&keys)
    try keys.required("entries", &entries, as: Entries.self)
  }

  /// The keys other than the entries.
  mutating func head<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("mode", &mode)
    try keys.key("exact", &isExact, or: false)
  }

  func check() throws(RequestError) { if let problem = script.wholeProblem { throw problem } }

  /// A list of entries, which is refused before it is read if there are too many.
  enum Entries: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> [ScriptEntryForm] {
      if node.kind == .array, let problem = Script.problem(ofCount: node.count) { throw problem }
      return try reader.list(node, key, as: ScriptEntryForm.self)
    }

    static func write(_ value: [ScriptEntryForm], to writer: inout KeyWriter) {
      writer.list(value, as: ScriptEntryForm.self)
    }
  }

  var script: Script {
    Script(mode: mode ?? .strict, isExact: isExact, entries: entries.map(\.entry))
  }
}

extension Script {
  /// Reads a script from a document.
  init(_ node: JSONNode, _ key: StaticString) throws(RequestError) {
    var reader = KeyReader()
    self = try ScriptForm.read(node, key, &reader).script
  }

  /// Reads a script from the text of a file.
  init(text: UnsafeBufferPointer<UInt8>) throws(Misuse) {
    self = try ConfigurationReader.parse(text, called: "a script") { (node) throws(RequestError) in
      var form = ScriptForm()
      var reader = KeyReader()
      try reader.read(&form, from: node)
      return form.script
    }
  }
}

extension ScriptSource {
  /// Returns the source for a path in the key of a request or a configuration.
  static func file(_ path: String, key: StaticString) -> ScriptSource {
    .file(path: path, key: "\(key)") { (text) throws(Misuse) in try Script(text: text) }
  }
}
