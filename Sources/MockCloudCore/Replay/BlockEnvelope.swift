/// What every event of an operation has, and the blocks with which each operation ends: a script and
/// a state document give only the rest.
enum BlockEnvelope {
  static let result = "result"
  static let completion = "completion"
  private static let members = [
    "kind", "time", "device", "user", "operationID", "operation", "block", "status",
  ]

  /// Returns the refusal of a member of a block's content; nil if it is valid.
  static func problem(ofMember name: String) -> RequestError? {
    members.contains { name.hasBytes(of: $0) }
      ? RequestError(
        NameRules.shortened(name), "every event has '\(name)' already", expected: "another key")
      : nil
  }

  /// Returns the refusal of a block of a script; nil if it is valid.
  ///
  /// - Parameter names: The names of blocks.
  static func problem(_ block: JSONValue, among names: [String]) -> RequestError? {
    guard let name = block.member("block")?.string else { return .missing("block") }
    if [result, completion].contains(where: { name.hasBytes(of: $0) }) {
      return RequestError(
        "block", "every operation ends with '\(name)' already", expected: "the blocks before it")
    }
    guard names.contains(where: { name.hasBytes(of: $0) }) else {
      return .unknownValue("block", name, known: names)
    }
    guard case .object(let members) = block else { return nil }
    for member in members where !member.key.hasBytes(of: "block") {
      if let problem = problem(ofMember: member.key) { return problem }
    }
    return nil
  }
}
