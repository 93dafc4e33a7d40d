extension World {
  /// Identifies the schema of one environment of a container.
  struct SchemaKey: OrderedKey, Hashable {
    var container: ExactText
    var environment: Environment

    var rank: UInt64 { container.text.rank }
    static var isOrderedByRankAlone: Bool { false }

    static func compare(_ left: Self, _ right: Self) -> Int {
      let containers = String.compare(left.container.text, right.container.text)
      return containers != 0 ? containers : Environment.compare(left.environment, right.environment)
    }
  }
}

extension Environment {
  /// Returns a negative number if `left` comes before `right` by its name.
  static func compare(_ left: Self, _ right: Self) -> Int {
    left == right ? 0 : String.compare(left.rawValue, right.rawValue)
  }
}
