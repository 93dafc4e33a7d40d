extension GetJournal: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.user, .device]

  init() { self.init(since: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("since", &since)
    try keys.key("operation", &operation)
    try keys.key("user", &user)
    try keys.key("device", &device)
  }

  func write(_ answer: Answer, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("calls")
    writer.json.beginArray()
    for entry in answer.entries { writer.journalEntry(entry) }
    writer.json.endArray()
    writer.json.member("dropped", answer.dropped)
    writer.json.endObject()
  }
}

extension AnswerWriter {
  mutating func journalEntry(_ entry: JournalEntry) {
    json.beginObject()
    json.member("n", Int64(clamping: entry.number))
    json.member("time", ISO8601.format(entry.time))
    json.key("user")
    json.optional(entry.userRecordName)
    json.key("device")
    json.optional(entry.device)
    json.member("operation", entry.operation)
    (entry.call as? any WireCall)?.write(to: &self)
    json.key("faults")
    json.array(entry.faults) { json, fault in
      json.beginObject()
      json.member("source", fault.source)
      if let rule = fault.rule { json.member("rule", rule) }
      if let name = fault.recordName { json.member("recordName", name) }
      json.endObject()
    }
    json.endObject()
  }
}

/// A call of the journal that knows how to write itself down.
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
