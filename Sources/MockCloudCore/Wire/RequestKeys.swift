/// What the table of a request's keys is shown to: it reads them (`KeyReader`), writes them
/// (`KeyWriter`) or lists them (`KeyLister`).
///
/// A key that is null is read as if it were not there, save where a null means something
/// (`RequestForm.readsNull`), and a key whose value is the one that it has anyway is not written.
protocol RequestKeys: ~Copyable {
  associatedtype Failure: Error
  /// Whether the values that the table shows are used, and not only replaced.
  static var writes: Bool { get }
  /// Whether anything can come of showing the key now. Where it costs something to show it, a table
  /// asks first.
  func concerns(_ name: StaticString) -> Bool
  /// A key that may be left out; nil was not said.
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(Failure)
  /// A key that may be left out, with what it is then.
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, or standard: @autoclosure () -> Form.Value,
    as form: Form.Type
  ) throws(Failure) where Form.Value: Equatable
  /// A key that must be there.
  mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) throws(Failure)
  /// Says that a key must be there which the table shows as one that may be left out.
  mutating func require(_ name: StaticString) throws(Failure)
  /// Another spelling of a key, which is read and never written.
  mutating func synonym<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(Failure)
  /// A key that is taken and means nothing here: what responses add, so that they can be handed back,
  /// and what is read elsewhere.
  mutating func passed(_ name: StaticString)
  /// Whether numbers of the answer, or of this item of it, are written as text; nil was not said.
  var numbersAsStrings: Bool? { get set }
}

extension RequestKeys where Self: ~Copyable {
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

  /// A list that may be left out, as it is where it is empty.
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

  /// How the answer is to write numbers, in both spellings (one is of one page of Apple's).
  @inline(__always)
  mutating func answerStyle() throws(Failure) {
    guard concerns("numbersAsStrings") || concerns("numberAsStrings") else { return }
    var value = numbersAsStrings
    try key("numbersAsStrings", &value)
    try synonym("numberAsStrings", &value)
    numbersAsStrings = value
  }
}

/// How a value stands in a request.
protocol RequestForm {
  associatedtype Value
  /// Whether a null is a value and not the lack of one.
  static var readsNull: Bool { get }
  /// Errors name the value by its key and what is in it from there on.
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> Value
  static func write(_ value: Value, to writer: inout KeyWriter)
}

extension RequestForm {
  static var readsNull: Bool { false }
}

/// A dictionary of a request, or a request as a whole, with the table of its keys. The table says
/// all that there is to say of a key: its name, where its value belongs, its form, whether it must
/// be there.
protocol WireRequest: RequestForm where Value == Self {
  /// What nothing has been read of.
  init()
  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure)
  /// Refuses invalid combinations of keys, once all have been read.
  mutating func check() throws(RequestError)
}

extension WireRequest {
  @inline(__always)
  mutating func check() throws(RequestError) {}

  /// The names of all keys, in the order of the table.
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
  static func dictionary(
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

  static func write(_ value: Self, to writer: inout KeyWriter) {
    writer.json.beginObject()
    writer.members(of: value)
    writer.json.endObject()
  }
}

/// A request that has no keys but the context's.
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
}
