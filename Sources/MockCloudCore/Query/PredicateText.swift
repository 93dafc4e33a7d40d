/// Conditions of queries as text in the format language of `NSPredicate`.
public enum PredicateText {
  /// Text with the arguments for its `%@` and `%K`.
  public struct Format: Hashable, Sendable, ExpressibleByStringLiteral {
    public var text: String
    public var arguments: [PredicateArgument]

    public init(text: String, arguments: [PredicateArgument] = []) {
      self.text = text
      self.arguments = arguments
    }

    public init(_ text: String, _ arguments: PredicateArgument...) {
      self.init(text: text, arguments: arguments)
    }

    public init(stringLiteral text: String) { self.init(text: text) }
  }

  /// The content of a text.
  struct Reading {
    /// All comparisons of the text, those combined with `FALSEPREDICATE` included.
    let filters: [QueryFilter]
    /// Whether the text has a `FALSEPREDICATE`.
    let matchesNothing: Bool

    var predicate: QueryPredicate { matchesNothing ? .nothing : .all(filters) }
  }

  /// Reads a condition. A text that is not a predicate is refused with a position, a predicate that
  /// CloudKit does not support with CloudKit's error text.
  ///
  /// - Parameters:
  ///   - now: The value of `now()` in milliseconds.
  ///   - isField: Whether the record type has a field with the given name, which then takes
  ///     precedence over the system's `parent`, `share` or `recordName`.
  public static func read(
    _ text: String, arguments: [PredicateArgument] = [], now: Int64,
    isField: @escaping (String) -> Bool = { _ in false }
  ) throws(QueryRefusal) -> QueryPredicate {
    try reading(Format(text: text, arguments: arguments), now: now, isField: isField).predicate
  }

  /// Refuses a text that is not a predicate, or has other arguments than it needs.
  package static func check(_ format: Format) throws(QueryRefusal) {
    _ = try PredicateParser.parse(format.text, format.arguments)
  }

  /// Reads a condition with the comparisons combined with `FALSEPREDICATE`, which must be checked
  /// too.
  static func reading(
    _ format: Format, now: Int64, isField: @escaping (String) -> Bool
  ) throws(QueryRefusal) -> Reading {
    let condition = try PredicateParser.parse(format.text, format.arguments)
    return try PredicateLowering.lower(condition, now: now, isField: isField)
  }

  /// Writes a condition so that `read` returns an equal one; nil if predicates cannot express it,
  /// since only requests have the comparator.
  public static func write(_ predicate: QueryPredicate) -> Format? {
    guard case .all(let filters) = predicate else {
      return Format(text: "FALSEPREDICATE")
    }
    if filters.isEmpty { return Format(text: "TRUEPREDICATE") }
    var writer = PredicateWriter()
    for filter in filters where !writer.add(filter) { return nil }
    return writer.format
  }
}

private struct PredicateWriter {
  private(set) var format = PredicateText.Format(text: "")

  /// Appends a filter. Returns false if predicates cannot express it.
  mutating func add(_ filter: QueryFilter) -> Bool {
    if !format.text.isEmpty { format.text += " AND " }
    if filter.comparator.isTokenSearch { return add(search: filter) }
    guard let shape = Self.shape(of: filter) else { return false }
    format.text += shape.before
    guard add(filter.key) else { return false }
    format.text += shape.between
    add(filter.value)
    format.text += shape.after
    return true
  }

  /// Returns the text before the key, between key and value, and after the value.
  private static func shape(
    of filter: QueryFilter
  ) -> (before: String, between: String, after: String)? {
    switch filter.comparator {
    case .equals: ("", " == ", "")
    case .notEquals: ("", " != ", "")
    case .lessThan: ("", " < ", "")
    case .lessThanOrEquals: ("", " <= ", "")
    case .greaterThan: ("", " > ", "")
    case .greaterThanOrEquals: ("", " >= ", "")
    case .isIn: ("", " IN ", "")
    case .notIn: ("NOT (", " IN ", ")")
    case .beginsWith: ("", " BEGINSWITH ", "")
    case .notBeginsWith: ("NOT (", " BEGINSWITH ", ")")
    case .listContains: ("", " CONTAINS ", "")
    case .notListContains: ("NOT (", " CONTAINS ", ")")
    case .listContainsAny: ("ANY ", " IN ", "")
    case .notListContainsAny: ("NOT (ANY ", " IN ", ")")
    case .listMemberBeginsWith: ("ANY ", " BEGINSWITH ", "")
    case .notListMemberBeginsWith: ("NOT (ANY ", " BEGINSWITH ", ")")
    case .near:
      filter.distance.map { ("distanceToLocation:fromLocation:(", ", ", ") < \($0)") }
    case .listContainsAll, .notListContainsAll, .containsAllTokens, .containsAnyTokens: nil
    }
  }

  /// A predicate searches either all fields or none.
  private mutating func add(search filter: QueryFilter) -> Bool {
    guard filter.key == .anyText, case .string(let text) = filter.value else { return false }
    let literal = PredicateLiteral.text(of: text)
    format.text +=
      filter.comparator == .containsAnyTokens
      ? "SELF CONTAINS \(literal)" : "ALL tokenize(\(literal), \"Cdl\") IN allTokens"
    return true
  }

  private mutating func add(_ key: QueryKey) -> Bool {
    switch key {
    // A record type may have fields of its own with these names.
    case .system(let field) where field == .parent || field == .share:
      format.text += field.storedName
    case .system(let field): format.text += field.nativeName
    case .field(let name):
      // Predicate text cannot refer to a field with the name of a system field, or with a dot.
      guard QueryKey(predicateKey: name) == key, !name.isEmpty, !name.utf8.contains(Self.dot)
      else { return false }
      if Self.isPlain(name) {
        format.text += name
      } else {
        format.text += "%K"
        format.arguments.append(.value(.string(name)))
      }
    case .anyText: return false
    }
    return true
  }

  private static let dot = UInt8(ascii: ".")

  /// Whether the name can be written without quotes.
  private static func isPlain(_ name: String) -> Bool {
    PredicateLexer.isName(name) && PredicateKeyword(Array(name.utf8)[...]) == nil
  }

  /// Appends a value as a literal if there is one for its type, else as an argument.
  private mutating func add(_ value: FieldValue) {
    switch value {
    case .string(let text): format.text += PredicateLiteral.text(of: text)
    case .int64(let number): format.text += String(number)
    case .double(let number): format.text += String(number)
    default:
      format.text += "%@"
      format.arguments.append(.value(value))
    }
  }
}
