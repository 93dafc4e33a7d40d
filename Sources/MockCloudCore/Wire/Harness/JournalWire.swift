extension GetJournal: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.user, .device]

  init() { self.init(since: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("since", &since)
    try keys.key("until", &until)
    try keys.key("operation", &operations, as: OperationNames.self)
    try keys.key("user", &user)
    try keys.key("device", &device)
    try keys.key("status", &statuses, as: OneOrMore<CallStatus>.self)
    try keys.key("recordName", &recordName)
    try keys.key("faults", &faults)
    try keys.key("last", &last)
    try keys.key("format", &format)
    try keys.key("path", &path)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    if let path {
      writer.json.member("path", path)
    } else if format == .lines {
      writer.json.member("lines", String(decoding: answer.lines, as: UTF8.self))
    } else if format == .count {
      writer.json.member("count", answer.count)
      writer.json.member("latest", Int64(clamping: answer.latest))
    } else {
      writer.json.key("calls")
      writer.json.beginArray()
      for entry in answer.entries { writer.journalEntry(entry) }
      writer.json.endArray()
    }
    writer.json.member("dropped", answer.dropped)
    writer.json.endObject()
  }
}

extension GetJournal.Format: RequestChoice {}

/// 0, or the code of an error with which a call can end.
private enum CallStatus: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Int32 {
    let number = try Int64.read(node, key, &reader)
    let status = Int32(exactly: number)
    if let problem = GetJournal.problem(ofStatus: status, number, "\(key)") { throw problem }
    return status ?? 0
  }

  static func write(_ value: Int32, to writer: inout KeyWriter) { writer.json.int(Int64(value)) }
}

extension GetJournal.Answer {
  /// The calls as JSON lines: each in the form of `mock/journal`, followed by a line feed.
  fileprivate var lines: [UInt8] {
    var lines: [UInt8] = []
    var writer = AnswerWriter()
    for entry in entries {
      writer.journalLine(entry)
      writer.json.withBytes { lines.append(contentsOf: $0) }
    }
    return lines
  }

  /// Writes the calls as JSON lines. Returns false if that fails.
  func writeJournal(to path: String) -> Bool {
    lines.withUnsafeBufferPointer { HostFile.write($0, to: path) }
  }
}

extension AnswerWriter {
  /// Replaces the text by a line for the call.
  mutating func journalLine(_ entry: JournalEntry) {
    restart()
    journalEntry(entry)
    json.lineBreak()
  }

  fileprivate mutating func journalEntry(_ entry: JournalEntry) {
    json.beginObject()
    json.member("n", Int64(clamping: entry.number))
    json.member("time", ISO8601.format(entry.time))
    json.key("user")
    json.optional(entry.userRecordName?.text)
    json.key("device")
    json.optional(entry.device?.text)
    json.member("operation", entry.operation)
    if let delivery = entry.delivery {
      json.key("delivery")
      json.beginObject()
      json.withKeyWriter { $0.members(of: delivery) }
      json.endObject()
    }
    (entry.call as? any WireCall)?.write(to: &self)
    json.key("faults")
    json.array(entry.faults) { json, fault in
      json.beginObject()
      json.member("source", fault.source)
      if let rule = fault.rule { json.member("rule", rule) }
      if let name = fault.recordName { json.member("recordName", name) }
      json.endObject()
    }
    // Every rule that was evaluated may have acted.
    if let passes = entry.passes?.all, !passes.isEmpty {
      json.key("notApplied")
      json.array(passes) { json, pass in
        json.beginObject()
        json.member("rule", pass.rule)
        json.member("reason", pass.reason)
        json.endObject()
      }
    }
    json.stateHash("stateBefore", entry.stateBefore)
    json.stateHash("stateAfter", entry.stateAfter)
    json.endObject()
  }
}

/// A call of the journal that can write itself.
private protocol WireCall {
  /// Writes the members `request`, `status` and `response`.
  func write(to writer: inout AnswerWriter)
}

extension CompletedCall: WireCall where O: WireOperation {
  fileprivate func write(to writer: inout AnswerWriter) {
    writer.json.key("request")
    switch call.request {
    case .malformed(_, let text): writer.json.respelled(text)
    case .operation(let operation, _):
      writer.json.beginObject()
      writer.json.callerBody(call.caller)
      operation.writeRequestMembers(call.style, to: &writer.json)
      writer.json.endObject()
    }
    writer.json.member("status", Int(status))
    writer.json.key("response")
    writer.append(self)
  }
}

extension ClearJournal: WireHarnessOperation, KeylessRequest {
}

extension GetInfo: WireHarnessOperation, KeylessRequest {
  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("version", LibraryVersion.text)
    writer.json.member("abiVersion", LibraryVersion.abi)
    writer.json.member("stateVersion", StateDocument.version)
    writer.json.key("operations")
    writer.json.array(Registry.operations) { json, operation in
      json.beginObject()
      json.member("name", operation.name)
      json.key("keys")
      json.array(operation.keys) { $0.string($1.description) }
      if let only = (operation.type as? any Operation.Type)?.onlyScope {
        json.member("database", only.rawValue)
      }
      json.endObject()
    }
    writer.json.limits(answer.limits)
    writer.json.key("assets")
    writer.json.beginObject()
    writer.json.member("files", answer.assets.files)
    writer.json.member("bytes", answer.assets.bytes)
    writer.json.endObject()
    writer.json.key("errors")
    writer.json.array(CKErrorCode.allCases) { json, code in
      json.beginObject()
      json.member("ckErrorCode", Int(code.rawValue))
      json.member("ckErrorName", code.name)
      if let server = code.serverErrorCode { json.member("serverErrorCode", server) }
      json.endObject()
    }
    writer.json.key("faults")
    writer.json.faultLanguage()
    writer.json.endObject()
  }
}
