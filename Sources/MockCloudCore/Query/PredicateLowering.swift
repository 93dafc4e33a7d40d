/// Converts predicate syntax to filters that CloudKit supports, and refuses the rest as CloudKit
/// does.
struct PredicateLowering {
  /// The value of `now()`, in milliseconds since 1970.
  let now: Int64
  private let isField: (String) -> Bool
  private var filters: [QueryFilter] = []
  private var matchesNothing = false

  static func lower(
    _ condition: PredicateCondition, now: Int64, isField: @escaping (String) -> Bool
  ) throws(QueryRefusal) -> PredicateText.Reading {
    var lowering = PredicateLowering(now: now, isField: isField)
    try lowering.add(condition, negated: false)
    return PredicateText.Reading(
      filters: lowering.filters, matchesNothing: lowering.matchesNothing)
  }

  private init(now: Int64, isField: @escaping (String) -> Bool) {
    self.now = now
    self.isField = isField
  }

  /// Properties of records whose names apps may also use for fields.
  private static let ambiguous = ["parent", "share", "recordName"]

  /// Returns a refusal in the service's own form, with the problem in brackets.
  ///
  /// - Parameter remedy: What to write instead.
  private static func invalid(
    _ format: String, _ problem: String, remedy: String? = nil
  ) -> QueryRefusal {
    QueryRefusal("Invalid predicate: \(format) (\(problem))" + (remedy.map { "; \($0)" } ?? ""))
  }

  static func invalid(
    _ comparison: PredicateComparison, _ problem: String, remedy: String? = nil
  ) -> QueryRefusal {
    invalid(PredicateFormat.text(of: comparison), problem, remedy: remedy)
  }

  /// Returns the refusal of a comparison for one of its two expressions.
  private static func invalid(
    _ comparison: PredicateComparison, part problem: String
  ) -> QueryRefusal {
    invalid(comparison, problem, remedy: "compare a field with a constant")
  }

  private mutating func add(
    _ condition: PredicateCondition, negated: Bool
  ) throws(QueryRefusal) {
    switch condition {
    case .constant(let value):
      if value == negated { matchesNothing = true }
    case .comparison(let comparison):
      let added = try lower(comparison)
      filters += negated ? [try negation(of: added, comparison)] : added
    case .all(let parts):
      for part in parts { try add(part, negated: negated) }
    case .any:
      throw Self.invalid(
        PredicateFormat.text(of: condition), "OR is not supported",
        remedy: "compare one field with several values by IN, otherwise make a query for each part")
    case .not(let inner):
      if case .all = inner {
        throw Self.invalid(
          PredicateFormat.text(of: condition), "NOT is not supported with a compound predicate",
          remedy: "negate its parts")
      }
      try add(inner, negated: !negated)
    }
  }

  /// Returns the negation of a filter, for which CloudKit mostly has a comparator. It has none for
  /// order, but the opposite order is equivalent for records that have the field.
  private func negation(
    of filters: [QueryFilter], _ comparison: PredicateComparison
  ) throws(QueryRefusal) -> QueryFilter {
    func refusal(_ kind: String, _ remedy: String = Self.negateOutside) -> QueryRefusal {
      Self.invalid(
        "NOT " + PredicateFormat.text(of: comparison), "NOT is not supported with \(kind)",
        remedy: remedy)
    }
    guard filters.count == 1, var filter = filters.first else {
      throw refusal("BETWEEN", Self.bothSides(of: comparison))
    }
    switch filter.comparator {
    case .lessThan: filter.comparator = .greaterThanOrEquals
    case .lessThanOrEquals: filter.comparator = .greaterThan
    case .greaterThan: filter.comparator = .lessThanOrEquals
    case .greaterThanOrEquals: filter.comparator = .lessThan
    case .near: throw refusal("a distance")
    case .containsAllTokens, .containsAnyTokens: throw refusal("a search for tokens")
    default:
      guard let comparator = filter.comparator.negation else { throw refusal("this comparison") }
      filter.comparator = comparator
    }
    return filter
  }

  static let negateOutside =
    "query without this condition, and test it on the records that are found"

  /// Returns the remedy for the negation of a BETWEEN, whose right side is a list of two values.
  private static func bothSides(of comparison: PredicateComparison) -> String {
    var key = "key"
    var bounds = ["low", "high"]
    if case .key = comparison.left { key = PredicateFormat.text(of: comparison.left) }
    if case .list(let values) = comparison.right, values.count == 2 {
      bounds = values.map { PredicateFormat.text(of: $0) }
    }
    return "make a query for each side: \(key) < \(bounds[0]), and \(key) > \(bounds[1])"
  }

  private func lower(_ comparison: PredicateComparison) throws(QueryRefusal) -> [QueryFilter] {
    if let filter = try tokenSearch(comparison) { return [filter] }
    guard comparison.options.isEmpty else {
      throw QueryRefusal(
        "Invalid predicate: Predicate comparison options are not supported for expression: "
          + PredicateFormat.text(of: comparison) + "; leave the letters in brackets out")
    }
    if case .function(let name, let arguments) = comparison.left, name == Self.distanceFunction {
      return [try near(comparison, arguments)]
    }
    switch comparison.modifier {
    case nil: return try plain(comparison)
    case .any, .someOf: return [try any(comparison)]
    case .noneOf?:
      throw Self.invalid(comparison, "NONE is not supported", remedy: negatedAny(comparison))
    default:
      throw Self.invalid(
        comparison, "\(comparison.modifier?.rawValue ?? "") is not supported",
        remedy: "use IN for a field with one value; for a list that has all of the values, write "
          + "'list CONTAINS value' for each of them, joined by AND")
    }
  }

  /// Returns the remedy for a comparison with NONE: the negation of the same one with ANY.
  private func negatedAny(_ comparison: PredicateComparison) -> String {
    var comparison = comparison
    comparison.modifier = .any
    guard (try? any(comparison)) != nil else { return Self.negateOutside }
    return "write NOT (\(PredicateFormat.text(of: comparison)))"
  }

  // MARK: - Comparisons

  private func any(_ comparison: PredicateComparison) throws(QueryRefusal) -> QueryFilter {
    if comparison.comparator == .equals, let values = values(of: comparison.left) {
      guard case .key = comparison.right else { throw wrongRight(comparison, "a key") }
      return QueryFilter(try key(comparison.right, comparison), .isIn, try list(values, comparison))
    }
    let key = try key(comparison.left, comparison)
    switch comparison.comparator {
    case .equals, .contains: return QueryFilter(key, .listContains, try single(comparison))
    case .beginsWith: return QueryFilter(key, .listMemberBeginsWith, try string(comparison))
    case .isIn: return QueryFilter(key, .listContainsAny, try list(comparison))
    default:
      throw Self.invalid(
        comparison, "\(comparison.comparator.rawValue) is not supported with ANY",
        remedy: "ANY is used with ==, CONTAINS, BEGINSWITH and IN")
    }
  }

  private func plain(_ comparison: PredicateComparison) throws(QueryRefusal) -> [QueryFilter] {
    // The only comparison that may have its constant on the left.
    if comparison.comparator == .isIn, case .key = comparison.right,
      let value = value(of: comparison.left), value.type.element == nil
    {
      return [QueryFilter(try key(comparison.right, comparison), .listContains, value)]
    }
    let key = try key(comparison.left, comparison)
    let filter: QueryFilter
    switch comparison.comparator {
    case .equals: filter = QueryFilter(key, .equals, try single(comparison))
    case .notEquals: filter = QueryFilter(key, .notEquals, try single(comparison))
    case .less: filter = QueryFilter(key, .lessThan, try single(comparison))
    case .lessOrEqual: filter = QueryFilter(key, .lessThanOrEquals, try single(comparison))
    case .greater: filter = QueryFilter(key, .greaterThan, try single(comparison))
    case .greaterOrEqual: filter = QueryFilter(key, .greaterThanOrEquals, try single(comparison))
    case .beginsWith: filter = QueryFilter(key, .beginsWith, try string(comparison))
    case .contains: filter = QueryFilter(key, .listContains, try single(comparison))
    case .isIn: filter = QueryFilter(key, .isIn, try list(comparison))
    case .between:
      guard let bounds = values(of: comparison.right), bounds.count == 2 else {
        throw wrongRight(comparison, "a list of two values")
      }
      return [
        QueryFilter(key, .greaterThanOrEquals, bounds[0]),
        QueryFilter(key, .lessThanOrEquals, bounds[1]),
      ]
    case .endsWith, .like, .matches, .tokenMatches, .conformsTo, .utiEquals:
      throw Self.invalid(
        comparison, "\(comparison.comparator.rawValue) is not supported",
        remedy: "BEGINSWITH compares the beginning of a string, 'self CONTAINS' searches words")
    }
    return [filter]
  }

  func key(
    _ expression: PredicateExpression, _ comparison: PredicateComparison
  ) throws(QueryRefusal) -> QueryKey {
    switch expression {
    case .key(let names):
      guard names.count == 1, let name = names.first, name.utf8.first != UInt8(ascii: "@") else {
        throw Self.invalid(comparison, part: Self.keyPaths)
      }
      if Self.ambiguous.contains(name), isField(name) { return .field(name) }
      return QueryKey(predicateKey: name)
    case .this: throw Self.invalid(comparison, "SELF can only be searched with CONTAINS")
    default:
      if let problem = Self.unsupported(expression) {
        throw Self.invalid(comparison, part: problem)
      }
      var hint = ""
      if case .reserved(let word) = expression {
        hint = "; a key of that name is written #\(word.rawValue.lowercased()) or %K"
      }
      throw QueryRefusal(
        "Invalid left expression in <\(PredicateFormat.text(of: comparison))>: "
          + "<\(PredicateFormat.text(of: expression))> is not an evaluated object expression\(hint)"
      )
    }
  }

  private static let keyPaths =
    "key paths into other records and collection operators are not supported"

  /// Returns the part of an expression that CloudKit does not support, if there is one.
  private static func unsupported(_ expression: PredicateExpression) -> String? {
    switch expression {
    case .function(let name, _):
      "the function \(NameRules.shortened(name)) is not supported here"
    case .arithmetic, .negative: "arithmetic is not supported"
    case .subquery: "SUBQUERY is not supported"
    case .variable: "variables are not supported"
    case .access(let base, let accesses):
      unsupported(base)
        ?? (accesses.contains(where: \.isIndex) ? "indexes are not supported" : keyPaths)
    case .constant, .null, .list, .key, .this, .reserved: nil
    }
  }

  private func wrongRight(
    _ comparison: PredicateComparison, _ expected: String
  ) -> QueryRefusal {
    if let problem = Self.unsupported(comparison.right) {
      return Self.invalid(comparison, part: problem)
    }
    if case .null = comparison.right {
      return Self.invalid(
        comparison, "comparing with nil is not supported",
        remedy: "save a value that stands for a missing one, and search it")
    }
    var hint = ""
    if case .key = comparison.right { hint = "; a text is written in quotes" }
    return QueryRefusal(
      "Invalid right expression in <\(PredicateFormat.text(of: comparison))>: "
        + "<\(PredicateFormat.text(of: comparison.right))> is not \(expected)\(hint)")
  }

  // MARK: - Values

  private func single(_ comparison: PredicateComparison) throws(QueryRefusal) -> FieldValue {
    guard let value = value(of: comparison.right), value.type.element == nil else {
      throw wrongRight(comparison, "a single constant value")
    }
    return value
  }

  private func string(_ comparison: PredicateComparison) throws(QueryRefusal) -> FieldValue {
    guard case .string(let text)? = value(of: comparison.right) else {
      throw wrongRight(comparison, "a string")
    }
    return .string(text)
  }

  private func list(_ comparison: PredicateComparison) throws(QueryRefusal) -> FieldValue {
    // A list argument has a type even if it is empty.
    if case .constant(let list) = comparison.right, list.type.element != nil { return list }
    guard let values = values(of: comparison.right) else {
      throw wrongRight(comparison, "a list of constant values")
    }
    return try list(values, comparison)
  }

  private func list(
    _ values: [FieldValue], _ comparison: PredicateComparison
  ) throws(QueryRefusal) -> FieldValue {
    guard let list = FieldValue.list(of: values) else {
      throw Self.invalid(comparison, "the values of a list must have one type")
    }
    return list
  }
}
