/// Reads dictionaries by their tables: runs the table once for each member, and once more at the
/// end to find missing required keys.
struct KeyReader: RequestKeys {
  typealias Failure = RequestError

  /// The state of one dictionary.
  private struct Level {
    var key = JSONKey(nil)
    var node = JSONNode(nil)
    /// Whether the table has the key.
    var isMet = false
    /// The required keys as bits: those that were found, and the next one in the table.
    var found: UInt32 = 0
    var next: UInt32 = 1
    var isAtEnd = false
  }

  /// Reads the fields of records, and collects their properties.
  var fields: FieldReader
  private var level = Level()
  /// The index of the current list element.
  private var item: Int?

  init(_ fields: FieldReader = FieldReader()) { self.fields = fields }

  var numbersAsStrings: Bool? {
    get { fields.style[item] }
    set { fields.style[item] = newValue }
  }

  /// - Parameters:
  ///   - context: Keys that are read elsewhere.
  ///   - defaults: Members that the node does not have, read if the table has such keys. They are
  ///     read in the same loop because every call of the table is inlined code.
  @inline(__always)
  mutating func read<Request: WireRequest>(
    _ request: inout Request, from node: JSONNode, beside context: ContextKeys = [],
    or defaults: [CallDefaults.Member]? = nil
  ) throws(RequestError) {
    let outer = level
    level = Level()
    var members = node.members
    var nextDefault = 0
    while true {
      if let (key, value) = members.next() {
        level.key = key
        level.node = value
      } else if let defaults, nextDefault < defaults.count {
        level.key = defaults[nextDefault].key
        level.node = defaults[nextDefault].value
        nextDefault &+= 1
      } else {
        break
      }
      level.isMet = false
      level.next = 1
      try request.keys(&self)
      if level.isMet || nextDefault > 0 { continue }
      let key = level.key
      if let contextKey = ContextKeys(key) {
        if context.contains(contextKey) { continue }
      } else if context.contains(.delivery), try DeliveryReader.reads(key, beside: node) {
        continue
      }
      throw key.unknown(in: Request.self, among: Request.keyNames + context.names)
    }
    level.key = JSONKey(nil)
    level.isAtEnd = true
    level.next = 1
    try request.keys(&self)
    try request.check()
    level = outer
  }

  /// Reads the keys that the table has from a dictionary with others, which are read elsewhere.
  mutating func read<Request: WireRequest>(
    _ request: inout Request, among node: JSONNode
  ) throws(RequestError) {
    let outer = level
    for (key, value) in node.members {
      level = Level(key: key, node: value)
      try request.keys(&self)
    }
    level = Level(isAtEnd: true)
    try request.keys(&self)
    try request.check()
    level = outer
  }

  /// Reads the elements of a list.
  mutating func list<Form: RequestForm>(
    _ node: JSONNode, _ key: StaticString, as form: Form.Type
  ) throws(RequestError) -> [Form.Value] {
    guard node.kind == .array else { throw RequestError.wrongType(key, node, expected: "a list") }
    let outer = item
    var list: [Form.Value] = []
    list.reserveCapacity(node.count)
    for element in node.elements {
      item = list.count
      do throws(RequestError) {
        list.append(try Form.read(element, key, &self))
      } catch {
        throw error.at(list.count, of: key)
      }
    }
    item = outer
    return list
  }

  // MARK: Keys

  static var writes: Bool { false }

  @inline(__always)
  func concerns(_ name: StaticString) -> Bool { name ~= level.key }

  @inline(__always)
  mutating func require(_ name: StaticString) throws(RequestError) {
    if let bit = try demand(name), name ~= level.key, !level.node.isNull { level.found |= bit }
  }

  /// Returns the bit of the next required key; at the end returns nil, or throws if the key is
  /// missing.
  @inline(__always)
  private mutating func demand(_ name: StaticString) throws(RequestError) -> UInt32? {
    let bit = level.next
    level.next = bit &<< 1
    guard level.isAtEnd else { return bit }
    if level.found & bit == 0 { throw RequestError.missing(name) }
    return nil
  }

  /// Returns the value if it is that of the current member and not an ignored null.
  @inline(__always)
  private mutating func node(_ name: StaticString, readsNull: Bool) -> JSONNode? {
    guard name ~= level.key else { return nil }
    level.isMet = true
    return readsNull || !level.node.isNull ? level.node : nil
  }

  @inline(__always)
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(RequestError) {
    guard let node = node(name, readsNull: Form.readsNull) else { return }
    value = try Form.read(node, name, &self)
  }

  @inline(__always)
  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, or standard: @autoclosure () -> Form.Value,
    as form: Form.Type
  ) throws(RequestError) where Form.Value: Equatable {
    guard let node = node(name, readsNull: Form.readsNull) else { return }
    value = try Form.read(node, name, &self)
  }

  @inline(__always)
  mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) throws(RequestError) {
    guard let bit = try demand(name), let node = node(name, readsNull: Form.readsNull) else {
      return
    }
    level.found |= bit
    value = try Form.read(node, name, &self)
  }

  @inline(__always)
  mutating func synonym<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) throws(RequestError) {
    try key(name, &value, as: form)
  }

  @inline(__always)
  mutating func passed(_ name: StaticString) {
    if name ~= level.key { level.isMet = true }
  }

  @inline(__always)
  mutating func former(_ name: StaticString, now: StaticString) throws(RequestError) {
    if name ~= level.key { throw RequestError.renamed(name, now) }
  }
}
