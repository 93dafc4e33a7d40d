/// A call with its outcome, as the journal keeps it. How it is written down is known further up.
protocol JournalledCall: AnyObject, Sendable {
  /// Whether the request names a record of that name, or the answer has one.
  func concerns(record name: String) -> Bool
}

/// One call of the service, with its request and its response.
public struct JournalEntry: Sendable {
  /// Counts the calls of the service from 1.
  public let number: UInt64
  /// Milliseconds since 1970.
  public let time: Int64
  /// Nil when no user was signed in, or when the call was refused before the caller was known.
  public let userRecordName: String?
  public let device: String?
  /// The operation's name in the dialect, for example `records/modify`.
  public let operation: String
  /// 0, or the code of the call's error as a whole.
  public let status: Int32
  /// Which faults acted, in order.
  public let faults: [FaultNote]
  /// The rules that were asked and did not act; nil where all that were asked did.
  public let passes: FaultPasses?
  /// The digest of what was stored before the call and after it: equal where the call changed nothing.
  public let stateBefore: UInt64
  public let stateAfter: UInt64
  let call: any JournalledCall
  /// About how many bytes the call keeps in memory.
  let weight: Int
}

/// The calls of the service, oldest first. It keeps a bounded amount: beyond it, the oldest calls are
/// dropped and counted.
struct Journal: Sendable {
  /// Older calls, in pages that copies of the journal share, each under the number of the first call
  /// that was in it. No page is empty.
  private var pages = OrderedMap<UInt64, [JournalEntry]>()
  /// The latest calls, fewer than a page.
  private var latest: [JournalEntry] = []
  private var bytes = 0
  /// Calls that were dropped.
  private(set) var dropped = 0

  private static var pageCount: Int { 32 }

  /// - Parameter limit: The bytes of memory that calls may keep; the latest call always stays.
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
