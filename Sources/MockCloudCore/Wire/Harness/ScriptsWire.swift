/// A script, or null, which ends the loaded one.
private enum ScriptOrNull: RequestForm {
  static var readsNull: Bool { true }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Script? {
    node.isNull ? nil : try ScriptForm.read(node, key, &reader).script
  }

  static func write(_ value: Script?, to writer: inout KeyWriter) {
    guard let value else { return writer.json.null() }
    ScriptForm.write(ScriptForm(value), to: &writer)
  }
}

extension LoadScript: WireHarnessOperation, FormedRequest {
  struct Form: WireRequest {
    fileprivate var script: Script??
    fileprivate var path: String?
    fileprivate var mode: Script.Mode?
    fileprivate var isExact: Bool?
    fileprivate var entries: [ScriptEntryForm]?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("script", &script, as: ScriptOrNull.self)
      try keys.key("path", &path)
      try keys.key("mode", &mode)
      try keys.key("exact", &isExact)
      try keys.key("entries", &entries, as: ScriptForm.Entries.self)
    }

    func check() throws(RequestError) {
      let given = [script != nil, path != nil, entries != nil].filter { $0 }.count
      guard given > 0 else { throw RequestError.missing("script", or: "path", "entries") }
      guard given == 1 else {
        throw RequestError(
          "script", "'script', 'path' and 'entries' cannot be combined",
          expected: "one of them")
      }
      if isExact != nil, entries == nil {
        throw RequestError(
          "exact", "'exact' is a key of the script itself", expected: "'exact' with 'entries'")
      }
    }
  }

  init(_ form: Form) throws(RequestError) {
    if let entries = form.entries {
      let script = ScriptForm(mode: form.mode, isExact: form.isExact ?? false, entries: entries)
      try script.check()
      self.init(.script(script.script))
    } else if let path = form.path {
      self.init(.file(path, key: "path"), mode: form.mode)
    } else {
      self.init((form.script ?? nil).map { .script($0) }, mode: form.mode)
    }
  }

  var form: Form {
    var form = Form()
    form.mode = mode
    switch source {
    case .script(let script): form.script = script
    case .file(let path, _, _): form.path = path
    case nil: form.script = .some(nil)
    }
    return form
  }

  func write(_ answer: Int, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("entries", answer)
    writer.json.endObject()
  }
}

extension GetScriptStatus: WireHarnessOperation, KeylessRequest {
  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("mode")
    writer.json.optional(answer.mode?.rawValue)
    writer.json.member("entries", answer.entries)
    writer.json.member("consumed", answer.consumed)
    writer.json.key("remaining")
    writer.json.array(answer.remaining) { json, remaining in
      json.beginObject()
      json.member("entry", remaining.place)
      json.member("operation", remaining.entry.operation)
      if let request = remaining.entry.request {
        json.key("request")
        json.value(request)
      }
      if remaining.entry.times > 1 {
        json.member("times", remaining.entry.times)
        json.member("used", remaining.uses)
      }
      if let note = remaining.entry.note { json.member("note", note) }
      json.endObject()
    }
    writer.json.key("mismatches")
    writer.json.array(answer.mismatches) { $0.request($1) }
    writer.json.member("mismatchCount", answer.mismatchCount)
    writer.json.endObject()
  }
}

extension JSONWriter {
  /// Writes the member `differences`.
  mutating func differences(_ differences: [JSONDifference]) {
    key("differences")
    array(differences) { $0.request($1) }
  }

  /// Writes a script in its JSON form.
  mutating func script(_ script: Script) { request(ScriptForm(script)) }
}

extension StartRecording: WireHarnessOperation, KeylessRequest {}

extension RecordedVariable: RequestChoice {}

/// True for all variables, or a list.
private enum VariableList: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [RecordedVariable] {
    if let flag = node.bool { return flag ? RecordedVariable.allCases : [] }
    guard node.kind == .array else {
      throw RequestError.wrongType(
        key, node,
        expected: "true, or a list of "
          + RecordedVariable.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return try reader.list(node, key, as: RecordedVariable.self)
  }

  static func write(_ value: [RecordedVariable], to writer: inout KeyWriter) {
    writer.list(value, as: RecordedVariable.self)
  }
}

extension StopRecording: WireHarnessOperation, WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    var variables = RecordedVariable.allCases.filter(normalize.contains)
    try keys.key("normalize", &variables, or: [], as: VariableList.self)
    normalize = Set(variables)
  }

  init() { self.init(normalize: []) }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("script")
    writer.json.script(answer.script)
    writer.json.member("dropped", answer.dropped)
    writer.json.endObject()
  }
}

extension MatchPattern: WireHarnessOperation, WireRequest {
  init() { self.init(.null, .null) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("pattern", &pattern, as: JSONValue.self)
    try keys.required("value", &value, as: JSONValue.self)
    var known: JSONValue? = captured.isEmpty ? nil : .object(captured)
    try keys.key("captured", &known, as: JSONValue.Object.self)
    captured = known?.members ?? []
    try keys.key("exact", &isExact, or: false)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("matches", answer.differences.isEmpty)
    writer.json.differences(answer.differences)
    writer.json.key("captures")
    writer.json.value(.object(answer.captures.members))
    writer.json.endObject()
  }
}
