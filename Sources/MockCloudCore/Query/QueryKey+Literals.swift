extension QueryKey: ExpressibleByStringLiteral {
  /// A field by its name, or a system field by its schema name.
  public init(stringLiteral value: String) { self.init(fieldName: value) }
}
