extension CheckState: WireHarnessOperation, KeylessRequest {
  func write(_ answer: [WorldProblem], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("problems")
    writer.json.array(answer) { json, problem in
      json.beginObject()
      json.member("where", problem.place)
      json.member("problem", problem.text)
      json.endObject()
    }
    writer.json.endObject()
  }
}
