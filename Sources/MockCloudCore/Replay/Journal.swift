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
  /// JSON text; empty for a call that came from Swift without any.
  let request: [UInt8]
  /// 0 or the code of the error that the call as a whole was answered with.
  public let status: Int32
  let response: [UInt8]
  let faults: [FaultNote]

  var bytes: Int { request.count + response.count }
}

/// The calls of the service, oldest first. It holds a bounded amount of text: beyond it, the oldest
/// calls are forgotten.
struct Journal: Sendable {
  /// Bytes of requests and answers that are kept (DECIDED).
  static let capacity = 64 << 20

  private(set) var entries = OrderedMap<UInt64, JournalEntry>()
  private var bytes = 0
  /// Calls that were forgotten.
  private(set) var dropped = 0

  mutating func append(_ entry: JournalEntry) {
    _ = entries.updateValue(entry, forKey: entry.number)
    bytes += entry.bytes
    while bytes > Self.capacity, entries.count > 1, let oldest = entries.first {
      _ = entries.removeValue(forKey: oldest.key)
      bytes -= oldest.value.bytes
      dropped += 1
    }
  }
}
