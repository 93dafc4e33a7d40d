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
    default: self.init(try Self.code(node, key))
    }
  }

  private init(dictionary: JSONNode) throws(RequestError) {
    var code: CKErrorCode?
    self.init(.internalError)
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

  fileprivate static func wait(_ node: JSONNode) throws(RequestError) -> Double? {
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

/// What may stand beside `error`.
private struct BesideError {
  var reason: String?
  var retryAfter: Double?
  var times: Int?
  var after = 0

  /// Takes the key if it is one of these; false where it is not.
  mutating func read(_ key: JSONKey, _ value: JSONNode) throws(RequestError) -> Bool {
    switch key {
    case "reason": reason = try value.text("reason")
    case "retryAfter": retryAfter = try ErrorSpecification.wait(value)
    case "times": times = try value.count("times")
    case "after": after = try value.count("after") ?? 0
    default: return false
    }
    return true
  }

  /// Adds what was said beside the error to it.
  func complete(_ error: inout ErrorSpecification?) throws(RequestError) {
    guard error != nil else {
      if reason == nil, retryAfter == nil { return }
      throw RequestError(
        reason == nil ? "retryAfter" : "reason",
        "'reason' and 'retryAfter' belong to an 'error', and there is none")
    }
    if let reason { error?.reason = reason }
    if let retryAfter { error?.retryAfter = retryAfter }
  }
}

extension SetError: WireHarnessOperation {
  static let keys: [StaticString] = [
    "operation", "error", "reason", "retryAfter", "times", "after",
  ]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init(nil)
    var hasError = false
    var beside = BesideError()
    for (key, value) in request.members {
      switch key {
      case "operation": operations = try Self.operations(value)
      case "error":
        error = try ErrorSpecification(reading: value, "error")
        hasError = true
      default:
        guard try !beside.read(key, value) else { continue }
        try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard hasError else { throw RequestError.missing("error") }
    try beside.complete(&error)
    (times, after) = (beside.times, beside.after)
  }

  /// A name or a list of names.
  private static func operations(_ node: JSONNode) throws(RequestError) -> [String]? {
    guard node.kind != .array else {
      return try node.list("operation") { (element) throws(RequestError) -> String in
        guard let name = try known(element) else {
          throw RequestError.wrongType("operation", element, expected: "a string")
        }
        return name
      }
    }
    return try known(node).map { [$0] }
  }

  private static func known(_ node: JSONNode) throws(RequestError) -> String? {
    guard let name = try node.text("operation") else { return nil }
    guard ServiceOperations.names.contains(name) else {
      throw RequestError.unknownValue("operation", name, known: ServiceOperations.names)
    }
    return name
  }
}

extension SetRecordErrors: WireHarnessOperation {
  static let keys: [StaticString] = [
    "recordNames", "error", "reason", "retryAfter", "times", "after",
  ]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init([])
    var names: JSONNode?
    var beside = BesideError()
    for (key, value) in request.members {
      switch key {
      case "recordNames": names = value
      case "error": error = try ErrorSpecification(reading: value, "error")
      default:
        guard try !beside.read(key, value) else { continue }
        try ContextKeys.check(key, own: Self.keys)
      }
    }
    guard let names else { throw RequestError.missing("recordNames") }
    try beside.complete(&error)
    (times, after) = (beside.times, beside.after)
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
