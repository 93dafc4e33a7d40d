extension ReportFindings: WireHarnessOperation, KeylessRequest {
  func write(_ answer: [ClientFinding], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("findings")
    writer.json.array(answer) { json, finding in
      json.beginObject()
      json.member("kind", finding.kind.rawValue)
      json.member("call", Int64(clamping: finding.call))
      json.member("message", finding.message)
      json.endObject()
    }
    writer.json.endObject()
  }
}
