/// What the meaning of a query depends on beside the query itself.
struct QueryContext: Sendable {
  /// The record name of the caller, for which the names of the current user stand.
  var currentUser: String?
  /// Compares strings exactly in `EQUALS`, `NOT_EQUALS`, `IN` and `NOT_IN`. CloudKit's
  /// documentation says that equality ignores case, hence the default.
  var comparesStringsExactly: Bool
  /// Whether full-text search looks into a field; every field with text when nil.
  var isSearchable: (@Sendable (String) -> Bool)?

  init(
    currentUser: String? = nil, comparesStringsExactly: Bool = false,
    isSearchable: (@Sendable (String) -> Bool)? = nil
  ) {
    self.currentUser = currentUser
    self.comparesStringsExactly = comparesStringsExactly
    self.isSearchable = isSearchable
  }

  /// The record name of the user whom a name means.
  func userRecordName(_ name: String) -> String {
    OwnerAlias.currentUser.contains(name) ? currentUser ?? name : name
  }

  /// The names that a system field holds, where it holds a reference.
  func name(in field: SystemField, of record: Record) -> String? {
    switch field {
    case .recordName: record.recordName
    case .parent: record.parent
    case .share: record.shareName
    case .createdUserRecordName: record.created.userRecordName
    case .modifiedUserRecordName: record.modified.userRecordName
    case .createdTimestamp, .modifiedTimestamp: nil
    }
  }
}
