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
  /// The literals that are in no list in any order, then those of the chosen element of such a list, then
  /// those of the chosen element of a list in this element, and so on.
  private(set) var values: [[JSONValue]] = [[]]
  /// The elements of lists in any order that have literals, if none is chosen.
  private(set) var choices: [Choice] = []
  private let chosen: [Int]?
  /// The number of lists in any order around what is read.
  private var level = 0
  /// The number of elements of lists in any order so far, by the number of those around the list.
  private var elementCounts = [0]

  /// An element of a list in any order, or an element of a list in such an element.
  struct Choice {
    /// The numbers of the elements, the outermost first.
    let path: [Int]
    /// A hash of the literals and their paths.
    let key: UInt64
  }

  /// The maximum number of literals of a pattern that are used.
  private static let mostLiterals = 1000
  /// The maximum number of bytes at an end of a text that are used.
  private static let mostBytes = 64

  /// - Parameter chosen: The path of the element whose literals are used; nil lists all elements.
  init(choosing chosen: [Int]? = nil) { self.chosen = chosen }

  /// The number of literals.
  var count: Int { values.reduce(0) { $0 + $1.count } }

  /// The literals of the chosen elements, the outermost first.
  var elementValues: [[JSONValue]] {
    let last = values.lastIndex { !$0.isEmpty } ?? 0
    return last == 0 ? [] : Array(values[1...last])
  }

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
      return shape(ofAnyOf: elements, path + "{}")
    }
  }

  private mutating func shape(ofAnyOf elements: [JSONValue], _ path: String) -> PatternShape? {
    guard let chosen else {
      list(elements, path)
      return nil
    }
    guard level < chosen.count else { return nil }
    let place = chosen[level] - elementCounts[level]
    elementCounts[level] += elements.count
    guard elements.indices.contains(place) else { return nil }
    enterElement()
    defer { level -= 1 }
    return shape(of: elements[place], path).map { .anyElement($0) }
  }

  private mutating func enterElement() {
    level += 1
    if values.count > level { return }
    values.append([])
    elementCounts.append(0)
  }

  /// Adds the elements of a list in any order to the choices.
  private mutating func list(_ elements: [JSONValue], _ path: String) {
    let former = (text: text, choices: choices)
    var found: [Choice] = []
    enterElement()
    for element in elements {
      (text, choices, values[level], elementCounts[level]) = ("", [], [], 0)
      let hasLiterals = shape(of: element, path) != nil
      let number = elementCounts[level - 1]
      elementCounts[level - 1] += 1
      let key = values[level].reduce(SeededRandom.hash(seed: 0, text, 0), PatternIndex.key)
      if choices.isEmpty, hasLiterals { found.append(Choice(path: [number], key: key)) }
      for inner in choices {
        found.append(Choice(path: [number] + inner.path, key: SeededRandom.mix(key ^ inner.key)))
      }
    }
    values[level] = []
    level -= 1
    (text, choices) = (former.text, former.choices + found)
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
    values[level].append(value)
  }
}
