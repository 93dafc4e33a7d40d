/// One zone of one database: its records and the order in which they changed.
struct Zone: Sendable {
  let zoneID: ZoneID
  /// Told apart from every other life of a zone of this name by this number.
  let incarnation: UInt64
  /// The number of the latest change; 0 in a new zone.
  private(set) var sequence: UInt64 = 0
  private(set) var records = OrderedMap<String, Entry>()
  /// Every record's and every deleted record's latest change, in the order of change.
  private(set) var log = OrderedMap<UInt64, Change>()
  /// Where the log holds the deletion of a record.
  private(set) var deletions = OrderedMap<String, UInt64>()
  private(set) var references = ReferenceIndex()
  /// Bytes that all records take up, assets included.
  private(set) var bytes = 0

  init(zoneID: ZoneID, incarnation: UInt64, sequence: UInt64 = 0) {
    self.zoneID = zoneID
    self.incarnation = incarnation
    self.sequence = sequence
  }

  /// A record as stored.
  struct Entry: Sendable {
    let record: Record
    /// The version before this one, kept to answer conflicts with an ancestor.
    let previous: Record?
    let sequence: UInt64
    /// Bytes that the record takes up, assets included.
    let size: Int
  }

  enum Change: Sendable {
    case saved(String)
    case deleted(String, recordType: String)
  }

  /// The number that the next change will have. Saturates instead of trapping at the end of time.
  var nextSequence: UInt64 { sequence < .max ? sequence + 1 : sequence }

  /// The number for a record's next version: one whose tag differs from those of the versions that a
  /// client may still hold, which matters only where seeded tags were chosen by the test.
  func nextSequence(after entry: Entry?) -> UInt64 {
    var candidate = nextSequence
    while let entry, candidate < .max,
      ChangeTag.text(candidate) == entry.record.recordChangeTag
        || ChangeTag.text(candidate) == entry.previous?.recordChangeTag
    {
      candidate += 1
    }
    return candidate
  }

  /// Stores a version, as the change with the given number.
  mutating func store(_ record: Record, sequence number: UInt64, keeping ancestor: Record?) {
    let size = RecordSize(record.fields, recordName: record.recordName).total
    let entry = Entry(record: record, previous: ancestor, sequence: number, size: size)
    bytes += size
    let former = records.updateValue(entry, forKey: record.recordName)
    references.update(record.recordName, from: former?.record, to: record)
    if let replaced = former {
      bytes -= replaced.size
      _ = log.removeValue(forKey: replaced.sequence)
    } else if let deletion = deletions.removeValue(forKey: record.recordName) {
      _ = log.removeValue(forKey: deletion)
    }
    _ = log.updateValue(.saved(record.recordName), forKey: number)
    sequence = max(sequence, number)
  }

  /// Deletes a record and logs it. Nothing happens when there is none of that name.
  @discardableResult
  mutating func remove(_ recordName: String) -> Record? {
    guard let removed = records.removeValue(forKey: recordName) else { return nil }
    references.update(recordName, from: removed.record, to: nil)
    bytes -= removed.size
    _ = log.removeValue(forKey: removed.sequence)
    logDeletion(of: recordName, recordType: removed.record.recordType, sequence: nextSequence)
    return removed.record
  }

  /// Logs that a record was deleted; used directly when a saved state is read back.
  mutating func logDeletion(of recordName: String, recordType: String, sequence number: UInt64) {
    _ = deletions.updateValue(number, forKey: recordName)
    _ = log.updateValue(.deleted(recordName, recordType: recordType), forKey: number)
    sequence = max(sequence, number)
  }

  struct Deletion: Sendable {
    let recordName: String
    let recordType: String
    let sequence: UInt64
  }

  /// What was deleted and not made again, in the order of deletion.
  var deletionsInOrder: [Deletion] {
    log.compactMap { sequence, change in
      guard case .deleted(let name, let type) = change else { return nil }
      return Deletion(recordName: name, recordType: type, sequence: sequence)
    }
  }
}

/// Record change tags: short and opaque to clients; live ones look like base-36 counters (LOG).
enum ChangeTag {
  static func text(_ number: UInt64) -> String { String(number, radix: 36) }
}
