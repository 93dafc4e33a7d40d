extension GetStateHash: WireHarnessOperation, KeylessRequest {
  func write(_ answer: UInt64, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.stateHash("hash", answer)
    writer.json.endObject()
  }
}

extension JSONWriter {
  /// Writes the digest of a world as 16 hexadecimal digits.
  mutating func stateHash(_ name: StaticString, _ digest: UInt64) {
    let digits = String(digest, radix: 16)
    member(name, String(repeating: "0", count: 16 - digits.utf8.count) + digits)
  }
}

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
