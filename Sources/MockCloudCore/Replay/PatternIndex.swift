/// Finds the patterns that a value can match without comparing it with all of them.
///
/// A value that matches a pattern has the pattern's literal values, the beginnings and the ends of
/// its `$like`, and an element with the literals of each element of its `$contains` or `$unordered`,
/// of which the index uses the one that the fewest patterns have.
/// Patterns with literals at the same paths have the same shape; patterns with the same shape and the
/// same literals are in one bucket.
struct PatternIndex: Sendable {
  private struct Shape: Sendable {
    /// Nil if there are no literals.
    let root: PatternShape?
    let literals: Int
  }

  /// The maximum number of patterns that are not worth an index: a value is compared with all.
  private static let few = 8
  /// The number of first literals that exclude most shapes.
  private static let first = 8

  /// The numbers of few patterns, large ones first; nil if there are more.
  private var all: [Int]?
  private var shapes: [Shape] = []
  /// The numbers of the shapes, those with many literals first.
  private var order: [Int] = []
  /// The places in `order` by the paths of the shapes.
  private var paths = ShapePaths([])
  /// The bucket of each pattern.
  private var keys: [Int: UInt64] = [:]
  /// The keys of the first literals of all patterns.
  private var beginnings: Set<UInt64> = []
  /// The numbers of the patterns, by bucket.
  private var buckets = RareMap<UInt64, RareMap<UInt64, Bool>>()

  /// - Parameter patterns: The patterns with their numbers, in ascending order; nil matches any
  ///   value.
  init(_ patterns: [(number: Int, pattern: JSONValue?)]) {
    if patterns.count <= Self.few {
      let sorted = patterns.genericSorted { ($1.pattern?.weight ?? 0) < ($0.pattern?.weight ?? 0) }
      all = sorted.map(\.number)
      return
    }
    var numbers: [ExactText: Int] = [:]
    var patternsByShape: [[PatternSignature]] = []
    var places: [UInt64: [UInt64]] = [:]
    for (place, (root, signature)) in zip(patterns.map(\.number), Self.signatures(patterns)) {
      Steps.take()
      let shape = numbers[ExactText(signature.text)] ?? shapes.count
      if shape == shapes.count {
        numbers[ExactText(signature.text)] = shape
        shapes.append(Shape(root: root, literals: signature.count))
        patternsByShape.append([])
      }
      patternsByShape[shape].append(signature)
      var key = UInt64(shape)
      for (index, value) in signature.values[0].enumerated() {
        key = Self.key(key, value)
        if index + 1 == Self.first { beginnings.insert(key) }
      }
      for values in signature.elementValues { key ^= values.reduce(Self.ofElements, Self.key) }
      keys[place] = key
      places[key, default: []].append(UInt64(place))
    }
    for key in places.keys.sorted() {
      buckets.updateValue(RareMap(rising: places[key] ?? [], value: true), forKey: key)
    }
    order = shapes.indices.sorted { (shapes[$1].literals, $0) < (shapes[$0].literals, $1) }
    paths = ShapePaths(order.map { (shapes[$0].root, patternsByShape[$0]) })
  }

  /// Returns the paths of the literals of patterns, and the literals.
  private static func signatures(
    _ patterns: [(number: Int, pattern: JSONValue?)]
  ) -> [(root: PatternShape?, signature: PatternSignature)] {
    var uses: [UInt64: Int] = [:]
    let all = patterns.map { _, pattern in
      var signature = PatternSignature()
      let root = pattern.flatMap { signature.shape(of: $0) }
      for key in Set(signature.choices.map(\.key)) { uses[key, default: 0] += 1 }
      return (pattern: pattern, root: root, signature: signature)
    }
    return all.map { pattern, root, signature in
      let rarest = signature.choices.min { uses[$0.key] ?? 0 < uses[$1.key] ?? 0 }
      guard let rarest, let pattern else { return (root, signature) }
      var chosen = PatternSignature(choosing: rarest.path)
      let root = chosen.shape(of: pattern)
      return (root, chosen)
    }
  }

  mutating func remove(_ number: Int) {
    all?.removeAll { $0 == number }
    guard let key = keys[number] else { return }
    let isEmpty = buckets.modify(key) { places in
      places.removeValue(forKey: UInt64(number))
      return places.isEmpty
    }
    if isEmpty == true { buckets.removeValue(forKey: key) }
  }

  /// Calls `body` with the numbers of the patterns that a value can match, those of each bucket in
  /// ascending order, until `body` returns false for the bucket.
  ///
  /// - Returns: The approximate cost of the search, as a number of compared values.
  func candidates(_ value: JSONValue, _ body: (Int) -> Bool) -> Int {
    // The body may continue after it has returned false.
    for number in all ?? [] {
      Steps.take()
      _ = body(number)
    }
    let possible = paths.possible(for: value)
    var cost = (possible.places.count &+ possible.cost) / 8
    for place in possible.places {
      Steps.take()
      let number = order[place]
      var literals = FoundLiterals(key: UInt64(number))
      let isPossible = shapes[number].root.map { descend($0, value, &literals) } ?? true
      cost &+= literals.cost
      if !isPossible { continue }
      for key in literals.keys {
        buckets[key]?.scan { place, _ in
          Steps.take()
          return body(Int(place))
        }
      }
    }
    return cost
  }

  /// The literals of a value at the paths of a shape.
  private struct FoundLiterals {
    /// The key of those that are not in `elements`.
    var key: UInt64
    var count = 0
    /// The keys of the elements of which one must match.
    var elements: [UInt64] = []
    /// The cost of finding them, as a number of compared values.
    var cost = 0

    /// The keys of the buckets.
    var keys: [UInt64] {
      if elements.isEmpty { return [key] }
      var known: Set<UInt64> = []
      return elements.filter { known.insert($0).inserted }.map { key ^ $0 }
    }
  }

  // MARK: Literals

  /// The seed of the keys of elements.
  private static let ofElements: UInt64 = .max

  /// Adds the values at the paths of a shape to a key. Returns false if no pattern can match.
  private func descend(
    _ shape: PatternShape, _ value: JSONValue, _ found: inout FoundLiterals
  ) -> Bool {
    switch (shape, value) {
    case (.literal, _): return add(value, to: &found)
    case (.affixes(let leading, let trailing), .string(let text)):
      guard text.utf8.count >= leading + trailing else { return false }
      return add(PatternShape.text(of: text.utf8, leading, trailing), to: &found)
    case (.members(let nodes), .object(let members)):
      let table = JSONMemberTable(members, lookups: nodes.count)
      return nodes.allSatisfy { next in
        table[next.key].map { descend(next.shape, $0, &found) } ?? false
      }
    case (.elements(let nodes), .array(let elements)):
      return nodes.allSatisfy { next in
        next.index < elements.count && descend(next.shape, elements[next.index], &found)
      }
    case (.anyElement(let shape), .array(let elements)):
      for element in elements {
        Steps.take()
        var own = FoundLiterals(key: Self.ofElements)
        // The number of literals is not that of the whole pattern.
        own.count = Self.first
        if descend(shape, element, &own) { found.elements += own.keys }
        found.cost &+= 1 + own.cost
      }
      return !found.elements.isEmpty
    default: return false
    }
  }

  private func add(_ value: JSONValue, to found: inout FoundLiterals) -> Bool {
    found.key = Self.key(found.key, value)
    found.count += 1
    if case .string(let text) = value {
      found.cost &+= text.utf8.count / PatternMatcher.bytesOfStep
    }
    return found.count != Self.first || beginnings.contains(found.key)
  }

  /// Returns equal keys for values that match each other: numbers are compared by value.
  static func key(_ seed: UInt64, _ value: JSONValue) -> UInt64 {
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
