extension ErrorSpecification {
  private static let keys: [StaticString] = [
    "code", "ckErrorCode", "ckErrorName", "retryAfter", "reason", "userDidResetEncryptedData",
  ]
  /// What an error dictionary of an answer holds beside; it may be handed back whole.
  private static let ignored: [StaticString] = [
    "serverErrorCode", "uuid", "recordName", "zoneID", "serverRecord", "clientRecord",
    "ancestorRecord", "partialErrors",
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
    default: self.init(code: try Self.code(node, key))
    }
  }

  private init(dictionary: JSONNode) throws(RequestError) {
    var code: CKErrorCode?
    self.init(code: .internalError)
    for (key, value) in dictionary.members {
      switch key {
      case "code": code = try Self.code(value, "code")
      case "ckErrorCode": code = try Self.code(value, "ckErrorCode")
      case "ckErrorName": code = try Self.code(value, "ckErrorName")
      case "retryAfter": retryAfter = try Self.wait(value)
      case "reason": reason = try value.text("reason")
      case "userDidResetEncryptedData":
        userDidResetEncryptedData = try value.flag("userDidResetEncryptedData") ?? false
      default:
        guard Self.ignored.contains(where: { $0 ~= key }) else {
          throw key.unknown(among: Self.keys)
        }
      }
    }
    guard let code else { throw RequestError.missing("code") }
    self.code = code
  }

  private static func wait(_ node: JSONNode) throws(RequestError) -> Double? {
    guard let seconds = try node.number("retryAfter") else { return nil }
    guard seconds >= 0 else {
      throw RequestError(
        "retryAfter", "'retryAfter' must not be negative", expected: "seconds")
    }
    return seconds
  }

  /// A `CKError` code by name or number.
  static func code(_ node: JSONNode, _ key: StaticString) throws(RequestError) -> CKErrorCode {
    if let number = node.int {
      guard let raw = Int32(exactly: number), let code = CKErrorCode(rawValue: raw) else {
        throw RequestError(
          "\(key)", "'\(key)' is \(number), which is no CKError code", expected: "1 to 37")
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

extension SetError: WireHarnessOperation {
  static let keys: [StaticString] = ["operation", "error"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(nil)
    var hasError = false
    for (key, value) in request.members {
      switch key {
      case "operation": operations = try Self.operations(value)
      case "error":
        error = try ErrorSpecification(reading: value, "error")
        hasError = true
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard hasError else { throw RequestError.missing("error") }
  }

  /// A name or a list of names.
  private static func operations(_ node: JSONNode) throws(RequestError) -> [String]? {
    guard node.kind != .array else {
      return try node.list("operation") { (element) throws(RequestError) in
        try known(element) ?? ""
      }
    }
    return try known(node).map { [$0] }
  }

  private static func known(_ node: JSONNode) throws(RequestError) -> String? {
    guard let name = try node.text("operation") else { return nil }
    guard Registry.serviceNames.contains(name) else {
      throw RequestError.unknownValue("operation", name, known: Registry.serviceNames)
    }
    return name
  }
}

extension SetRecordErrors: WireHarnessOperation {
  static let keys: [StaticString] = ["recordNames", "error"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init([])
    var names: JSONNode?
    for (key, value) in request.members {
      switch key {
      case "recordNames": names = value
      case "error": error = try ErrorSpecification(reading: value, "error")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let names else { throw RequestError.missing("recordNames") }
    records = try names.list("recordNames") { (node) throws(RequestError) in
      try Self.target(node)
    }
  }

  private static func target(_ node: JSONNode) throws(RequestError) -> Target {
    if let name = node.string { return Target(name) }
    guard node.kind == .object else {
      throw RequestError(
        "", "must be a record name or {recordName, zoneID}, not \(node.kindName)",
        expected: "a record name or {recordName, zoneID}")
    }
    var name: String?
    var zoneID: ZoneID?
    for (key, value) in node.members {
      switch key {
      case "recordName": name = try value.text("recordName")
      case "zoneID": zoneID = try value.zoneID("zoneID")
      default: throw key.unknown(among: ["recordName", "zoneID"])
      }
    }
    guard let name else { throw RequestError.missing("recordName") }
    return Target(name, zoneID: zoneID)
  }
}
