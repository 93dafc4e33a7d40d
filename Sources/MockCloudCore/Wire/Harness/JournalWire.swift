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
    let reader = JSONReader()
    writer.json.beginObject()
    writer.json.key("calls")
    writer.json.array(answer.entries) { $0.journalEntry($1, reader) }
    if answer.dropped > 0 { writer.json.member("dropped", answer.dropped) }
    writer.json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func journalEntry(_ entry: JournalEntry, _ reader: JSONReader) {
    beginObject()
    member("n", Int64(clamping: entry.number))
    member("time", ISO8601.format(entry.time))
    key("user")
    optional(entry.userRecordName)
    key("device")
    optional(entry.device)
    member("operation", entry.operation)
    key("request")
    request(entry.request, reader)
    member("status", Int(entry.status))
    key("response")
    if entry.response.isEmpty {
      null()
    } else {
      entry.response.withUnsafeBufferPointer { raw($0) }
    }
    key("faults")
    array(entry.faults) { json, fault in
      json.beginObject()
      json.member("source", fault.source)
      if let name = fault.recordName { json.member("recordName", name) }
      json.endObject()
    }
    endObject()
  }

  /// A request in our own spelling, so that a journal does not depend on the client's; null where
  /// the call came without JSON.
  private mutating func request(_ text: [UInt8], _ reader: JSONReader) {
    let isThere: Bool = text.withUnsafeBufferPointer { bytes in
      do throws(JSONReadFailure<Misuse>) {
        try reader.read(bytes) { (request) throws(Misuse) in node(request) }
        return true
      } catch {
        return false
      }
    }
    if !isThere { null() }
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
    writer.json.endObject()
  }
}
