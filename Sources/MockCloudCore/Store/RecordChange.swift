/// What a call did to one record.
struct RecordChange: Sendable {
  let zoneID: ZoneID
  /// Nil for a record that was made.
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

  /// Whether the record stands elsewhere than before, or has to do with other shares.
  var changesHierarchy: Bool {
    if before != nil, after == nil { return true }
    return !(before?.parent).hasBytes(of: after?.parent) || before?.sharing != after?.sharing
  }

  /// The record in question: as it is, or as it was before it was deleted.
  var record: Record? { after ?? before }
}
