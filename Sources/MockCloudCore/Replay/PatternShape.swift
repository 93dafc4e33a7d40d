/// The paths of a pattern's literals, as a tree.
indirect enum PatternShape: Sendable {
  case literal
  /// A text of which the numbers of bytes at the beginning and at the end are literal.
  case affixes(leading: Int, trailing: Int)
  case members([(key: String, shape: PatternShape)])
  case elements([(index: Int, shape: PatternShape)])
  /// A list of which an element has the literals.
  case anyElement(PatternShape)

  /// Returns the literal part of a text, as a value that differs if the bytes do.
  static func text(
    of text: String.UTF8View, _ leading: Int, _ trailing: Int
  ) -> JSONValue {
    let ends = [text.prefix(leading), text.suffix(trailing)]
    return .string(ends.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*"))
  }
}

/// The literals of a pattern, as it is added to an index.
struct PatternSignature {
  /// A text that is equal for patterns with the same shape.
  private(set) var text = ""
  private(set) var values: [JSONValue] = []
  /// The literals of the chosen element that a list must contain.
  private(set) var elementValues: [JSONValue] = []
  /// The elements of all lists in any order, if none is chosen; nil for those without literals.
  private(set) var elements: [Element?] = []
  /// The number of the chosen element among them.
  private let chosen: Int?
  /// The number of elements so far.
  private var elementCount = 0
  /// Whether the pattern of such an element is read.
  private var isInElement = false

  /// The literals of an element of a list in any order.
  struct Element {
    /// A text that is equal for elements with the same shape in lists at the same path.
    let text: String
    let values: [JSONValue]
  }

  /// The maximum number of literals of a pattern that are used.
  private static let mostLiterals = 1000
  /// The maximum number of bytes at an end of a text that are used.
  private static let mostBytes = 64

  /// - Parameter chosen: The number of the element whose literals are used; nil lists all elements.
  init(choosing chosen: Int? = nil) { self.chosen = chosen }

  /// The number of literals.
  var count: Int { values.count + elementValues.count }

  /// Returns the paths of a pattern's literals; nil if it has none.
  mutating func shape(of pattern: JSONValue) -> PatternShape? { shape(of: pattern, "") }

  private mutating func shape(of pattern: JSONValue, _ path: String) -> PatternShape? {
    guard count < Self.mostLiterals else { return nil }
    switch pattern {
    case .object(let members):
      if members.contains(where: \.isMark) {
        return PatternCondition(pattern).flatMap { shape(of: $0, path) }
      }
      var nodes: [(key: String, shape: PatternShape)] = []
      for member in members {
        let key = member.patternKey
        let path = path + ".\(key.utf8.count).\(key)"
        if let node = shape(of: member.value, path) { nodes.append((key, node)) }
      }
      return nodes.isEmpty ? nil : .members(nodes)
    case .array(let elements):
      var nodes: [(index: Int, shape: PatternShape)] = []
      for (index, element) in elements.enumerated() where count < Self.mostLiterals {
        if let node = shape(of: element, path + "[\(index)]") { nodes.append((index, node)) }
      }
      return nodes.isEmpty ? nil : .elements(nodes)
    case .string(let text):
      switch PatternMark(text) {
      case .text(let text): return literal(.string(text), path)
      case nil: return literal(pattern, path)
      case .any, .absent, .name: return nil
      }
    default: return literal(pattern, path)
    }
  }

  /// Returns the paths of a condition's literals. Of the lists with elements in any order, only the
  /// chosen element is used.
  private mutating func shape(of condition: PatternCondition, _ path: String) -> PatternShape? {
    switch condition {
    case .range: return nil
    case .like(let pattern):
      if let exact = pattern.exact { return literal(.string(exact), path) }
      guard let (leading, trailing) = pattern.affixes else { return nil }
      return affixes(
        of: pattern.text, min(leading.count, Self.mostBytes), min(trailing.count, Self.mostBytes),
        path)
    case .unordered(let elements), .contains(let elements):
      return isInElement ? nil : shape(ofAnyOf: elements, path + "{}")
    }
  }

  private mutating func shape(ofAnyOf elements: [JSONValue], _ path: String) -> PatternShape? {
    isInElement = true
    defer { isInElement = false }
    guard let chosen else {
      let former = text
      for element in elements {
        text = ""
        let hasLiterals = shape(of: element, path) != nil
        self.elements.append(hasLiterals ? Element(text: text, values: elementValues) : nil)
        elementValues = []
      }
      text = former
      return nil
    }
    let place = chosen - elementCount
    elementCount += elements.count
    guard elements.indices.contains(place) else { return nil }
    return shape(of: elements[place], path).map { .anyElement($0) }
  }

  private mutating func affixes(
    of text: String, _ leading: Int, _ trailing: Int, _ path: String
  ) -> PatternShape? {
    guard leading + trailing > 0 else { return nil }
    add(PatternShape.text(of: text.utf8, leading, trailing), path + "*\(leading),\(trailing)")
    return .affixes(leading: leading, trailing: trailing)
  }

  private mutating func literal(_ value: JSONValue, _ path: String) -> PatternShape {
    add(value, path)
    return .literal
  }

  private mutating func add(_ value: JSONValue, _ path: String) {
    text += path + "\n"
    if isInElement { elementValues.append(value) } else { values.append(value) }
  }
}
