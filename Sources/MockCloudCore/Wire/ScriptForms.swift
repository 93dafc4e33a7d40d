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
      guard value.depth <= Script.mostDepth else {
        throw RequestError(
          "\(key)", "'\(key)' nests too deep", expected: "at most \(Script.mostDepth) levels")
      }
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
  private var status: Int?
  private var response = JSONValue.null
  private var blocks: [JSONValue]?

  init() {}

  init(_ entry: Script.Entry) {
    operation = entry.operation
    note = entry.note
    request = entry.request
    delay = entry.delay == 0 ? nil : entry.delay
    status = entry.givenStatus.map { Int($0) }
    response = entry.response
    blocks = entry.blocks
  }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("operation", &operation)
    try keys.key("note", &note)
    try keys.key("request", &request, as: JSONValue.Object.self)
    try keys.key("delay", &delay, as: FaultDuration.self)
    try keys.key("status", &status)
    try keys.required("response", &response, as: JSONValue.Object.self)
    try keys.key("blocks", &blocks, as: ListOf<JSONValue.Object>.self)
  }

  mutating func check() throws(RequestError) {
    guard Registry.serviceNames.contains(where: { operation.hasBytes(of: $0) }) else {
      throw RequestError.unknownValue("operation", operation, known: Registry.serviceNames)
    }
    if let status, Int32(exactly: status) == nil || status < 0 {
      throw RequestError(
        "status", "'status' is \(status), which no response has",
        expected: "0, or the code of an error")
    }
    response = response.withWholeErrors
    if let error = response.member("error") {
      guard error.errorCode != nil || (error.member("ckErrorCode")?.int ?? 0) > 0 else {
        throw RequestError(
          "response.error", "the error has no code that is known",
          expected: "ckErrorCode, ckErrorName or serverErrorCode",
          nearest: (error.string ?? error.member("ckErrorName")?.string).flatMap {
            Spelling.nearest(to: $0, among: CKErrorCode.allCases.map(\.name))
          })
      }
    }
    for (index, block) in (blocks ?? []).enumerated() where block.member("block")?.string == nil {
      throw RequestError("blocks[\(index)].block", "required key 'block' is missing")
    }
    try checkMarks()
  }

  /// Requests may have all marks, responses only those that represent a value.
  private func checkMarks() throws(RequestError) {
    try request?.refuseMarks("request") { mark in
      if case .name("") = mark { "a name must follow '$'" } else { nil }
    }
    let refusal: (PatternMark) -> String? = { mark in
      switch mark {
      case .any, .absent: "a response cannot contain a pattern"
      case .name(""): "a name must follow '$'"
      default: nil
      }
    }
    try response.refuseMarks("response", refusal)
    for (index, block) in (blocks ?? []).enumerated() {
      try block.refuseMarks("blocks[\(index)]", refusal)
    }
  }

  var entry: Script.Entry {
    let given = status.flatMap { Int32(exactly: $0) }
    return Script.Entry(
      operation: operation, request: request, response: response,
      givenStatus: given == response.answeredStatus ? nil : given, delay: delay ?? 0,
      blocks: blocks, note: note)
  }
}

extension JSONValue {
  fileprivate func refuseMarks(
    _ place: String, _ refusal: (PatternMark) -> String?
  ) throws(RequestError) {
    var found: RequestError?
    eachMark { mark, path in
      guard found == nil, let message = refusal(mark) else { return }
      found = RequestError(
        path, message, expected: "'$name', or '$$' for a text that begins with a dollar")
    }
    if let found { throw found.inside(place) }
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
    try keys.required("entries", &entries, as: ListOf<ScriptEntryForm>.self)
  }

  /// The keys other than the entries.
  mutating func head<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("mode", &mode)
    try keys.key("exact", &isExact, or: false)
  }

  mutating func check() throws(RequestError) {
    guard entries.count <= Script.mostEntries else {
      throw RequestError(
        "entries", "'entries' has \(entries.count) entries",
        expected: "at most \(Script.mostEntries)")
    }
    try script.checkNames()
  }

  var script: Script {
    Script(mode: mode ?? .strict, isExact: isExact, entries: entries.map(\.entry))
  }
}

extension Script {
  /// Refuses responses with names that no request captures, or, in a strict script, no earlier one.
  func checkNames() throws(RequestError) {
    var known: Set<ExactText> = []
    if mode != .strict { for entry in entries { known.formUnion(entry.names) } }
    for (index, entry) in entries.enumerated() {
      known.formUnion(entry.names)
      let parts =
        [("response", entry.response)]
        + (entry.blocks ?? []).enumerated().map { ("blocks[\($0)]", $1) }
      for (place, value) in parts {
        try value.refuseMarks("entries[\(index)].\(place)") { mark in
          guard case .name(let name) = mark, !known.contains(ExactText(name)) else { return nil }
          return "'$\(NameRules.shortened(name))' is captured by no request"
        }
      }
    }
  }

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

extension Script.Entry {
  /// The names that the request captures.
  fileprivate var names: Set<ExactText> {
    var names: Set<ExactText> = []
    request?.eachMark { mark, _ in
      if case .name(let name) = mark { names.insert(ExactText(name)) }
    }
    return names
  }
}

extension ScriptSource {
  /// Returns the source for a path in the key of a request or a configuration.
  static func file(_ path: String, key: StaticString) -> ScriptSource {
    .file(path: path, key: "\(key)") { (text) throws(Misuse) in try Script(text: text) }
  }
}
