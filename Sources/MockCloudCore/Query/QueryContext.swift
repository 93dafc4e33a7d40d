/// What the meaning of a query depends on beside the query itself.
public struct QueryContext: Sendable {
  /// The record name of the caller, for which the names of the current user stand.
  public var currentUser: String?
  /// Compares strings exactly in `EQUALS`, `NOT_EQUALS`, `IN` and `NOT_IN`. CloudKit's
  /// documentation says that equality ignores case, hence the default.
  public var comparesStringsExactly: Bool
  /// Whether full-text search looks into a field; every field with text when nil.
  public var isSearchable: (@Sendable (String) -> Bool)?
  /// The name of the share that a record is under; a record knows only its parent.
  public var share: (@Sendable (Record) -> String?)?

  /// What callers may call themselves: `CKCurrentUserDefaultName`, and as the web says it.
  static let currentUserNames = ["__defaultOwner__", "_defaultOwner"]

  public init(
    currentUser: String? = nil, comparesStringsExactly: Bool = false,
    isSearchable: (@Sendable (String) -> Bool)? = nil, share: (@Sendable (Record) -> String?)? = nil
  ) {
    self.currentUser = currentUser
    self.comparesStringsExactly = comparesStringsExactly
    self.isSearchable = isSearchable
    self.share = share
  }

  /// The names that a system field holds, where it holds a reference.
  func name(in field: SystemField, of record: Record) -> String? {
    switch field {
    case .recordName: record.recordName
    case .parent: record.parent
    case .share: share?(record)
    case .createdUserRecordName: record.created.userRecordName
    case .modifiedUserRecordName: record.modified.userRecordName
    case .createdTimestamp, .modifiedTimestamp: nil
    }
  }
}
