/// A call with its outcome, as the journal keeps it. How it is written down is known further up.
protocol JournalledCall: Sendable {}

/// One call of the service, as it came and as it was answered.
public struct JournalEntry: Sendable {
  /// Counts the calls of the service from 1.
  public let number: UInt64
  /// Milliseconds since 1970.
  public let time: Int64
  /// Nil when nobody was signed in, or when the call was refused before the caller was known.
  public let userRecordName: String?
  public let device: String?
  /// The operation's name in the dialect, for example `records/modify`.
  public let operation: String
  /// 0 or the code of the error that the call as a whole was answered with.
  public let status: Int32
  /// Which faults acted, in order.
  public let faults: [FaultNote]
  let call: any JournalledCall
  /// About how many bytes the call keeps in memory.
  let weight: Int
}

/// The calls of the service, oldest first. It keeps a bounded amount: beyond it, the oldest calls are
/// dropped and counted.
struct Journal: Sendable {
  private(set) var entries = OrderedMap<UInt64, JournalEntry>()
  private var bytes = 0
  /// Calls that were dropped.
  private(set) var dropped = 0

  /// - Parameter limit: The bytes of memory that calls may keep; the latest call always stays.
  mutating func append(_ entry: JournalEntry, limit: Int) {
    entries.updateValue(entry, forKey: entry.number)
    bytes += entry.weight
    while bytes > limit, entries.count > 1, let oldest = entries.first {
      entries.removeValue(forKey: oldest.key)
      bytes -= oldest.value.weight
      dropped += 1
    }
  }
}
