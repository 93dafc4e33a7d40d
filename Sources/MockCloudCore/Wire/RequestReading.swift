/// Readers for the values of a request's keys. A null is read as a missing key unless null has a
/// meaning.
extension JSONNode {
  var kindName: String { kind.name }

  func text(_ key: StaticString) throws(RequestError) -> String? {
    if isNull { return nil }
    guard let text = string else {
      throw RequestError.wrongType(key, self, expected: "a string")
    }
    return text
  }

  func exactText(_ key: StaticString) throws(RequestError) -> ExactText? {
    try text(key).map { ExactText($0) }
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

  /// Reads seconds as whole milliseconds.
  func duration(_ key: StaticString) throws(RequestError) -> Int64? {
    guard let seconds = try number(key) else { return nil }
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds >= 0, let duration = Int64(exactly: milliseconds) else {
      throw RequestError.duration("\(key)", seconds: seconds)
    }
    return duration
  }

  /// Reads ISO 8601 text as milliseconds since 1970.
  func time(_ key: StaticString) throws(RequestError) -> Int64? {
    if isNull { return nil }
    let form = "ISO 8601 in UTC, for example 2026-01-01T00:00:00.000Z"
    guard let text = string else {
      throw RequestError.wrongType(key, self, oneOf: [form])
    }
    guard let time = ISO8601.parse(text) else {
      throw RequestError(
        "\(key)", "'\(key)' is not a time: '\(NameRules.shortened(text))'", expected: form)
    }
    return time
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: StaticString, _: Choice.Type
  ) throws(RequestError) -> Choice? where Choice.RawValue == String {
    isNull ? nil : try word(key) { Choice(rawValue: $0) }
  }

  /// Reads one of several words.
  func word<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString, _ make: (String) -> Choice?
  ) throws(RequestError) -> Choice {
    guard let text = string else {
      throw RequestError.wrongType(key, self, of: Choice.self)
    }
    guard let choice = make(text) else {
      throw RequestError.unknownValue(key, text, of: Choice.self)
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
        throw RequestError.wrongType(key, element, expected: "a string")
      }
      return text
    }
  }

  /// Reads a zone's name and owner; nil if it is null.
  func zoneID(_ key: StaticString) throws(RequestError) -> ZoneID? {
    if isNull { return nil }
    var reader = KeyReader()
    return try ZoneID.read(self, key, &reader)
  }
}

extension RequestError {
  /// - Parameter keys: The keys of the expected object.
  static func wrongType(
    _ key: StaticString, _ node: JSONNode, expected: String, with keys: [StaticString] = []
  ) -> RequestError {
    let names = keys.map(\.description).joined(separator: ", ")
    return unexpected(
      "\(key)", "'\(key)' must be \(expected), not \(node.kindName)",
      expected: keys.isEmpty ? expected : "\(expected) with the keys \(names)")
  }
}

extension RequestError {
  /// Returns the refusal of a value that is none of the words of its key, not even a text.
  static func wrongType(
    _ key: StaticString, _ node: JSONNode, oneOf words: [String]
  ) -> RequestError {
    unexpected(
      "\(key)", "'\(key)' must be a string, not \(node.kindName)",
      expected: words.joined(separator: ", "))
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func wrongType<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString, _ node: JSONNode, of choice: Choice.Type
  ) -> RequestError {
    wrongType(key, node, oneOf: Choice.allCases.map(\.rawValue))
  }
}

extension JSONKey {
  /// Returns the refusal of an unknown key.
  func unknown(among known: [StaticString]) -> RequestError {
    RequestError.unknownName(text, called: "key", known: known.distinctNames)
  }

  /// Returns the refusal of a key that a request does not have.
  func unknown(in request: Any.Type, among known: [StaticString]) -> RequestError {
    var error = unknown(among: known)
    // A rule was given in place of a list of rules.
    if request is any RuleListRequest.Type, FaultRuleForm.keyNames.contains(where: { $0 ~= self }) {
      error.expected = "'rules': [{'\(error.path)': ...}]"
    }
    return error
  }
}

/// A request with a list `rules` of rules of faults.
protocol RuleListRequest {}

extension [StaticString] {
  /// The names without repetitions: a context key may be an operation's own key too.
  fileprivate var distinctNames: [String] {
    var known: Set<String> = []
    return map(\.description).filter { known.insert($0).inserted }
  }
}

/// The keys for the caller and the database.
extension ContextKeys {
  /// Returns the context key with the given name.
  init?(_ key: JSONKey) {
    switch key {
    case "container": self = .container
    case "environment": self = .environment
    case "database": self = .database
    case "user": self = .user
    case "device": self = .device
    case "deliver": self = .delivery
    default: return nil
    }
  }

  /// Refuses a top-level key that is neither the operation's own nor a context key.
  static func check(_ key: JSONKey, own: [StaticString]) throws(RequestError) {
    if ContextKeys(key) == nil { throw key.unknown(among: own + names) }
  }

  /// Refuses the context keys that an operation does not accept, unless they are keys of its own.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func check<O: RequestCoding>(
    _ request: JSONNode, of operation: O.Type
  ) throws(RequestError) {
    for (key, _) in request.members {
      guard let contextKey = ContextKeys(key), !O.contextKeys.contains(contextKey) else { continue }
      let own = O.keys
      if own.contains(where: { $0 ~= key }) { continue }
      let known = (own + O.contextKeys.names).distinctNames
      throw RequestError(
        key.text, "\(O.name) accepts no '\(key.text)'",
        expected: known.isEmpty ? "no key" : known.joined(separator: ", "))
    }
  }
}
