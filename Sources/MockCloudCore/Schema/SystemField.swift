/// The fields of every record that queries can refer to.
public enum SystemField: String, Sendable, CaseIterable {
  case recordName
  case share
  case parent
  case createdUserRecordName
  case createdTimestamp
  case modifiedTimestamp
  case modifiedUserRecordName

  /// The name of the field in schemas. Error texts use it too.
  public var storedName: String {
    switch self {
    case .recordName: "___recordID"
    case .share: "___share"
    case .parent: "___parent"
    case .createdUserRecordName: "___createdBy"
    case .createdTimestamp: "___createTime"
    case .modifiedTimestamp: "___modTime"
    case .modifiedUserRecordName: "___modifiedBy"
    }
  }

  /// The name of the property of a native record, for predicates and sort descriptors.
  public var nativeName: String {
    switch self {
    case .recordName: "recordID"
    case .share: "share"
    case .parent: "parent"
    case .createdUserRecordName: "creatorUserRecordID"
    case .createdTimestamp: "creationDate"
    case .modifiedTimestamp: "modificationDate"
    case .modifiedUserRecordName: "lastModifiedUserRecordID"
    }
  }

  public var type: FieldType {
    switch self {
    case .createdTimestamp, .modifiedTimestamp: .timestamp
    default: .reference
    }
  }

  /// The name in error texts. LOG: the service uses `recordName` for the record's name, and the
  /// stored name for other fields.
  var nameInErrors: String { self == .recordName ? rawValue : storedName }

  /// Reads a schema name; the Web Services reference spells `___recordID` as `___recordId`.
  public init?(storedName: String) {
    guard storedName.utf8.starts(with: "___".utf8) else { return nil }
    let name = storedName == "___recordId" ? "___recordID" : storedName
    guard let field = Self.allCases.first(where: { $0.storedName == name }) else { return nil }
    self = field
  }

  /// Reads the value of the key `systemFieldName`.
  public init?(systemFieldName: String) {
    guard let field = Self(rawValue: systemFieldName) ?? Self(storedName: systemFieldName) else {
      return nil
    }
    self = field
  }

  /// Reads a key of a predicate or of a native sort descriptor. In addition to the native names and
  /// the schema's, `recordName` is accepted, as the service's own error texts spell it.
  public init?(predicateKey: String) {
    if let field = Self(storedName: predicateKey) {
      self = field
    } else if predicateKey == Self.recordName.rawValue {
      self = .recordName
    } else if let field = Self.allCases.first(where: { $0.nativeName == predicateKey }) {
      self = field
    } else {
      return nil
    }
  }
}
