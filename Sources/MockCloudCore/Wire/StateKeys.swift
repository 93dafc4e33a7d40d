/// Reads or writes a state document by the tables of its dictionaries.
///
/// The tables are functions over the values of the world. In contrast to the table of a request,
/// each runs once: the keys are read in its order, so that a later key may depend on an earlier one,
/// and it may refuse what it has read. Unknown keys and nulls are refused.
struct StateKeys: RequestKeys, ~Copyable {
  typealias Failure = RequestError
  typealias Table<Value> = (inout StateKeys, inout Value) throws(RequestError) -> Void

  let isWriting: Bool
  var writer: KeyWriter
  private var reader = KeyReader()
  private var level = Level()

  /// The state of one dictionary that is read.
  private struct Level {
    var node = JSONNode(nil)
    /// Members are usually in the order of the table, and found without a search.
    var next = JSONNode(nil).members
    /// The number of members that the table has.
    var found = 0
    /// Whether nulls are read as missing keys.
    var readsNulls = false
    /// The names of the table's keys, while they are listed for a refusal.
    var names: [StaticString]?
    /// Whether keys are listed that depend on the values of others, too.
    var listsAll = false
    /// Whether the dictionary lacks a required key.
    var isIncomplete = false
  }

  private init(_ writer: consuming KeyWriter, isWriting: Bool) {
    self.writer = writer
    self.isWriting = isWriting
  }

  /// Reads a dictionary.
  static func read<Value>(
    _ value: inout Value, from node: JSONNode, of document: LoadedDocument, _ table: Table<Value>
  ) throws(RequestError) {
    var keys = StateKeys(KeyWriter(JSONWriter()), isWriting: false)
    keys.reader.fields = FieldReader(of: document)
    try keys.read(&value, from: node, table)
  }

  /// Writes a dictionary.
  static func write<Value>(_ value: Value, to json: inout JSONWriter, _ table: Table<Value>) {
    var keys = StateKeys(KeyWriter(json), isWriting: true)
    var value = value
    // Writing never fails.
    do throws(RequestError) { try keys.write(&value, table) } catch {}
    json = keys.writer.json
  }

  mutating func read<Value>(
    _ value: inout Value, from node: JSONNode, _ table: Table<Value>
  ) throws(RequestError) {
    let outer = level
    level = Level(node: node, next: node.members, readsNulls: outer.readsNulls)
    defer { level = outer }
    guard node.kind == .object else {
      let names = try names(of: table, &value, all: true).map(\.description)
        .joined(separator: ", ")
      throw RequestError(
        "", "must be an object, not \(node.kindName)",
        expected: names.isEmpty ? "an object" : "an object with the keys \(names)")
    }
    do throws(RequestError) {
      try table(&self, &value)
    } catch {
      // The missing key may be a misspelt one.
      if level.isIncomplete, let known = try? names(of: table, &value, all: true) {
        try refuseUnknown(among: known)
      }
      throw error
    }
    if level.found != node.count {
      try refuseUnknown(among: try names(of: table, &value, all: false))
    }
  }

  private func refuseUnknown(among known: [StaticString]) throws(RequestError) {
    for (key, _) in level.node.members where !known.contains(where: { $0 ~= key }) {
      throw key.unknown(among: known)
    }
  }

  /// Returns the names of a table's keys.
  ///
  /// - Parameter all: Whether to include those that the values of others exclude.
  private mutating func names<Value>(
    of table: Table<Value>, _ value: inout Value, all: Bool
  ) throws(RequestError) -> [StaticString] {
    level.names = []
    level.listsAll = all
    try table(&self, &value)
    return level.names ?? []
  }

  /// Reads nulls in this dictionary, and in those within it, as missing keys, as requests do.
  mutating func readNullsAsMissing() { level.readsNulls = true }

  mutating func write<Value>(
    _ value: inout Value, _ table: Table<Value>
  ) throws(RequestError) {
    writer.json.beginObject()
    try table(&self, &value)
    writer.json.endObject()
  }

  /// Whether values are read, rather than written, or keys listed.
  var isReading: Bool { !isWriting && level.names == nil }

  /// Whether the table must pass all of its keys, even those that the values of others exclude.
  var listsAll: Bool { level.listsAll }

  /// The document that is read; nil if one is written.
  var document: LoadedDocument? { reader.fields.document }

  // MARK: Keys

  static var writes: Bool { false }

  var numbersAsStrings: Bool? {
    get { nil }
    set {}
  }

  func concerns(_ name: StaticString) -> Bool {
    isWriting || level.names != nil || level.node.member(name) != nil
  }

  /// Whether the dictionary that is read has a key on which others depend; true if one is written,
  /// and if the table must pass all of its keys.
  mutating func has(_ name: StaticString) -> Bool {
    if isWriting || level.listsAll || level.node.member(name) != nil { return true }
    level.names?.append(name)
    return false
  }

  mutating func require(_ name: StaticString) throws(RequestError) {
    if concerns(name) { return }
    level.isIncomplete = true
    var error = RequestError.missing(name)
    error.nearest = Spelling.nearest(to: "\(name)", among: level.node.members.map(\.key.text))
    throw error
  }

  /// Returns the member to read; nil if it is missing, or while the table's keys are listed.
  mutating func member(
    _ name: StaticString, isRequired: Bool = false, readsNull: Bool = false
  ) throws(RequestError) -> JSONNode? {
    if level.names != nil {
      level.names?.append(name)
      return nil
    }
    guard let member = level.next.take(name) ?? level.node.member(name) else {
      if isRequired { try require(name) }
      return nil
    }
    level.found += 1
    guard member.isNull, !readsNull else { return member }
    if !level.readsNulls { throw RequestError("\(name)", "'\(name)' must not be null") }
    if isRequired {
      level.isIncomplete = true
      throw RequestError.missing(name)
    }
    return nil
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(RequestError) {
    if isWriting { return writer.key(name, &value, as: form) }
    guard let node = try member(name, readsNull: Form.readsNull) else { return }
    value = try Form.read(node, name, &reader)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, or standard: @autoclosure () -> Form.Value,
    as form: Form.Type
  ) throws(RequestError) where Form.Value: Equatable {
    if isWriting, value == standard() { return }
    try stated(name, &value, as: form)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) throws(RequestError) {
    if isWriting { return writer.required(name, &value, as: form) }
    guard let node = try member(name, isRequired: true, readsNull: Form.readsNull) else { return }
    value = try Form.read(node, name, &reader)
  }

  /// Handles an optional value that is always written, given how to read and to write it.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func stated<Value>(
    _ name: StaticString, _ value: inout Value, read: (JSONNode) throws(RequestError) -> Value,
    write: (inout JSONWriter, Value) -> Void
  ) throws(RequestError) {
    if isWriting {
      writer.json.key(name)
      write(&writer.json, value)
    } else if let node = try member(name) {
      value = try read(node)
    }
  }

  /// Handles an optional key that is always written.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func stated<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) throws(RequestError) {
    var said: Form.Value? = value
    try key(name, &said, as: form)
    if let said { value = said }
  }

  mutating func synonym<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(RequestError) {
    if !isWriting { try key(name, &value, as: form) }
  }

  mutating func former(_ name: StaticString, now: StaticString) {}

  mutating func passed(_ name: StaticString) {
    if level.names != nil { level.names?.append(name) } else if concerns(name) { level.found += 1 }
  }
}
