/// The JSON forms of operations that report by events.
extension AnswerWriter {
  /// Writes the answer of a submitted call.
  mutating func operationID(_ id: String) {
    restart()
    json.beginObject()
    json.member("operationID", id)
    json.endObject()
  }

  /// Writes the members of the event of a block.
  mutating func reportBody(_ report: Event.OperationReport) {
    json.member("time", ISO8601.format(report.time))
    json.member("device", report.device)
    json.key("user")
    json.optional(report.userRecordName?.text)
    json.member("operationID", report.operationID)
    json.member("operation", report.operation)
    json.member("block", report.block)
    if let status = report.status { json.member("status", Int(status)) }
    guard let reported = report.content as? ReportedBlock else { return }
    block(reported.block.content, of: reported.call)
  }

  /// Writes the members for the arguments of a block.
  private mutating func block(_ content: OperationBlock.Content, of call: any BlockSource) {
    if case .written(let block) = content { return json.members(of: block.text) }
    (call as? any BlockWriter)?.write(content, to: &self)
  }

  /// Returns the arguments of a block as a JSON object.
  static func content(_ block: OperationBlock, of call: any BlockSource) -> [UInt8] {
    var writer = AnswerWriter()
    writer.json.beginObject()
    writer.block(block.content, of: call)
    writer.json.endObject()
    return writer.json.withBytes { Array($0) }
  }

  /// Writes a block for a script: its name, and the members of its event.
  mutating func scriptBlock(_ block: OperationBlock, of call: any BlockSource) {
    json.beginObject()
    json.member("block", block.name)
    self.block(block.content, of: call)
    json.endObject()
  }

  fileprivate mutating func zone(_ zoneID: ZoneID, _ members: [AnswerMember]) {
    json.key("item")
    json.beginObject()
    json.zoneID("zoneID", zoneID)
    for member in members { self.member(member) }
    json.endObject()
  }
}

/// A call that can write the arguments of its blocks.
private protocol BlockWriter {
  func write(_ content: OperationBlock.Content, to writer: inout AnswerWriter)
}

extension CompletedCall: BlockWriter {
  /// Items have the same form as in the answer.
  fileprivate func write(_ content: OperationBlock.Content, to writer: inout AnswerWriter) {
    writer.begin(self)
    switch content {
    case .progress(let id, let progress):
      writer.json.member("recordName", id.recordName)
      writer.json.zoneID("zoneID", id.zoneID)
      writer.json.member("progress", progress)
    case .item(let item, _, let group):
      writer.json.key("item")
      writer.item(item, ofGroup: group)
    case .failure(let failure, let number):
      writer.json.key("error")
      writer.itemError(failure, number)
    case .zone(let zoneID, let members): writer.zone(zoneID, members)
    case .token(let zoneID, let members):
      if let zoneID { writer.json.zoneID("zoneID", zoneID) }
      if let token = members.first { writer.member(token) }
    case .result:
      if let error = outcome.error { return writer.error(error) }
      if case .scripted(let answer) = outcome, answer.error != nil {
        return writer.json.members(answer.response.members.filter { $0.has("error") })
      }
      writer.json.key("answer")
      writer.append(self)
    case .cancelled(let error): writer.error(error)
    case .scripted(let members): writer.json.members(members.members)
    case .written(let block): writer.json.members(of: block.text)
    case .nothing: return
    }
  }
}
