/// The comparison of a filter, spelled as in requests.
public enum FilterComparator: String, Sendable, CaseIterable {
  case equals = "EQUALS"
  case notEquals = "NOT_EQUALS"
  case isIn = "IN"
  case notIn = "NOT_IN"
  case lessThan = "LESS_THAN"
  case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
  case greaterThan = "GREATER_THAN"
  case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
  case near = "NEAR"
  case containsAllTokens = "CONTAINS_ALL_TOKENS"
  case containsAnyTokens = "CONTAINS_ANY_TOKENS"
  case listContains = "LIST_CONTAINS"
  case notListContains = "NOT_LIST_CONTAINS"
  case listContainsAny = "LIST_CONTAINS_ANY"
  case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
  case listContainsAll = "LIST_CONTAINS_ALL"
  case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
  case beginsWith = "BEGINS_WITH"
  case notBeginsWith = "NOT_BEGINS_WITH"
  case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
  case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"

  /// Reads a comparator of a request, in the spellings of all of Apple's web interfaces.
  public init?(wireName: String) {
    switch wireName {
    case "LIST_NOT_CONTAINS": self = .notListContains
    case "LIST_NOT_CONTAINS_ANY": self = .notListContainsAny
    case "LIST_NOT_CONTAINS_ALL": self = .notListContainsAll
    default:
      guard let comparator = Self(rawValue: wireName) else { return nil }
      self = comparator
    }
  }

  /// The comparator that matches exactly the other records; nil if CloudKit has none.
  public var negation: FilterComparator? {
    switch self {
    case .equals: .notEquals
    case .notEquals: .equals
    case .isIn: .notIn
    case .notIn: .isIn
    case .listContains: .notListContains
    case .notListContains: .listContains
    case .listContainsAny: .notListContainsAny
    case .notListContainsAny: .listContainsAny
    case .listContainsAll: .notListContainsAll
    case .notListContainsAll: .listContainsAll
    case .beginsWith: .notBeginsWith
    case .notBeginsWith: .beginsWith
    case .listMemberBeginsWith: .notListMemberBeginsWith
    case .notListMemberBeginsWith: .listMemberBeginsWith
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals: nil
    case .near, .containsAllTokens, .containsAnyTokens: nil
    }
  }

  /// Whether this is one of the `NOT_…` comparators, which also match if the field is absent.
  public var isNegative: Bool {
    switch self {
    case .notEquals, .notIn, .notListContains, .notListContainsAny, .notListContainsAll,
      .notBeginsWith, .notListMemberBeginsWith:
      true
    default: false
    }
  }

  /// Whether the filter's value is a list of values.
  public var takesList: Bool {
    switch self {
    case .isIn, .notIn, .listContainsAny, .notListContainsAny, .listContainsAll,
      .notListContainsAll:
      true
    default: false
    }
  }

  public var isTokenSearch: Bool { self == .containsAllTokens || self == .containsAnyTokens }
}
