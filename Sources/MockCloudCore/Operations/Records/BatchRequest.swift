/// A `records/modify` as all parts of its transaction use it. A class, because each part would
/// otherwise copy its large content.
final class BatchRequest: Sendable {
  let operation: ModifyRecords
  let context: CallContext
  /// The zone of each item.
  let zoneIDs: [ZoneID]

  init(_ operation: ModifyRecords, _ zoneIDs: [ZoneID], as context: CallContext) {
    self.operation = operation
    self.zoneIDs = zoneIDs
    self.context = context
  }

  var count: Int { zoneIDs.count }

  /// Returns the record that an item saves; nil for deletions, and for new records without a name.
  func savedRecord(of index: Int) -> RecordID? {
    guard !operation.items[index].kind.isDeletion,
      let name = operation.items[index].record.recordName
    else { return nil }
    return RecordID(recordName: name, zoneID: zoneIDs[index])
  }
}
