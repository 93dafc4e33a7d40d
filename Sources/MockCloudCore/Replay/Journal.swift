/// A call with its outcome in the journal. Its JSON encoding is in a later folder.
protocol JournalledCall: AnyObject, Sendable {
  /// Whether the request or the answer has a record with the given name.
  func concerns(record name: RecordName) -> Bool
}

/// One call of the service, with its request and its response.
public struct JournalEntry: Sendable {
  /// The number of the call among the calls of the service, from 1.
  public let number: UInt64
  /// Milliseconds since 1970.
  public let time: Int64
  /// Nil if no user was signed in, or if the call was refused before the caller was known.
  public let userRecordName: UserRecordName?
  public let device: DeviceName?
  /// The operation's name in the dialect, for example `records/modify`.
  public let operation: String
  /// 0, or the code of the error of the call as a whole.
  public let status: Int32
  /// The faults that acted, in order.
  public let faults: [FaultNote]
  /// The rules that were evaluated and did not act; nil if there are none.
  public let passes: FaultPasses?
  /// The digests of the world before and after the call: equal if the call changed nothing.
  public let stateBefore: UInt64
  public let stateAfter: UInt64
  let call: any JournalledCall
  /// The approximate number of bytes in memory.
  let weight: Int
}

/// The calls of the service, oldest first. Its size is bounded: beyond it, the oldest calls are
/// dropped and counted.
struct Journal: Sendable {
  /// Older calls, in pages that copies of the journal share, each under the number of its original
  /// first call. No page is empty.
  private var pages = RareMap<UInt64, [JournalEntry]>()
  /// The latest calls, fewer than a page.
  private var latest: [JournalEntry] = []
  private var bytes = 0
  /// The number of dropped calls.
  private(set) var dropped = 0

  private static var pageCount: Int { 32 }

  /// - Parameter limit: The maximum number of bytes of all calls; the latest call is always kept.
  mutating func append(_ entry: JournalEntry, limit: Int) {
    if latest.count == Self.pageCount, let first = latest.first {
      pages.updateValue(latest, forKey: first.number)
      latest = []
      latest.reserveCapacity(Self.pageCount)
    }
    latest.append(entry)
    bytes += entry.weight
    while bytes > limit, let weight = dropOldest() {
      bytes -= weight
      dropped += 1
    }
  }

  /// Drops the oldest call, unless it is the latest too, and returns its weight.
  private mutating func dropOldest() -> Int? {
    guard let first = pages.first?.key else {
      return latest.count > 1 ? latest.removeFirst().weight : nil
    }
    let (weight, isEmpty) =
      pages.modify(first) { page in
        (page.removeFirst().weight, page.isEmpty)
      } ?? (0, true)
    if isEmpty { pages.removeValue(forKey: first) }
    return weight
  }

  /// Passes the calls with a greater number, oldest first; nil means all.
  func scan(after number: UInt64?, _ body: (JournalEntry) -> Void) {
    let number = number ?? 0
    var start: UInt64?
    pages.scan(from: number, inclusive: true, reversed: true) { first, _ in
      start = first
      return false
    }
    pages.scan(from: start, inclusive: true, reversed: false) { _, page in
      for entry in page where entry.number > number { body(entry) }
      return true
    }
    for entry in latest where entry.number > number { body(entry) }
  }
}
