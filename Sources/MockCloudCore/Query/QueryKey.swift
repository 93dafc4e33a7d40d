/// The subject of a filter or a sort key.
public enum QueryKey: Hashable, Sendable {
  case field(String)
  case system(SystemField)
  /// The text of all searchable fields: `self` in `self CONTAINS '…'`, or a token filter of a
  /// request without a field name.
  case anyText

  /// Reads the value of the key `fieldName`, which may also be a schema name.
  public init(fieldName: String) {
    self = SystemField(storedName: fieldName).map { .system($0) } ?? .field(fieldName)
  }

  /// Reads a key of a predicate or of a native sort descriptor.
  public init(predicateKey: String) {
    self = SystemField(predicateKey: predicateKey).map { .system($0) } ?? .field(predicateKey)
  }

  var nameInErrors: String {
    switch self {
    case .field(let name): NameRules.shortened(name)
    case .system(let field): field.nameInErrors
    case .anyText: "self"
    }
  }
}
