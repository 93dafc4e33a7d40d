/// Queries' conditions as text in the format language of `NSPredicate`.
public enum PredicateText {
  /// Text with the arguments that its `%@` and `%K` stand for.
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

  /// What a text says.
  struct Reading {
    /// Everything that the text compares, also beside `FALSEPREDICATE`.
    let filters: [QueryFilter]
    /// Whether `FALSEPREDICATE` stands in it.
    let matchesNothing: Bool

    var predicate: QueryPredicate { matchesNothing ? .nothing : .all(filters) }
  }

  /// Reads a condition. What is not a predicate is refused with a position, what CloudKit cannot
  /// answer in CloudKit's words.
  ///
  /// - Parameters:
  ///   - now: The time in milliseconds that `now()` stands for.
  ///   - isField: Whether the record type has a field of that name, which is meant then and not the
  ///     system's `parent`, `share` or `recordName`.
  public static func read(
    _ text: String, arguments: [PredicateArgument] = [], now: Int64,
    isField: (String) -> Bool = { _ in false }
  ) throws(QueryRefusal) -> QueryPredicate {
    try reading(Format(text: text, arguments: arguments), now: now, isField: isField).predicate
  }

  /// Reads a condition with what stands beside `FALSEPREDICATE`, which is to be checked too.
  static func reading(
    _ format: Format, now: Int64, isField: (String) -> Bool
  ) throws(QueryRefusal) -> Reading {
    let condition = try PredicateParser.parse(format.text, format.arguments)
    return try withoutActuallyEscaping(isField) { (isField) throws(QueryRefusal) in
      try PredicateLowering.lower(condition, now: now, isField: isField)
    }
  }

  /// Writes a condition so that `read` gives the same one back; nil where predicates cannot say
  /// it, as only the wire knows the comparator.
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

  /// Appends a filter; false where predicates cannot say it.
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

  /// What stands before the key, between key and value, and after the value.
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

  /// A predicate searches all fields or none.
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
    // A record type may have fields of its own that are named so.
    case .system(let field) where field == .parent || field == .share:
      format.text += field.storedName
    case .system(let field): format.text += field.nativeName
    case .field(let name):
      // A name that may be a system field's is left to filters, and a dot is out of reach.
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

  /// Whether the name can be written as it is.
  private static func isPlain(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
    return bytes.first.map(isLetter) == true && PredicateKeyword(bytes[...]) == nil
      && bytes.allSatisfy {
        isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "_")
      }
  }

  /// Writes what has a literal as one and hands everything else over as an argument.
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
