/// The target of a request's key table: reads the keys (`KeyReader`), writes them (`KeyWriter`) or
/// lists them (`KeyLister`).
///
/// A null is read as a missing key unless null has a meaning (`RequestForm.readsNull`), and a key
/// whose value is the default is not written.
protocol RequestKeys: ~Copyable {
  associatedtype Failure: Error
  /// Whether the values that the table passes are used, rather than replaced.
  static var writes: Bool { get }
  /// Whether an answer is written: some dictionaries have another order there, and all of their
  /// keys.
  var isAnswer: Bool { get }
  /// Whether passing the key now can have an effect. A table checks this first if passing the key
  /// is expensive.
  func concerns(_ name: StaticString) -> Bool
  /// Handles an optional key; nil means missing.
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(Failure)
  /// Handles an optional key with a default.
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, or standard: @autoclosure () -> Form.Value,
    as form: Form.Type
  ) throws(Failure) where Form.Value: Equatable
  /// Handles a required key.
  mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) throws(Failure)
  /// Requires a key that the table passes as an optional one.
  mutating func require(_ name: StaticString) throws(Failure)
  /// Handles another spelling of a key, which is read but never written.
  mutating func synonym<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(Failure)
  /// Accepts a key without effect: one that answers add, so that they can be passed back, or one
  /// that is read elsewhere.
  mutating func passed(_ name: StaticString)
  /// Refuses a key that has another name now, which the error has.
  mutating func former(_ name: StaticString, now: StaticString) throws(Failure)
  /// Whether numbers of the answer, or of the current item in it, are written as text; nil means
  /// not set.
  var numbersAsStrings: Bool? { get set }
}

extension RequestKeys where Self: ~Copyable {
  @inline(__always)
  var isAnswer: Bool { false }

  @inline(__always)
  mutating func key<Value: RequestForm>(
    _ name: StaticString, _ value: inout Value?
  ) throws(Failure) where Value.Value == Value {
    try key(name, &value, as: Value.self)
  }

  @inline(__always)
  mutating func key<Value: RequestForm & Equatable>(
    _ name: StaticString, _ value: inout Value, or standard: @autoclosure () -> Value
  ) throws(Failure) where Value.Value == Value {
    try key(name, &value, or: standard(), as: Value.self)
  }

  @inline(__always)
  mutating func required<Value: RequestForm>(
    _ name: StaticString, _ value: inout Value
  ) throws(Failure) where Value.Value == Value {
    try required(name, &value, as: Value.self)
  }

  @inline(__always)
  mutating func synonym<Value: RequestForm>(
    _ name: StaticString, _ value: inout Value?
  ) throws(Failure) where Value.Value == Value {
    try synonym(name, &value, as: Value.self)
  }

  /// Handles an optional key of a table with many keys that is not compiled for each target: the
  /// types of its value are sought only if the key is there.
  @inline(__always)
  mutating func seldom<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(Failure) {
    if concerns(name) { try key(name, &value, as: form) }
  }

  @inline(__always)
  mutating func seldom<Value: RequestForm>(
    _ name: StaticString, _ value: inout Value?
  ) throws(Failure) where Value.Value == Value {
    if concerns(name) { try key(name, &value, as: Value.self) }
  }

  /// Handles an optional list, which is empty by default.
  @inline(__always)
  mutating func list<Form: RequestForm>(
    _ name: StaticString, _ list: inout [Form.Value], as form: Form.Type
  ) throws(Failure) {
    guard concerns(name) else { return }
    var said = list.isEmpty ? nil : list
    try key(name, &said, as: ListOf<Form>.self)
    list = said ?? []
  }

  @inline(__always)
  mutating func list<Element: RequestForm>(
    _ name: StaticString, _ list: inout [Element]
  ) throws(Failure) where Element.Value == Element {
    try self.list(name, &list, as: Element.self)
  }

  /// Handles the format of numbers in the answer, in both spellings (one is on a single page of
  /// Apple's documentation).
  @inline(__always)
  mutating func answerStyle() throws(Failure) {
    guard concerns("numbersAsStrings") || concerns("numberAsStrings") else { return }
    var value = numbersAsStrings
    try key("numbersAsStrings", &value)
    try synonym("numberAsStrings", &value)
    numbersAsStrings = value
  }
}

/// The form of a value in a request.
protocol RequestForm {
  associatedtype Value
  /// Whether null is a value rather than a missing key.
  static var readsNull: Bool { get }
  /// Reads a value. The paths of errors begin with the value's key.
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Value
  static func write(_ value: Value, to writer: inout KeyWriter)
}

extension RequestForm {
  static var readsNull: Bool { false }
}

/// A dictionary of a request, or a whole request, with the table of its keys. The table is the only
/// definition of a key: its name, its property, its form, and whether it is required.
protocol WireRequest: RequestForm where Value == Self {
  /// Creates an empty dictionary, to be read.
  init()
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure)
  /// Refuses invalid combinations of keys after all have been read.
  mutating func check() throws(RequestError)
}

extension WireRequest {
  @inline(__always)
  mutating func check() throws(RequestError) {}

  /// The names of all keys, in the order of the table.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static var keyNames: [StaticString] {
    var lister = KeyLister()
    var request = Self()
    request.keys(&lister)
    return lister.names
  }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    try dictionary(node, key, &reader)
  }

  /// Reads the dictionary by its table.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func dictionary(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    try specializedDictionary(node, key, &reader)
  }

  @inline(__always)
  fileprivate static func specializedDictionary(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    guard node.kind == .object else {
      throw RequestError.wrongType(key, node, expected: "an object", with: keyNames)
    }
    var request = Self()
    do throws(RequestError) {
      try reader.read(&request, from: node)
    } catch {
      throw error.inside("\(key)")
    }
    return request
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func write(_ value: Self, to writer: inout KeyWriter) {
    writer.json.beginObject()
    writer.members(of: value)
    writer.json.endObject()
  }
}

extension WireRequest where Self: CheckedValue {
  func check() throws(RequestError) { if let problem { throw problem } }
}

/// A dictionary that is read often: the code that reads it is compiled for its type. Other
/// dictionaries are read by code that is compiled once.
protocol SpecializedRequest: WireRequest {}

extension SpecializedRequest {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    try specializedDictionary(node, key, &reader)
  }

  static func dictionary(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Self {
    try specializedDictionary(node, key, &reader)
  }
}

/// A dictionary of which answers may have many: the code that writes it is compiled for its type.
protocol SpecializedAnswer: WireRequest {}

extension SpecializedAnswer {
  static func write(_ value: Self, to writer: inout KeyWriter) {
    writer.json.beginObject()
    writer.members(of: value)
    writer.json.endObject()
  }
}

/// A request without keys other than context keys.
protocol KeylessRequest: WireRequest {}

extension KeylessRequest {
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {}
}

/// Lists the names of a table's keys.
struct KeyLister: RequestKeys {
  typealias Failure = Never

  private(set) var names: [StaticString] = []
  var numbersAsStrings: Bool?

  static var writes: Bool { false }

  func concerns(_ name: StaticString) -> Bool { true }

  mutating func require(_ name: StaticString) {}

  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) { names.append(name) }

  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, or standard: @autoclosure () -> Form.Value,
    as form: Form.Type
  ) where Form.Value: Equatable { names.append(name) }

  mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) { names.append(name) }

  mutating func synonym<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) { names.append(name) }

  mutating func passed(_ name: StaticString) { names.append(name) }

  mutating func former(_ name: StaticString, now: StaticString) {}
}
