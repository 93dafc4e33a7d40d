/// The shapes of an index by the paths that a value must have to match, so that a value is compared with
/// few of many shapes.
///
/// A path has the keys of objects; the places in lists are left out.
struct ShapePaths: Sendable {
  /// The maximum number of shapes that are not worth an index: a value is compared with all.
  private static let few = 16

  private let count: Int
  /// The places of the shapes, by the path of each that the fewest others have; nil for few shapes.
  private var places: [UInt64: [Int]]?
  /// The places of the shapes without a path.
  private var others: [Int] = []

  /// - Parameter shapes: The shapes in the order in which they are tried; nil has no literals.
  init(_ shapes: [PatternShape?]) {
    count = shapes.count
    if count <= Self.few { return }
    let paths = shapes.map { shape in
      var paths: Set<UInt64> = []
      if let shape { Self.collect(shape, below: 0, &paths) }
      return paths
    }
    var uses: [UInt64: Int] = [:]
    for path in paths.joined() { uses[path, default: 0] += 1 }
    var places: [UInt64: [Int]] = [:]
    for (place, paths) in paths.enumerated() {
      Steps.take()
      if let rarest = paths.min(by: { (uses[$0] ?? 0, $0) < (uses[$1] ?? 0, $1) }) {
        places[rarest, default: []].append(place)
      } else {
        others.append(place)
      }
    }
    self.places = places
  }

  /// Returns the places of the shapes that a value can have, in order, and the approximate cost of the
  /// search, as a number of compared values.
  func possible(for value: JSONValue) -> (places: [Int], cost: Int) {
    guard let places else { return (Array(0..<count), 0) }
    var found = others
    var known: Set<UInt64> = []
    var pending: [(value: JSONValue, path: UInt64)] = [(value, 0)]
    var cost = 0
    while let (value, path) = pending.popLast() {
      Steps.take()
      cost += 1
      switch value {
      case .object(let members):
        for member in members {
          let path = Self.path(path, member.key)
          if known.insert(path).inserted, let shapes = places[path] { found += shapes }
          pending.append((member.value, path))
        }
      case .array(let elements): for element in elements { pending.append((element, path)) }
      default: continue
      }
    }
    return (found.sorted(), cost)
  }

  /// Adds the paths of a shape, whose depth is limited as that of the pattern.
  private static func collect(_ shape: PatternShape, below path: UInt64, _ paths: inout Set<UInt64>)
  {
    switch shape {
    case .literal, .affixes: return
    case .members(let nodes):
      for node in nodes {
        let path = Self.path(path, node.key)
        paths.insert(path)
        collect(node.shape, below: path, &paths)
      }
    case .elements(let nodes): for node in nodes { collect(node.shape, below: path, &paths) }
    case .anyElement(let shape): collect(shape, below: path, &paths)
    }
  }

  private static func path(_ parent: UInt64, _ key: String) -> UInt64 {
    SeededRandom.hash(seed: parent, key, 1)
  }
}
