extension WireOperation {
  func spelling(by caller: Caller, _ style: AnswerStyle) -> JSONValue {
    .written { json in
      json.beginObject()
      json.callerBody(caller)
      writeRequestMembers(style, to: &json)
      json.endObject()
    }
  }
}

extension CompletedCall: RecordableCall where O: WireOperation {
  func scriptEntry(delay: Int64) -> Script.Entry {
    var writer = AnswerWriter()
    writer.append(self)
    let response = writer.json.withBytes { JSONValue(text: $0) } ?? .object([])
    // A request that is nested deeper than scripts allow is left out.
    let request = call.spellings.last.flatMap { $0.depth <= Script.mostDepth ? $0 : nil }
    return Script.Entry(
      operation: O.name, request: request?.asPattern, response: response.asPattern, delay: delay,
      blocks: interruptedBlocks)
  }

  /// The blocks that were reported before the call failed, which the answer does not contain.
  private var interruptedBlocks: [JSONValue]? {
    guard case .interrupted = outcome else { return nil }
    return blocks.dropLast(2).compactMap { block in
      var writer = AnswerWriter()
      writer.scriptBlock(block, of: self)
      return writer.json.withBytes { JSONValue(text: $0)?.asPattern }
    }
  }
}

extension JSONNode {
  /// The request without the keys for the delivery of its answer.
  var withoutDelivery: JSONValue {
    .object(
      members.compactMap { key, value in
        let isDelivery =
          ContextKeys(key) == .delivery || DeliveryReader.options.contains { $0 ~= key }
        return isDelivery ? nil : JSONValue.Member(key: key.text, value: JSONValue(value))
      })
  }
}
