/// The text of a file of rules: a list of rules, or a request of `mock/faults/add`.
enum FaultFileReader {
  static func rules(_ text: UnsafeBufferPointer<UInt8>) throws(Misuse) -> [FaultRule] {
    try ConfigurationReader.parse(text, called: nil) { (node) throws(RequestError) in
      try rules(node)
    }
  }

  private static func rules(_ node: JSONNode) throws(RequestError) -> [FaultRule] {
    var reader = KeyReader()
    switch node.kind {
    case .array: return try FaultRules.List.read(node, "rules", &reader)
    case .object:
      var request = AddFaults([])
      try reader.read(&request, from: node)
      return request.rules
    default:
      throw RequestError(
        "", "rules of faults must be a list or an object, not \(node.kindName)",
        expected: "a list of rules, or {\"rules\": [...]}")
    }
  }
}

extension LoadFaults: WireHarnessOperation, WireRequest {
  init() { self.init("", reader: { (text) throws(Misuse) in try FaultFileReader.rules(text) }) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("path", &path)
    try keys.key("watch", &watch, or: true)
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) { writer.ids(answer) }
}
