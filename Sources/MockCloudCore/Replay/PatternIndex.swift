/// Finds the patterns that a value can match without comparing it with all of them.
///
/// A value that matches a pattern has the pattern's literal values. Patterns with literals at the
/// same paths have the same shape; patterns with the same shape and the same literals are in one
/// bucket.
struct PatternIndex: Sendable {
  /// The paths of literals, as a tree.
  private indirect enum Node: Sendable {
    case literal
    case members([(key: String, node: Node)])
    case elements([(index: Int, node: Node)])
  }

  private struct Shape: Sendable {
    /// Nil if there are no literals.
    let root: Node?
    let literals: Int
  }

  /// A pattern as it is added to the index.
  private struct Signature {
    var text = ""
    var values: [JSONValue] = []
  }

  /// The maximum number of literals of a pattern that are used.
  private static let mostLiterals = 1000
  /// The number of first literals that exclude most shapes.
  private static let first = 8

  private var shapes: [Shape] = []
  /// The numbers of the shapes, those with many literals first.
  private var order: [Int] = []
  /// The bucket of each pattern.
  private var keys: [Int: UInt64] = [:]
  /// The keys of the first literals of all patterns.
  private var beginnings: Set<UInt64> = []
  /// The numbers of the patterns, by bucket.
  private var buckets = RareMap<UInt64, RareMap<UInt64, Bool>>()

  /// - Parameter patterns: The patterns with their numbers, in ascending order; nil matches any
  ///   value.
  init(_ patterns: [(number: Int, pattern: JSONValue?)]) {
    var numbers: [ExactText: Int] = [:]
    var places: [UInt64: [UInt64]] = [:]
    for (place, pattern) in patterns {
      Steps.take()
      var signature = Signature()
      let root = pattern.flatMap { Self.collect($0, "", &signature) }
      let shape = numbers[ExactText(signature.text)] ?? shapes.count
      if shape == shapes.count {
        numbers[ExactText(signature.text)] = shape
        shapes.append(Shape(root: root, literals: signature.values.count))
      }
      var key = UInt64(shape)
      for (index, value) in signature.values.enumerated() {
        key = Self.key(key, value)
        if index + 1 == Self.first { beginnings.insert(key) }
      }
      keys[place] = key
      places[key, default: []].append(UInt64(place))
    }
    for key in places.keys.sorted() {
      buckets.updateValue(RareMap(rising: places[key] ?? [], value: true), forKey: key)
    }
    order = shapes.indices.sorted { (shapes[$1].literals, $0) < (shapes[$0].literals, $1) }
  }

  /// The approximate cost of a search, as a number of compared values.
  var searchCost: Int { shapes.count / 8 }

  mutating func remove(_ number: Int) {
    guard let key = keys[number] else { return }
    let isEmpty = buckets.modify(key) { places in
      places.removeValue(forKey: UInt64(number))
      return places.isEmpty
    }
    if isEmpty == true { buckets.removeValue(forKey: key) }
  }

  /// Calls `body` with the numbers of the patterns that a value can match, those of each bucket in
  /// ascending order, until `body` returns false for the bucket.
  func candidates(_ value: JSONValue, _ body: (Int) -> Bool) {
    for number in order {
      Steps.take()
      var key = UInt64(number)
      var count = 0
      if let root = shapes[number].root, !descend(root, value, &key, &count) { continue }
      buckets[key]?.scan { place, _ in
        Steps.take()
        return body(Int(place))
      }
    }
  }

  // MARK: Literals

  /// Adds the values at the paths of a tree to a key. Returns false if no pattern can match.
  private func descend(
    _ node: Node, _ value: JSONValue, _ key: inout UInt64, _ count: inout Int
  ) -> Bool {
    switch (node, value) {
    case (.literal, _):
      key = Self.key(key, value)
      count += 1
      return count != Self.first || beginnings.contains(key)
    case (.members(let nodes), .object(let members)):
      let table = JSONMemberTable(members, lookups: nodes.count)
      return nodes.allSatisfy { next in
        table[next.key].map { descend(next.node, $0, &key, &count) } ?? false
      }
    case (.elements(let nodes), .array(let elements)):
      return nodes.allSatisfy { next in
        next.index < elements.count && descend(next.node, elements[next.index], &key, &count)
      }
    default: return false
    }
  }

  /// Returns the tree of a pattern's literals; nil if it has none.
  private static func collect(
    _ pattern: JSONValue, _ path: String, _ signature: inout Signature
  ) -> Node? {
    guard signature.values.count < mostLiterals else { return nil }
    switch pattern {
    case .object(let members):
      if members.contains(where: \.isMark) { return nil }
      var nodes: [(key: String, node: Node)] = []
      for member in members {
        let key = member.patternKey
        let path = path + ".\(key.utf8.count).\(key)"
        if let node = collect(member.value, path, &signature) { nodes.append((key, node)) }
      }
      return nodes.isEmpty ? nil : .members(nodes)
    case .array(let elements):
      var nodes: [(index: Int, node: Node)] = []
      for (index, element) in elements.enumerated() where signature.values.count < mostLiterals {
        if let node = collect(element, path + "[\(index)]", &signature) {
          nodes.append((index, node))
        }
      }
      return nodes.isEmpty ? nil : .elements(nodes)
    case .string(let text):
      switch PatternMark(text) {
      case .text(let text): return literal(.string(text), path, &signature)
      case nil: return literal(pattern, path, &signature)
      case .any, .absent, .name: return nil
      }
    default: return literal(pattern, path, &signature)
    }
  }

  private static func literal(
    _ value: JSONValue, _ path: String, _ signature: inout Signature
  ) -> Node {
    signature.text += path + "\n"
    signature.values.append(value)
    return .literal
  }

  /// Returns equal keys for values that match each other: numbers are compared by value.
  private static func key(_ seed: UInt64, _ value: JSONValue) -> UInt64 {
    let text =
      switch value {
      case .string(let text): "s" + text
      case .int(let number): "n\(Double(number))"
      case .double(let number): "n\(number == 0 ? 0 : number)"
      case .bool(let flag): "b\(flag)"
      case .null: "0"
      case .array: "["
      case .object: "{"
      }
    return SeededRandom.hash(seed: seed, text, 0)
  }
}
