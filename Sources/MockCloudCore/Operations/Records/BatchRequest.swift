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
}
