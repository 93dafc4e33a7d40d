/// Finds the names that a request chooses by names and patterns.
enum ChosenNames {
  /// Each pattern with `*` is compared with all names.
  private static let mostPatterns = 100

  /// Returns the places of the chosen names, in order. A choice that matches none is refused.
  ///
  /// - Parameter key: The key of the request that holds the choices.
  static func places(
    _ choices: [FaultPattern], among names: [String], _ key: String
  ) throws(Misuse) -> [Int] {
    var known: [ExactText: Int] = [:]
    for (place, name) in names.enumerated() { known[ExactText(name)] = place }
    var chosen: Set<Int> = []
    var patterns = 0
    for (index, choice) in choices.enumerated() {
      let path = "\(key)[\(index)]"
      if let name = choice.exact {
        guard let place = known[ExactText(name)] else { throw .unknown(path, name, known: names) }
        chosen.insert(place)
        continue
      }
      if let problem = choice.problem(path) { throw problem.misuse }
      patterns += 1
      guard patterns <= mostPatterns else {
        throw Misuse.badMockRequest(
          "\(path): '\(key)' has more than \(mostPatterns) patterns", key: path,
          expected: "names, and at most \(mostPatterns) patterns with '*'")
      }
      let matches = names.indices.filter { choice.matches(names[$0]) }
      if matches.isEmpty { throw .unknown(path, choice.text, known: names) }
      chosen.formUnion(matches)
    }
    return chosen.sorted()
  }

  /// Returns the refusal of an empty list.
  static func none(_ key: String, _ what: String) -> Misuse {
    Misuse.badMockRequest("\(key): '\(key)' is empty", key: key, expected: what)
  }
}
