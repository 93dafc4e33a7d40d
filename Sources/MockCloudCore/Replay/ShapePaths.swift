/// The shapes of an index by what a value must have to match: a path, or a literal at its place. A value
/// is compared with few of many shapes.
///
/// A path has the keys of objects; the places in lists are left out. The place of a literal has both.
struct ShapePaths: Sendable {
  /// The maximum number of shapes that are not worth an index: a value is compared with all.
  private static let few = 16

  private let count: Int
  /// The places of the shapes by the path of each that the fewest others have, or by the literals of its
  /// patterns that the fewest others have; nil for few shapes.
  private var places: [UInt64: [Int]]?
  /// The places of the shapes without a path.
  private var others: [Int] = []

  /// The literals of the patterns of a shape, if there are few patterns.
  struct Literals {
    /// Nil if there are more.
    private(set) var patterns: [[JSONValue]]? = []

    private static let most = 8

    mutating func add(_ values: [JSONValue]) {
      if let count = patterns?.count, count == Self.most { patterns = nil }
      patterns?.append(values)
    }
  }

  /// - Parameter shapes: The shapes in the order in which they are tried; nil has no literals.
  init(_ shapes: [(root: PatternShape?, literals: Literals)]) {
    count = shapes.count
    if count <= Self.few { return }
    let keys = shapes.map { Keys($0.root, $0.literals) }
    var uses: [UInt64: Int] = [:]
    for shape in keys {
      for key in shape.paths { uses[key, default: 0] += 1 }
      for key in shape.patterns.joined() { uses[key, default: 0] += 1 }
    }
    var places: [UInt64: [Int]] = [:]
    for (place, shape) in keys.enumerated() {
      Steps.take()
      let chosen = shape.rarest(uses)
      for key in chosen { places[key, default: []].append(place) }
      if chosen.isEmpty { others.append(place) }
    }
    self.places = places
  }

  /// The keys of a shape.
  private struct Keys {
    private(set) var paths: Set<UInt64> = []
    /// The keys of the literals of each pattern; empty if there are too many.
    private(set) var patterns: [Set<UInt64>] = []

    init(_ root: PatternShape?, _ literals: Literals) {
      guard let root else { return }
      collect(root, below: 0)
      patterns = (literals.patterns ?? []).map { values in
        var keys: Set<UInt64> = []
        var values = values[...]
        Self.collect(root, at: ofPlaces, &values, &keys)
        return keys
      }
    }

    /// Returns the keys of which a matching value has one: a path, or a literal of each pattern.
    func rarest(_ uses: [UInt64: Int]) -> Set<UInt64> {
      func least(_ keys: Set<UInt64>) -> (uses: Int, key: UInt64)? {
        keys.map { (uses: uses[$0] ?? 0, key: $0) }.min { $0 < $1 }
      }
      guard let path = least(paths) else { return [] }
      let literals = patterns.compactMap { least($0) }
      guard !literals.isEmpty, literals.count == patterns.count,
        literals.allSatisfy({ $0.uses < path.uses })
      else { return [path.key] }
      return Set(literals.map(\.key))
    }

    /// Adds the paths of a shape, whose depth is limited as that of the pattern.
    private mutating func collect(_ shape: PatternShape, below path: UInt64) {
      switch shape {
      case .literal, .affixes: return
      case .members(let nodes):
        for node in nodes {
          let path = key(path, node.key)
          paths.insert(path)
          collect(node.shape, below: path)
        }
      case .elements(let nodes): for node in nodes { collect(node.shape, below: path) }
      case .anyElement(let shape): collect(shape, below: path)
      }
    }

    /// Adds the keys of literals, which are in the order of the shape. The beginnings and ends of texts
    /// have no keys, nor have the elements of lists in any order.
    private static func collect(
      _ shape: PatternShape, at place: UInt64, _ values: inout ArraySlice<JSONValue>,
      _ keys: inout Set<UInt64>
    ) {
      switch shape {
      case .literal:
        if let value = values.popFirst() { keys.insert(PatternIndex.key(place, value)) }
      case .affixes: _ = values.popFirst()
      case .members(let nodes):
        for node in nodes { collect(node.shape, at: key(place, node.key), &values, &keys) }
      case .elements(let nodes):
        for node in nodes { collect(node.shape, at: key(place, node.index), &values, &keys) }
      case .anyElement: return
      }
    }
  }

  /// Returns the places of the shapes that a value can have, in order, and the approximate cost of the
  /// search, as a number of compared values.
  func possible(for value: JSONValue) -> (places: [Int], cost: Int) {
    guard let places else { return (Array(0..<count), 0) }
    var found = others
    var known: Set<UInt64> = []
    var pending: [(value: JSONValue, path: UInt64, place: UInt64)] = [(value, 0, ofPlaces)]
    var cost = 0
    while let (value, path, place) = pending.popLast() {
      Steps.take()
      cost += 1
      switch value {
      case .object(let members):
        for member in members {
          let path = key(path, member.key)
          if known.insert(path).inserted, let shapes = places[path] { found += shapes }
          pending.append((member.value, path, key(place, member.key)))
        }
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          pending.append((element, path, key(place, index)))
        }
      default:
        cost &+= value.string.map { $0.utf8.count / PatternMatcher.bytesOfStep } ?? 0
        found += places[PatternIndex.key(place, value)] ?? []
      }
    }
    found.sort()
    var last: Int?
    return (
      found.filter { place in
        defer { last = place }
        return place != last
      }, cost
    )
  }
}

/// The place of the whole value, for the keys of literals.
private let ofPlaces: UInt64 = .max

private func key(_ parent: UInt64, _ name: String) -> UInt64 {
  SeededRandom.hash(seed: parent, name, 1)
}

private func key(_ parent: UInt64, _ index: Int) -> UInt64 {
  SeededRandom.hash(seed: parent, "", UInt64(index) &+ 2)
}
