/// Reading the values of a request's keys. A null is read as if the key were not there, save where
/// a null means something.
extension JSONNode {
  var kindName: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number with a fraction or exponent"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }

  func text(_ key: StaticString) throws(RequestError) -> String? {
    if isNull { return nil }
    guard let text = string else {
      throw RequestError.wrongType(key, self, expected: "a string")
    }
    return text
  }

  func flag(_ key: StaticString) throws(RequestError) -> Bool? {
    if isNull { return nil }
    guard let flag = bool else {
      throw RequestError.wrongType(key, self, expected: "true or false")
    }
    return flag
  }

  func integer(_ key: StaticString) throws(RequestError) -> Int64? {
    if isNull { return nil }
    guard let integer = int else {
      throw RequestError.wrongType(key, self, expected: "an integer")
    }
    return integer
  }

  func number(_ key: StaticString) throws(RequestError) -> Double? {
    if isNull { return nil }
    guard let number = double else {
      throw RequestError.wrongType(key, self, expected: "a number")
    }
    return number
  }

  /// Seconds as whole milliseconds.
  func duration(_ key: StaticString) throws(RequestError) -> Int64? {
    guard let seconds = try number(key) else { return nil }
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds >= 0, let duration = Int64(exactly: milliseconds) else {
      throw RequestError(
        "\(key)", "'\(key)' is out of range", expected: "seconds, not negative")
    }
    return duration
  }

  /// ISO 8601 text as milliseconds since 1970.
  func time(_ key: StaticString) throws(RequestError) -> Int64? {
    guard let text = try text(key) else { return nil }
    guard let time = ISO8601.parse(text) else {
      throw RequestError(
        "\(key)", "'\(key)' is no time: '\(NameRules.shortened(text))'",
        expected: "ISO 8601 in UTC, for example 2026-01-01T00:00:00.000Z")
    }
    return time
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: StaticString, _: Choice.Type
  ) throws(RequestError) -> Choice? where Choice.RawValue == String {
    guard let text = try text(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw RequestError.unknownValue(key, text, known: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  func requireObject(_ key: StaticString) throws(RequestError) {
    guard kind == .object else {
      throw RequestError.wrongType(key, self, expected: "an object")
    }
  }

  /// Reads every element of a list; errors name the element.
  func list<Element>(
    _ key: StaticString, _ read: (JSONNode) throws(RequestError) -> Element
  ) throws(RequestError) -> [Element] {
    guard kind == .array else { throw RequestError.wrongType(key, self, expected: "a list") }
    var list: [Element] = []
    list.reserveCapacity(count)
    for element in elements {
      do throws(RequestError) {
        list.append(try read(element))
      } catch {
        throw error.inside(key, at: list.count)
      }
    }
    return list
  }

  func optionalList<Element>(
    _ key: StaticString, _ read: (JSONNode) throws(RequestError) -> Element
  ) throws(RequestError) -> [Element]? {
    isNull ? nil : try list(key, read)
  }

  func texts(_ key: StaticString) throws(RequestError) -> [String]? {
    try optionalList(key) { (element) throws(RequestError) -> String in
      guard let text = element.string else {
        throw RequestError("", "must be a string, not \(element.kindName)", expected: "a string")
      }
      return text
    }
  }

  /// `{zoneName, ownerRecordName}`; requests may spell the owner `ownerName`, and answers handed
  /// back may carry a `zoneType`.
  func zoneID(_ key: StaticString) throws(RequestError) -> ZoneID? {
    if isNull { return nil }
    try requireObject(key)
    var zoneName: String?
    var owner: String?
    for (name, value) in members {
      do throws(RequestError) {
        switch name {
        case "zoneName": zoneName = try value.text("zoneName")
        case "ownerRecordName": owner = try value.text("ownerRecordName") ?? owner
        case "ownerName": owner = try value.text("ownerName") ?? owner
        case "zoneType": _ = try value.text("zoneType")
        default:
          throw name.unknown(among: ["zoneName", "ownerRecordName", "ownerName", "zoneType"])
        }
      } catch {
        throw error.inside("\(key)")
      }
    }
    guard let zoneName else { throw RequestError.missing("zoneName").inside("\(key)") }
    return ZoneID(zoneName: zoneName, ownerName: owner ?? "")
  }
}

extension JSONNode {
  /// The value of the one key that a request has beside the context's.
  func onlyValue(_ name: StaticString) throws(RequestError) -> JSONNode {
    var found: JSONNode?
    for (key, value) in members {
      if name ~= key {
        found = value
      } else {
        try ContextKeys.check(key, own: [name])
      }
    }
    guard let found else { throw RequestError.missing(name) }
    return found
  }
}

/// A request that has no keys but the context's.
protocol KeylessRequest {
  init()
}

extension KeylessRequest {
  static var keys: [StaticString] { [] }

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, _) in request.members { try ContextKeys.check(key, own: []) }
  }
}

extension JSONKey {
  /// The refusal of a key that nobody knows here.
  func unknown(among known: [StaticString]) -> RequestError {
    let name = NameRules.shortened(text)
    return RequestError(
      name, "unknown key '\(name)'",
      nearest: Spelling.nearest(to: name, among: known.map(\.description)))
  }
}

/// The keys that every request may hold.
enum ContextKeys {
  static let all: [StaticString] = ["container", "environment", "database", "user", "device"]

  /// Refuses a top-level key that is neither the operation's own nor one of the context's.
  static func check(_ key: JSONKey, own: [StaticString]) throws(RequestError) {
    switch key {
    case "container", "environment", "database", "user", "device": return
    default: throw key.unknown(among: own + all)
    }
  }
}
