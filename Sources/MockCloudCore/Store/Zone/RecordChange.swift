/// The change of one record by a call.
struct RecordChange: Sendable {
  let zoneID: ZoneID
  /// Nil for a created record.
  let before: Record?
  /// Nil for a record that was deleted.
  let after: Record?

  enum Kind: Sendable {
    case create
    case update
    case delete
  }

  var kind: Kind {
    if before == nil { return .create }
    return after == nil ? .delete : .update
  }

  /// Whether the record's parent or share has changed.
  var changesHierarchy: Bool {
    if before != nil, after == nil { return true }
    return before?.parent != after?.parent || before?.sharing != after?.sharing
  }

  /// The current version of the record, or the last one before its deletion.
  var record: Record? { after ?? before }
}
