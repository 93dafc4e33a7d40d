/// A state: its name, or `{"is": name, "per": key}`.
extension FaultState: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> FaultState {
    if node.kind != .object { return FaultState(try String.read(node, key, &reader)) }
    return try Parts.read(node, key, &reader).state
  }

  static func write(_ value: FaultState, to writer: inout KeyWriter) {
    if value.key == .rule { return writer.json.string(value.name) }
    var parts = Parts()
    parts.state = value
    Parts.write(parts, to: &writer)
  }

  private struct Parts: WireRequest {
    var state = FaultState("")

    init() {}

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("is", &state.name)
      try keys.key("per", &state.key, or: .rule)
    }
  }
}
