/// The shapes of an index by what a value must have to match: a path, or a literal at its place. A value
/// is compared with few of many shapes.
///
/// A path has the keys of objects; the places in lists are left out. The place of a literal has both,
/// but that of a literal in a list in any order is its path.
struct ShapePaths: Sendable {
  /// The maximum number of shapes that are not worth an index: a value is compared with all.
  private static let few = 16

  private let count: Int
  /// The places of the shapes by the path of each that the fewest others have, or by the literals of its
  /// patterns that the fewest others have; nil for few shapes.
  private var places: [UInt64: [Int]]?
  /// The places of the shapes without a path or literal.
  private var others: [Int] = []
  /// Whether there are literals in lists in any order.
  private var haveElements = false

  /// - Parameter shapes: The shapes in the order in which they are tried; nil has no literals.
  init(_ shapes: [(root: PatternShape?, patterns: [PatternSignature])]) {
    count = shapes.count
    if count <= Self.few { return }
    let keys = shapes.map { Keys($0.root, $0.patterns) }
    haveElements = keys.contains { $0.haveElements }
    var uses: [UInt64: Int] = [:]
    for shape in keys {
      for key in shape.paths { uses[key, default: 0] += 1 }
      for key in Set(shape.patterns.joined()) { uses[key, default: 0] += 1 }
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
    /// The keys of the literals of each pattern.
    private(set) var patterns: [[UInt64]] = []
    /// The places of the literals as `PatternSignature.values` has them. The beginnings and ends of texts
    /// have none.
    private var places: [[UInt64?]] = [[]]

    /// Whether there are literals in lists in any order.
    var haveElements: Bool { places.count > 1 }

    init(_ root: PatternShape?, _ patterns: [PatternSignature]) {
      guard let root else { return }
      collect(root, at: ofPlaces, below: 0)
      let places = places.flatMap { $0 }
      for pattern in patterns {
        var keys: [UInt64] = []
        for (place, value) in zip(places, pattern.values.flatMap { $0 }) {
          if let place { keys.append(PatternIndex.key(place, value)) }
        }
        self.patterns.append(keys)
      }
    }

    /// Returns the keys of which a matching value has one: a path, or a literal of each pattern.
    func rarest(_ uses: [UInt64: Int]) -> Set<UInt64> {
      func least(_ keys: [UInt64]) -> (uses: Int, key: UInt64)? {
        keys.map { (uses: uses[$0] ?? 0, key: $0) }.min { $0 < $1 }
      }
      let path = least(Array(paths))
      let literals = patterns.compactMap { least($0) }
      guard !literals.isEmpty, literals.count == patterns.count,
        literals.allSatisfy({ $0.uses < path?.uses ?? .max })
      else { return path.map { [$0.key] } ?? [] }
      return Set(literals.map(\.key))
    }

    /// Adds the paths and the places of literals of a shape, whose depth is limited as that of the
    /// pattern.
    private mutating func collect(
      _ shape: PatternShape, at place: UInt64, below path: UInt64, level: Int = 0
    ) {
      switch shape {
      case .literal: add(place, level)
      case .affixes: add(nil, level)
      case .members(let nodes):
        for node in nodes {
          let path = key(path, node.key)
          paths.insert(path)
          let place = level > 0 ? path : key(place, node.key)
          collect(node.shape, at: place, below: path, level: level)
        }
      case .elements(let nodes):
        for node in nodes {
          let place = level > 0 ? path : key(place, node.index)
          collect(node.shape, at: place, below: path, level: level)
        }
      case .anyElement(let shape): collect(shape, at: path, below: path, level: level + 1)
      }
    }

    private mutating func add(_ place: UInt64?, _ level: Int) {
      while places.count <= level { places.append([]) }
      places[level].append(place)
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
        guard haveElements else { continue }
        let key = PatternIndex.key(path, value)
        if known.insert(key).inserted, let shapes = places[key] { found += shapes }
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
