extension QueryKey: ExpressibleByStringLiteral {
  /// Creates the key of a field by its name, or of a system field by its schema name.
  public init(stringLiteral value: String) { self.init(fieldName: value) }
}
