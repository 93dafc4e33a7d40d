// The dictionaries and lists of dictionaries within a state document.

extension StateKeys {
  /// Handles a required dictionary.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func part<Value>(
    _ name: StaticString, _ value: inout Value, _ table: Table<Value>
  ) throws(RequestError) {
    try require(name)
    var said: Value? = value
    try part(name, &said, from: value, table)
    if let said { value = said }
  }

  /// Handles an optional dictionary.
  ///
  /// - Parameter empty: The value to read into.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func part<Value>(
    _ name: StaticString, _ value: inout Value?, from empty: @autoclosure () -> Value,
    _ table: Table<Value>
  ) throws(RequestError) {
    if isWriting {
      guard var part = value else { return }
      writer.json.key(name)
      return try write(&part, table)
    }
    guard let node = try member(name) else { return }
    var part = empty()
    do throws(RequestError) {
      try read(&part, from: node, table)
    } catch {
      throw error.inside("\(name)")
    }
    value = part
  }

  /// Handles a list of dictionaries one by one, so that it is never held as a whole.
  ///
  /// - Parameters:
  ///   - list: The values to write.
  ///   - empty: The value to read an element into.
  ///   - take: Receives every element that was read. Its errors have paths within the element.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func each<List: Sequence>(
    _ name: StaticString, _ kind: ListKind, _ list: @autoclosure () -> List,
    from empty: @autoclosure () -> List.Element, _ table: Table<List.Element>,
    take: (List.Element) throws(RequestError) -> Void
  ) throws(RequestError) {
    try eachOfMany(name, kind, list(), from: empty(), table, take: take)
  }

  /// Handles a list that may be very long, by code that is compiled for its type.
  @inline(__always)
  mutating func eachOfMany<List: Sequence>(
    _ name: StaticString, _ kind: ListKind, _ list: @autoclosure () -> List,
    from empty: @autoclosure () -> List.Element, _ table: Table<List.Element>,
    take: (List.Element) throws(RequestError) -> Void
  ) throws(RequestError) {
    if isWriting { return try write(name, kind, list(), table) }
    let isRequired = kind == .required || kind == .long
    guard let node = try member(name, isRequired: isRequired) else { return }
    var index = 0
    func read(_ node: JSONNode, _ keys: inout StateKeys) throws(RequestError) {
      do throws(RequestError) {
        var element = empty()
        try keys.read(&element, from: node, table)
        try take(element)
      } catch {
        throw error.inside("\(name)[\(index)]")
      }
      index += 1
    }
    if kind == .long, let file = document?.file, let place = file.place(of: node) {
      return try file.elements(at: place) { (node) throws(RequestError) in try read(node, &self) }
    }
    guard node.kind == .array else { throw RequestError.wrongType(name, node, expected: "a list") }
    for element in node.elements {
      let place = index
      try read(element, &self)
      node.release(place)
    }
  }

  private mutating func write<List: Sequence>(
    _ name: StaticString, _ kind: ListKind, _ list: List, _ table: Table<List.Element>
  ) throws(RequestError) {
    var elements = list.makeIterator()
    var next = elements.next()
    if next == nil, kind == .sparse { return }
    writer.json.key(name)
    writer.json.beginArray()
    while var element = next {
      try write(&element, table)
      writer.json.pour()
      next = elements.next()
    }
    writer.json.endArray()
  }

  /// Writes members that answers have too.
  mutating func body(_ write: (inout JSONWriter) -> Void) { write(&writer.json) }
}

/// The presence of a list of dictionaries.
enum ListKind {
  case required
  /// Required, and possibly in the document's file instead of in memory.
  case long
  /// Optional, but always written.
  case stated
  /// Optional, and not written if it is empty.
  case sparse
}
