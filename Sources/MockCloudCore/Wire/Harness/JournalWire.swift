extension GetJournal: WireHarnessOperation {
  static let keys: [StaticString] = ["since", "operation", "user", "device"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, value) in request.members {
      switch key {
      case "since":
        since = try value.integer("since").map { UInt64(clamping: $0) }
      case "operation": operation = try value.text("operation")
      case "user": user = try value.text("user")
      case "device": device = try value.text("device")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
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
  fileprivate mutating func journalEntry(_ entry: JournalEntry) {
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
      if let name = fault.recordName { json.member("recordName", name) }
      json.endObject()
    }
    json.endObject()
  }

  /// A request that could not be read, in our own spelling; null where not even its text is known.
  fileprivate mutating func requestText(_ text: [UInt8]) {
    let isWritten: Bool = text.withUnsafeBufferPointer { bytes in
      do throws(JSONReadFailure<Misuse>) {
        try JSONReader().read(bytes) { (request) throws(Misuse) in json.node(request) }
        return true
      } catch {
        return false
      }
    }
    if !isWritten { json.null() }
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
    case .malformed(_, let text): writer.requestText(text)
    case .operation: writer.requestText(call.text)
    }
    writer.json.member("status", Int(outcome.status))
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
    writer.json.endObject()
  }
}
