/// The JSON forms of operations that report by events.
extension AnswerWriter {
  /// Writes the answer of a call that was submitted.
  mutating func operationID(_ id: String) {
    restart()
    json.beginObject()
    json.member("operationID", id)
    json.endObject()
  }

  /// The members of the event of a block.
  mutating func reportBody(_ report: Event.OperationReport) {
    json.member("time", ISO8601.format(report.time))
    json.member("device", report.device)
    json.key("user")
    json.optional(report.userRecordName)
    json.member("operationID", report.operationID)
    json.member("operation", report.operation)
    json.member("block", report.block)
    if let status = report.status { json.member("status", Int(status)) }
    guard let reported = report.content as? ReportedBlock else { return }
    (reported.call as? any WrittenReport)?.write(reported.block.content, to: &self)
  }

  fileprivate mutating func zone(_ zoneID: ZoneID, _ members: [AnswerMember]) {
    json.key("item")
    json.beginObject()
    json.zoneID("zoneID", zoneID)
    for member in members { self.member(member) }
    json.endObject()
  }
}

/// A call that knows how to write what its blocks are given.
private protocol WrittenReport {
  func write(_ content: OperationBlock.Content, to writer: inout AnswerWriter)
}

extension CompletedCall: WrittenReport {
  /// Items stand as they do in the answer.
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
    case .token(let zoneID, let member):
      if let zoneID { writer.json.zoneID("zoneID", zoneID) }
      writer.member(member)
    case .result:
      if let error = outcome.error { return writer.error(error) }
      if case .scripted(let answer) = outcome, answer.error != nil {
        return writer.json.members(answer.response.members.filter { $0.has("error") })
      }
      writer.json.key("answer")
      writer.append(self)
    case .cancelled(let error): writer.error(error)
    case .scripted(let members): writer.json.members(members.members)
    case .nothing: return
    }
  }
}
