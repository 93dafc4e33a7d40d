/// Reads the keys of a request for an operation that reports by events.
enum DeliveryReader {
  /// The meaning of a request with `deliver`.
  enum Wish {
    case submission(Delivery)
    /// A repeated report of the operation with the given ID.
    case replay(String)
  }

  static let options: [StaticString] = ["operationID"] + Delivery.keyNames

  /// Whether the key is one of `options`; refuses it if the request has no `deliver`.
  static func reads(_ key: JSONKey, beside request: JSONNode) throws(RequestError) -> Bool {
    guard options.contains(where: { $0 ~= key }) else { return false }
    for (other, value) in request.members where ContextKeys(other) == .delivery && !value.isNull {
      return true
    }
    throw RequestError(
      key.text, "'\(key.text)' is for operations that report by events",
      expected: "\"deliver\": \"events\" as well")
  }

  /// Refuses any value of `deliver` but its only one.
  static func check(_ deliver: JSONNode) throws(RequestError) {
    _ = try deliver.choice("deliver", Form.self)
  }

  static func read(
    _ request: JSONNode, _ deliver: JSONNode
  ) throws(Submission.Refusal) -> Wish {
    do throws(RequestError) {
      try check(deliver)
      for (key, value) in request.members where "operationID" ~= key && !value.isNull {
        return .replay(try replayed(request, value))
      }
      return .submission(try delivery(request))
    } catch {
      throw .service(error.cloudError)
    }
  }

  /// The values of `deliver`.
  private enum Form: String, CaseIterable {
    case events
  }

  /// Returns the ID of the operation to report again; no other keys are allowed then.
  private static func replayed(
    _ request: JSONNode, _ id: JSONNode
  ) throws(RequestError) -> String {
    for (key, _) in request.members where ContextKeys(key) == nil && !("operationID" ~= key) {
      throw RequestError(
        key.text, "an operation that is reported again accepts no '\(key.text)'",
        expected: "'deliver' and 'operationID'")
    }
    return try id.text("operationID") ?? ""
  }

  static func delivery(_ request: JSONNode) throws(RequestError) -> Delivery {
    var delivery = Delivery()
    var reader = KeyReader()
    try reader.read(&delivery, among: request)
    return delivery
  }
}

extension Delivery: WireRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("dependsOn", &dependencies, or: [], as: OperationIDs.self)
    try keys.key("priority", &priority, or: .normal)
    try keys.key("qualityOfService", &qualityOfService, or: .default)
    try keys.key("timeout", &timeoutMilliseconds, or: Self.standardTimeout, as: Seconds.self)
    try keys.key("longLived", &isLongLived, or: false)
    try keys.key("cellularAccess", &allowsCellularAccess, or: true)
    try keys.key("group", &group)
  }

  private enum OperationIDs: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> [String] {
      try node.texts(key) ?? []
    }

    static func write(_ value: [String], to writer: inout KeyWriter) {
      writer.list(value, as: String.self)
    }
  }
}

extension Delivery.Priority: RequestChoice {}
extension Delivery.QualityOfService: RequestChoice {}

extension JSONWriter {
  /// Writes the keys of a request for an operation that reports by events.
  mutating func delivery(_ delivery: Delivery) {
    member("deliver", "events")
    withKeyWriter { $0.members(of: delivery) }
  }
}
