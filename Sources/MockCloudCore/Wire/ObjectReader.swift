/// Reads one object of a state document strictly: requested members must have their type and must
/// not be null, and members that are never requested are refused. The code that reads an object is
/// therefore the list of its keys.
struct ObjectReader {
  private let node: JSONNode
  private let memory: Memory
  /// The index of this object's first requested key in the memory.
  private let first: Int
  private var found = 0
  /// Members are usually requested in the order of the document, and found without a search.
  private var next: JSONMembers

  /// Shared by the readers of a document, which are too many to have memory of their own.
  private final class Memory {
    /// The requested keys of the current object and of the objects around it.
    var asked: [StaticString] = []
    /// The previous text of a member whose text is usually repeated.
    var lastText = ""
    /// The file with the lists that the document has as numbers.
    let file: StateFile?

    init(_ file: StateFile?) { self.file = file }
  }

  /// Lends a reader of the object to `body`, and then refuses the keys that `body` did not request.
  ///
  /// - Parameter file: The file with the lists that `node` has as numbers.
  static func read<Value>(
    _ node: JSONNode, _ file: StateFile? = nil,
    _ body: (inout ObjectReader) throws(RequestError) -> Value
  ) throws(RequestError) -> Value {
    try read(node, Memory(file), body)
  }

  private static func read<Value>(
    _ node: JSONNode, _ memory: Memory,
    _ body: (inout ObjectReader) throws(RequestError) -> Value
  ) throws(RequestError) -> Value {
    guard node.kind == .object else {
      throw RequestError("", "must be an object, not \(node.kindName)", expected: "an object")
    }
    var reader = ObjectReader(node, memory)
    let value = try body(&reader)
    try reader.finish()
    return value
  }

  private init(_ node: JSONNode, _ memory: Memory) {
    self.node = node
    self.memory = memory
    first = memory.asked.count
    next = node.members
  }

  private func finish() throws(RequestError) {
    let asked = memory.asked[first...]
    if found != node.count {
      for (key, _) in node.members where !asked.contains(where: { $0 ~= key }) {
        throw key.unknown(among: Array(asked))
      }
    }
    memory.asked.removeLast(memory.asked.count - first)
  }

  // MARK: Members of any kind

  /// Returns the member, which may be missing but not null.
  mutating func optional(_ key: StaticString) throws(RequestError) -> JSONNode? {
    guard let member = nullable(key) else { return nil }
    guard !member.isNull else {
      throw RequestError("\(key)", "'\(key)' must not be null")
    }
    return member
  }

  /// Returns the member, which may be missing or null.
  mutating func nullable(_ key: StaticString) -> JSONNode? {
    memory.asked.append(key)
    guard let member = next.take(key) ?? node.member(key) else { return nil }
    found += 1
    return member
  }

  mutating func required(_ key: StaticString) throws(RequestError) -> JSONNode {
    if let member = try optional(key) { return member }
    var error = RequestError.missing(key)
    error.nearest = Spelling.nearest(to: "\(key)", among: node.members.map(\.key.text))
    throw error
  }

  // MARK: Single values

  mutating func text(_ key: StaticString) throws(RequestError) -> String {
    try Self.text(required(key), key)
  }

  mutating func optionalText(_ key: StaticString) throws(RequestError) -> String? {
    guard let member = try optional(key) else { return nil }
    return try Self.text(member, key)
  }

  private static func text(
    _ member: JSONNode, _ key: StaticString
  ) throws(RequestError) -> String {
    guard let text = member.string else {
      throw RequestError.wrongType(key, member, expected: "a string")
    }
    return text
  }

  /// Reads a text that is usually equal to the previous one read by this method.
  mutating func repeatedText(_ key: StaticString) throws(RequestError) -> String {
    let member = try required(key)
    if member.isText(memory.lastText) { return memory.lastText }
    memory.lastText = try Self.text(member, key)
    return memory.lastText
  }

  /// Reads a name, which must not be empty.
  mutating func name(_ key: StaticString) throws(RequestError) -> String {
    let name = try text(key)
    guard !name.isEmpty else { throw RequestError("\(key)", "'\(key)' must not be empty") }
    return name
  }

  mutating func zoneID(_ key: StaticString) throws(RequestError) -> ZoneID {
    guard let zoneID = try required(key).zoneID(key) else { throw RequestError.missing(key) }
    return zoneID
  }

  mutating func optionalZoneID(_ key: StaticString) throws(RequestError) -> ZoneID? {
    try optional(key)?.zoneID(key)
  }

  mutating func flag(_ key: StaticString) throws(RequestError) -> Bool? {
    try optional(key)?.flag(key)
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: StaticString, _ type: Choice.Type
  ) throws(RequestError) -> Choice where Choice.RawValue == String {
    guard let choice = try required(key).choice(key, type) else { throw RequestError.missing(key) }
    return choice
  }

  mutating func optionalChoice<Choice: RawRepresentable & CaseIterable>(
    _ key: StaticString, _ type: Choice.Type
  ) throws(RequestError) -> Choice? where Choice.RawValue == String {
    try optional(key)?.choice(key, type)
  }

  // MARK: Numbers

  /// The highest count in a document. Counters that start here never exceed the range of a
  /// document's numbers.
  static let highestCount: Int64 = 1 << 62

  mutating func integer(
    _ key: StaticString, from least: Int64, through most: Int64
  ) throws(RequestError) -> Int64 {
    try Self.integer(required(key), key, from: least, through: most)
  }

  private static func integer(
    _ member: JSONNode, _ key: StaticString, from least: Int64, through most: Int64
  ) throws(RequestError) -> Int64 {
    guard let number = try member.integer(key) else { throw RequestError.missing(key) }
    guard number >= least, number <= most else {
      throw RequestError(
        "\(key)", "'\(key)' is \(number), which is out of range", expected: "\(least) to \(most)")
    }
    return number
  }

  /// Reads a count or an index.
  mutating func count(
    _ key: StaticString, from least: UInt64 = 0, through most: UInt64? = nil
  ) throws(RequestError) -> UInt64 {
    let most = most.map { Int64(clamping: $0) } ?? Self.highestCount
    return UInt64(
      clamping: try integer(key, from: Int64(clamping: least), through: most))
  }

  mutating func optionalCount(_ key: StaticString) throws(RequestError) -> UInt64? {
    guard let member = try optional(key) else { return nil }
    return UInt64(
      clamping: try Self.integer(member, key, from: 0, through: Self.highestCount))
  }

  /// Reads a bit pattern of 64 bits, written as a signed number; 0 if it is missing.
  mutating func bits(_ key: StaticString) throws(RequestError) -> UInt64 {
    UInt64(bitPattern: try optional(key)?.integer(key) ?? 0)
  }

  /// Reads milliseconds since 1970 within the clock's bounds, or later by at most `slack`.
  mutating func milliseconds(
    _ key: StaticString, slack: Int64 = 0
  ) throws(RequestError) -> Int64 {
    let bounds = Clock.bounds
    return try integer(key, from: bounds.lowerBound, through: bounds.upperBound + slack)
  }

  /// Reads ISO 8601 text as milliseconds since 1970.
  mutating func time(_ key: StaticString) throws(RequestError) -> Int64 {
    guard let time = try required(key).time(key) else { throw RequestError.missing(key) }
    return time
  }

  mutating func optionalMilliseconds(_ key: StaticString) throws(RequestError) -> Int64? {
    guard let member = try optional(key) else { return nil }
    let bounds = Clock.bounds
    return try Self.integer(
      member, key, from: bounds.lowerBound, through: bounds.upperBound)
  }

  // MARK: Objects and lists

  mutating func object<Value>(
    _ key: StaticString, _ body: (inout ObjectReader) throws(RequestError) -> Value
  ) throws(RequestError) -> Value {
    try Self.object(required(key), key, memory, body)
  }

  mutating func optionalObject<Value>(
    _ key: StaticString, _ body: (inout ObjectReader) throws(RequestError) -> Value
  ) throws(RequestError) -> Value? {
    guard let member = try optional(key) else { return nil }
    return try Self.object(member, key, memory, body)
  }

  private static func object<Value>(
    _ member: JSONNode, _ key: StaticString, _ memory: Memory,
    _ body: (inout ObjectReader) throws(RequestError) -> Value
  ) throws(RequestError) -> Value {
    do throws(RequestError) {
      return try read(member, memory, body)
    } catch {
      throw error.inside("\(key)")
    }
  }

  /// Reads every object of a list.
  mutating func list(
    _ key: StaticString, _ body: (inout ObjectReader) throws(RequestError) -> Void
  ) throws(RequestError) {
    try Self.list(required(key), key, memory, body)
  }

  /// Reads every object of an optional list. Returns false if it is missing.
  @discardableResult
  mutating func optionalList(
    _ key: StaticString, _ body: (inout ObjectReader) throws(RequestError) -> Void
  ) throws(RequestError) -> Bool {
    guard let member = try optional(key) else { return false }
    try Self.list(member, key, memory, body)
    return true
  }

  private static func list(
    _ member: JSONNode, _ key: StaticString, _ memory: Memory,
    _ body: (inout ObjectReader) throws(RequestError) -> Void
  ) throws(RequestError) {
    guard member.kind == .array else {
      throw RequestError.wrongType(key, member, expected: "a list")
    }
    for (index, node) in member.elements.enumerated() {
      try element(node, index, key, memory, body)
      member.release(index)
    }
  }

  /// Reads every object of a list that may be in the document's file.
  mutating func longList(
    _ key: StaticString, _ body: (inout ObjectReader) throws(RequestError) -> Void
  ) throws(RequestError) {
    let member = try required(key)
    guard let file = memory.file, let place = file.place(of: member) else {
      return try Self.list(member, key, memory, body)
    }
    var index = 0
    try file.elements(at: place) { (node) throws(RequestError) in
      try Self.element(node, index, key, memory, body)
      index += 1
    }
  }

  private static func element(
    _ node: JSONNode, _ index: Int, _ key: StaticString, _ memory: Memory,
    _ body: (inout ObjectReader) throws(RequestError) -> Void
  ) throws(RequestError) {
    do throws(RequestError) {
      try read(node, memory, body)
    } catch {
      throw error.inside("\(key)[\(index)]")
    }
  }

  /// Reads a list of unique texts; empty if it is missing.
  mutating func texts(_ key: StaticString) throws(RequestError) -> [String] {
    let texts = try optional(key)?.texts(key) ?? []
    var distinct = Distinct<ExactText>()
    for (index, text) in texts.enumerated() {
      do throws(RequestError) {
        try distinct.note(ExactText(text), text, "")
      } catch {
        throw error.inside("\(key)[\(index)]")
      }
    }
    return texts
  }
}

extension ObjectReader {
  /// Lends the whole object to a reader that refuses unknown keys; nulls are refused.
  mutating func rest<Value>(
    _ body: (JSONNode) throws(RequestError) -> Value
  ) throws(RequestError) -> Value {
    for (key, value) in node.members where value.isNull {
      throw RequestError(
        NameRules.shortened(key.text), "'\(NameRules.shortened(key.text))' must not be null")
    }
    let value = try body(node)
    found = node.count
    return value
  }
}
