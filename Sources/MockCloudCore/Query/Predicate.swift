/// One comparison of a field with a value: a filter dictionary of a request.
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

/// The condition of a query, from `filterBy` or from predicate text. CloudKit supports only
/// conjunctions, so a list suffices.
public enum QueryPredicate: Hashable, Sendable {
  /// Matches no record: `FALSEPREDICATE`.
  case nothing
  /// Matches records that pass every filter; without filters every record, as `TRUEPREDICATE`.
  case all([QueryFilter])

  public static let everything = QueryPredicate.all([])

  public var filters: [QueryFilter] {
    switch self {
    case .nothing: []
    case .all(let filters): filters
    }
  }

  /// Returns the conjunction of this condition and `other`.
  public func and(_ other: QueryPredicate) -> QueryPredicate {
    guard case .all(let mine) = self, case .all(let others) = other else { return .nothing }
    return .all(mine + others)
  }
}

/// One level of a query's sort order.
public struct SortKey: Hashable, Sendable {
  public var key: QueryKey
  public var ascending: Bool
  /// The place from which distances are measured if the key is a location field.
  public var relativeLocation: Location?

  public init(_ key: QueryKey, ascending: Bool = true, relativeLocation: Location? = nil) {
    self.key = key
    self.ascending = ascending
    self.relativeLocation = relativeLocation
  }
}

/// A query of a client: the records of one type that match a predicate, in an order.
public struct Query: Hashable, Sendable {
  public var recordType: RecordTypeName
  public var predicate: QueryPredicate
  /// The sort keys; without any, records are sorted by zone and name.
  public var sort: [SortKey]

  public init(
    recordType: RecordTypeName, predicate: QueryPredicate = .everything, sort: [SortKey] = []
  ) {
    self.recordType = recordType
    self.predicate = predicate
    self.sort = sort
  }
}

/// The reason why a query cannot be run, in the service's words if they are known.
public struct QueryRefusal: Error, Hashable, Sendable {
  public let code: CKErrorCode
  public let reason: String
  /// The place of the mistake in predicate text, in bytes from its beginning.
  public let position: Int?

  public init(_ code: CKErrorCode, _ reason: String, position: Int? = nil) {
    self.code = code
    self.reason = reason
    self.position = position
  }

  /// A refusal of the request's query.
  public init(_ reason: String, position: Int? = nil) {
    self.init(.invalidArguments, reason, position: position)
  }
}
