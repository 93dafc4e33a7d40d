extension World {
  /// Identifies the schema of one environment of a container.
  struct SchemaKey: OrderedKey, Hashable {
    var container: ContainerIdentifier
    var environment: Environment

    var rank: UInt64 { container.text.rank }
    static var isOrderedByRankAlone: Bool { false }

    static func compare(_ left: Self, _ right: Self) -> Int {
      let containers = ExactText.compare(left.container, right.container)
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
