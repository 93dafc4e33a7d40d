/// One comparison of a field with a value: a filter dictionary of the wire.
public struct QueryFilter: Hashable, Sendable {
  public var key: QueryKey
  public var comparator: FilterComparator
  public var value: FieldValue
  /// The radius of `NEAR` in metres.
  public var distance: Double?

  public init(
    _ key: QueryKey, _ comparator: FilterComparator, _ value: FieldValue, distance: Double? = nil
  ) {
    self.key = key
    self.comparator = comparator
    self.value = value
    self.distance = distance
  }
}

/// The condition of a query, whether it came as `filterBy` or as predicate text. CloudKit can only
/// say "all of these", so this needs no tree.
public enum QueryPredicate: Hashable, Sendable {
  /// Matches no record: `FALSEPREDICATE`.
  case nothing
  /// Matches what passes every filter; without filters every record, as `TRUEPREDICATE` does.
  case all([QueryFilter])

  public static let everything = QueryPredicate.all([])

  public var filters: [QueryFilter] {
    switch self {
    case .nothing: []
    case .all(let filters): filters
    }
  }

  /// What matches both this and `other`.
  public func and(_ other: QueryPredicate) -> QueryPredicate {
    guard case .all(let mine) = self, case .all(let others) = other else { return .nothing }
    return .all(mine + others)
  }
}

/// One level of a query's order.
public struct SortKey: Hashable, Sendable {
  public var key: QueryKey
  public var ascending: Bool
  /// Where distances are measured from, when the key is a location field.
  public var relativeLocation: Location?

  public init(_ key: QueryKey, ascending: Bool = true, relativeLocation: Location? = nil) {
    self.key = key
    self.ascending = ascending
    self.relativeLocation = relativeLocation
  }
}

/// What a client asks for: the records of one type that a predicate matches, in an order.
public struct Query: Hashable, Sendable {
  public var recordType: String
  public var predicate: QueryPredicate
  /// Without keys the order is that of the records' zones and names.
  public var sort: [SortKey]

  public init(recordType: String, predicate: QueryPredicate = .everything, sort: [SortKey] = []) {
    self.recordType = recordType
    self.predicate = predicate
    self.sort = sort
  }
}

/// Why a query cannot be run, in the service's words where they are known.
public struct QueryRefusal: Error, Hashable, Sendable {
  public let code: CKErrorCode
  public let reason: String
  /// Where predicate text is wrong, in bytes from its beginning.
  public let position: Int?

  public init(_ code: CKErrorCode, _ reason: String, position: Int? = nil) {
    self.code = code
    self.reason = reason
    self.position = position
  }

  /// A refusal for what the request says.
  public init(_ reason: String, position: Int? = nil) {
    self.init(.invalidArguments, reason, position: position)
  }
}
