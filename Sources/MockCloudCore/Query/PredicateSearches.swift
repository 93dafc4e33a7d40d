/// The conditions that are functions: full-text search and distances.
extension PredicateLowering {
  // MARK: Full text

  /// The key for all tokens of a record.
  private static let allTokens = "allTokens"

  private static func isAllTokens(_ expression: PredicateExpression) -> Bool {
    if case .key([allTokens]) = expression { true } else { false }
  }

  func tokenSearch(
    _ comparison: PredicateComparison
  ) throws(QueryRefusal) -> QueryFilter? {
    func filter(
      _ comparator: FilterComparator, _ text: PredicateExpression
    ) throws(QueryRefusal) -> QueryFilter {
      guard case .string? = value(of: text) else {
        throw Self.invalid(comparison, "the tokens must be a string")
      }
      return QueryFilter(.anyText, comparator, value(of: text) ?? .string(""))
    }
    switch (comparison.modifier, comparison.left, comparison.comparator) {
    case (nil, .this, .contains):
      return try filter(.containsAnyTokens, comparison.right)
    case (nil, .this, .tokenMatches):
      return try filter(.containsAllTokens, comparison.right)
    case (nil, let left, .tokenMatches) where Self.isAllTokens(left):
      return try filter(.containsAllTokens, comparison.right)
    case (let modifier?, .function("tokenize", let call), .isIn),
      (let modifier?, .function("tokenize:using:", let call), .isIn):
      guard Self.isAllTokens(comparison.right), let text = call.first, call.count == 2,
        case .string? = value(of: call[1])
      else {
        throw Self.invalid(comparison, "expected tokenize(text, options) IN allTokens")
      }
      switch modifier {
      case .all: return try filter(.containsAllTokens, text)
      case .any, .someOf: return try filter(.containsAnyTokens, text)
      default:
        throw Self.invalid(
          comparison, "\(modifier.rawValue) is not supported", remedy: Self.negateOutside)
      }
    default: return nil
    }
  }

  // MARK: Distance

  static let distanceFunction = "distanceToLocation:fromLocation:"

  func near(
    _ comparison: PredicateComparison, _ arguments: [PredicateExpression]
  ) throws(QueryRefusal) -> QueryFilter {
    guard comparison.modifier == nil, arguments.count == 2, case .key = arguments[0],
      case .location(let place)? = value(of: arguments[1])
    else {
      throw Self.invalid(
        comparison, "expected \(Self.distanceFunction)(key, location) with a location as argument")
    }
    guard comparison.comparator == .less else {
      throw Self.invalid(comparison, "a distance can only be compared with <")
    }
    let radius: Double
    switch value(of: comparison.right) {
    case .int64(let number)?: radius = Double(number)
    case .double(let number)?: radius = number
    default: throw Self.invalid(comparison, "the radius must be a number of metres")
    }
    guard radius >= 0 else { throw Self.invalid(comparison, "the radius must not be negative") }
    return QueryFilter(
      try key(arguments[0], comparison), .near, .location(place), distance: radius)
  }
}
