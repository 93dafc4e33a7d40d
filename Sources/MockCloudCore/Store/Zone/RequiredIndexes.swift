// The indexes that queries need.

extension World {
  /// Whether a query needs the indexes that the schema declares.
  func enforcesIndexes(_ context: CallContext) -> Bool {
    limits.strictIndexes || context.environment == .production
  }

  /// Returns the fields that full-text search covers; nil means all.
  func searchableFields(
    of recordType: RecordTypeName, as context: CallContext
  ) -> (@Sendable (String) -> Bool)? {
    guard enforcesIndexes(context),
      let type = schema(of: context.schemaKey).type(named: recordType)
    else { return nil }
    return { type.field(named: $0)?.indexes.contains(.searchable) ?? false }
  }
}
