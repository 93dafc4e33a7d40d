extension ErrorSpecification {
  private static let keys: [StaticString] = [
    "code", "ckErrorCode", "ckErrorName", "retryAfter", "reason", "userDidResetEncryptedData",
  ]
  /// Further keys of error dictionaries in answers, accepted so that a client can pass one on.
  private static let ignored: [StaticString] = ["serverErrorCode", "uuid"]
  /// Keys of error dictionaries that answers have as they were given.
  private static let further: [StaticString] = [
    "recordName", "zoneID", "serverRecord", "clientRecord", "ancestorRecord", "partialErrors",
  ]

  /// Reads a name, a code or an object; nil for null.
  init?(reading node: JSONNode, _ key: StaticString) throws(RequestError) {
    switch node.kind {
    case .null: return nil
    case .object:
      do throws(RequestError) {
        try self.init(dictionary: node)
      } catch {
        throw error.inside("\(key)")
      }
    default: self.init(try Self.code(node, key))
    }
  }

  private init(dictionary: JSONNode) throws(RequestError) {
    var code: CKErrorCode?
    self.init(.internalError)
    for (key, value) in dictionary.members {
      switch key {
      case "code": try Self.read("code", value, &code)
      case "ckErrorCode": try Self.read("ckErrorCode", value, &code)
      case "ckErrorName": try Self.read("ckErrorName", value, &code)
      case "retryAfter": retryAfter = try Self.wait(value)
      case "reason": reason = try value.text("reason")
      case "userDidResetEncryptedData":
        userDidResetEncryptedData = try value.flag("userDidResetEncryptedData") ?? false
      case _ where Self.further.contains(where: { $0 ~= key }):
        further.append(try Self.member(key, value))
      default:
        guard Self.ignored.contains(where: { $0 ~= key }) else {
          throw key.unknown(among: Self.keys)
        }
      }
    }
    guard let code else { throw RequestError.missing("code") }
    self.code = code
  }

  /// Reads one of the keys that answers have as they were given.
  private static func member(
    _ key: JSONKey, _ node: JSONNode
  ) throws(RequestError) -> CloudError.Member {
    let expected: JSONNode.Kind =
      "recordName" ~= key ? .string : "partialErrors" ~= key ? .array : .object
    guard node.kind == expected else {
      throw RequestError(
        key.text, "'\(key.text)' must be \(expected.name), not \(node.kind.name)",
        expected: expected.name)
    }
    var json = JSONWriter()
    json.node(node)
    return CloudError.Member(key: key.text, value: json.text)
  }

  /// Reads one of the keys for the code, which must agree.
  private static func read(
    _ key: StaticString, _ node: JSONNode, _ code: inout CKErrorCode?
  ) throws(RequestError) {
    let read = try Self.code(node, key)
    if let code, code != read {
      throw RequestError("\(key)", "'\(key)' is \(read.name), another key says \(code.name)")
    }
    code = read
  }

  fileprivate static func wait(_ node: JSONNode) throws(RequestError) -> Double? {
    guard let seconds = try node.number("retryAfter") else { return nil }
    if let problem = problem(ofWait: seconds) { throw problem }
    return seconds
  }

  /// Reads a `CKError` code by name or number.
  static func code(_ node: JSONNode, _ key: StaticString) throws(RequestError) -> CKErrorCode {
    if let number = node.int {
      guard let raw = Int32(exactly: number), let code = CKErrorCode(rawValue: raw) else {
        throw RequestError(
          "\(key)", "'\(key)' is \(number), which is not a CKError code", expected: "1 to 37")
      }
      return code
    }
    guard let name = node.string else {
      throw RequestError.wrongType(key, node, expected: "the name or the number of a CKError code")
    }
    guard let code = CKErrorCode(name: name) else {
      throw RequestError.unknownValue(key, name, known: CKErrorCode.allCases.map(\.name))
    }
    return code
  }
}

/// A name, a code, an object, or null for no error.
private enum ErrorForm: RequestForm {
  static var readsNull: Bool { true }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ErrorSpecification? {
    try ErrorSpecification(reading: node, key)
  }

  static func write(_ value: ErrorSpecification?, to writer: inout KeyWriter) {
    if let value { writer.json.specification(value) } else { writer.json.null() }
  }
}

/// The name of an operation of the service, or a list of names.
typealias OperationNames = OneOrMore<OperationName>

enum OperationName: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> String {
    let name = try String.read(node, key, &reader)
    guard ServiceOperation.names.contains(name) else {
      throw RequestError.unknownValue(key, name, known: ServiceOperation.names)
    }
    return name
  }

  static func write(_ value: String, to writer: inout KeyWriter) { writer.json.string(value) }
}

/// Seconds to wait, not negative.
private enum RetryAfter: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Double {
    guard let seconds = try ErrorSpecification.wait(node) else {
      throw RequestError.wrongType(key, node, expected: "a number")
    }
    return seconds
  }

  static func write(_ value: Double, to writer: inout KeyWriter) { writer.json.double(value) }
}

extension SetError: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("operation", &operations, as: OperationNames.self)
    try keys.required("error", &error, as: ErrorForm.self)
    try keys.key("reason", &reason)
    try keys.key("retryAfter", &retryAfter, as: RetryAfter.self)
    try keys.key("times", &times)
    try keys.key("after", &after, or: 0)
  }
}

extension SetRecordErrors: WireHarnessOperation, WireRequest {
  static let contextKeys = ContextKeys.all

  init() { self.init([]) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("recordNames", &records, as: ListOf<TargetForm>.self)
    try keys.key("error", &error, or: nil, as: ErrorForm.self)
    try keys.key("reason", &reason)
    try keys.key("retryAfter", &retryAfter, as: RetryAfter.self)
    try keys.key("times", &times)
    try keys.key("after", &after, or: 0)
  }

  /// A record name, or `{recordName, zoneID}`.
  private enum TargetForm: RequestForm {
    static func read(
      _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
    ) throws(RequestError) -> Target {
      if let name = node.string { return Target(RecordName(name)) }
      guard node.kind == .object else {
        throw RequestError(
          "\(key)", "must be a record name or {recordName, zoneID}, not \(node.kindName)",
          expected: "a record name or {recordName, zoneID}")
      }
      return try Target.read(node, key, &reader)
    }

    static func write(_ value: Target, to writer: inout KeyWriter) {
      if value.zoneID == nil {
        writer.json.string(value.recordName)
      } else {
        Target.write(value, to: &writer)
      }
    }
  }
}

extension SetRecordErrors.Target: WireRequest {
  init() { self.init("") }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.required("recordName", &recordName)
    try keys.key("zoneID", &zoneID)
  }
}
