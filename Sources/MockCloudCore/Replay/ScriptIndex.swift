/// Finds the entries that a request can match without comparing it with all of them.
///
/// A request that matches a pattern has the pattern's first literal values. Patterns with literals
/// at the same paths have the same shape; entries with the same shape and the same literals are in
/// one bucket.
struct ScriptIndex: Sendable {
  private typealias Path = [Step]

  private enum Step: Sendable {
    case key(String)
    case index(Int)
  }

  private struct Shape: Sendable {
    let paths: [Path]
  }

  /// The maximum number of literals, since more of them select few entries.
  private static let mostLiterals = 8

  /// The numbers of the shapes of an operation's patterns, by operation.
  private var shapes: [String: [Int]] = [:]
  private var all: [Shape] = []
  /// The bucket of each entry.
  private var keys: [UInt64] = []
  /// The indices of the unused entries, by bucket.
  private var buckets = RareMap<UInt64, RareMap<UInt64, Bool>>()

  /// - Parameter isUsed: Returns whether the entry at an index was used.
  init(_ script: Script, isUsed: (Int) -> Bool) {
    var numbers: [ExactText: Int] = [:]
    var places: [UInt64: [UInt64]] = [:]
    for (place, entry) in script.entries.enumerated() {
      var literals: [(path: Path, value: JSONValue)] = []
      entry.request.map { Self.collect($0, [], &literals) }
      let name = ([entry.operation] + literals.map { Self.text($0.path) }).joined(separator: "\n")
      let number: Int
      if let known = numbers[ExactText(name)] {
        number = known
      } else {
        number = all.count
        numbers[ExactText(name)] = number
        all.append(Shape(paths: literals.map(\.path)))
        shapes[entry.operation, default: []].append(number)
      }
      let key = Self.key(number, literals.map(\.value))
      keys.append(key)
      if !isUsed(place) { places[key, default: []].append(UInt64(place)) }
    }
    for key in places.keys.sorted() {
      buckets.updateValue(RareMap(rising: places[key] ?? [], value: true), forKey: key)
    }
  }

  mutating func remove(_ place: Int) {
    let key = keys[place]
    let isEmpty = buckets.modify(key) { places in
      places.removeValue(forKey: UInt64(place))
      return places.isEmpty
    }
    if isEmpty == true { buckets.removeValue(forKey: key) }
  }

  /// Calls `body` with the indices of an operation's entries that a request can match, those of
  /// each bucket in ascending order, until `body` returns false.
  func candidates(
    _ operation: String, _ request: JSONValue, _ body: (Int) -> Bool
  ) {
    for number in shapes[operation] ?? [] {
      Steps.take()
      var values: [JSONValue] = []
      for path in all[number].paths {
        guard let value = Self.value(at: path, of: request) else { break }
        values.append(value)
      }
      guard values.count == all[number].paths.count else { continue }
      buckets[Self.key(number, values)]?.scan { place, _ in
        Steps.take()
        return body(Int(place))
      }
    }
  }

  // MARK: Literals

  private static func collect(
    _ pattern: JSONValue, _ path: Path, _ literals: inout [(path: Path, value: JSONValue)]
  ) {
    if literals.count >= mostLiterals { return }
    switch pattern {
    case .object(let members):
      for member in members { collect(member.value, path + [.key(member.key)], &literals) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if literals.count >= mostLiterals { return }
        collect(element, path + [.index(index)], &literals)
      }
    case .string(let text):
      switch PatternMark(text) {
      case .text(let text): literals.append((path, .string(text)))
      case nil: literals.append((path, pattern))
      case .any, .absent, .name: return
      }
    default: literals.append((path, pattern))
    }
  }

  private static func value(at path: Path, of request: JSONValue) -> JSONValue? {
    var value = request
    for step in path {
      switch (step, value) {
      case (.key(let key), .object(let members)):
        guard let next = members.first(where: { $0.key.hasBytes(of: key) }) else { return nil }
        value = next.value
      case (.index(let index), .array(let elements)):
        guard index < elements.count else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  private static func text(_ path: Path) -> String {
    path.map { step in
      switch step {
      case .key(let key): ".\(key.utf8.count).\(key)"
      case .index(let index): "[\(index)]"
      }
    }.joined()
  }

  /// Returns equal keys for values that match each other: numbers are compared by value.
  private static func key(_ shape: Int, _ values: [JSONValue]) -> UInt64 {
    values.reduce(UInt64(shape)) { key, value in
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
      return SeededRandom.hash(seed: key, text, 0)
    }
  }
}
