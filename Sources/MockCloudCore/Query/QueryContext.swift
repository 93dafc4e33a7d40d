/// The context on which the meaning of a query depends.
struct QueryContext: Sendable {
  /// Whether `EQUALS`, `NOT_EQUALS`, `IN` and `NOT_IN` compare strings exactly. According to
  /// CloudKit's documentation equality ignores case, hence the default.
  var comparesStringsExactly: Bool
  /// Whether full-text search covers a field; nil means every field with text.
  var isSearchable: (@Sendable (String) -> Bool)?

  init(
    comparesStringsExactly: Bool = false, isSearchable: (@Sendable (String) -> Bool)? = nil
  ) {
    self.comparesStringsExactly = comparesStringsExactly
    self.isSearchable = isSearchable
  }

  /// Returns the name in a system field that is a reference.
  func name(in field: SystemField, of record: Record) -> ExactText? {
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
