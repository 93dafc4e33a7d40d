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
  /// How the operation was run, without its dependencies; nil if it did not report by blocks.
  public let delivery: Delivery?
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

/// The calls of the service in the order of their numbers. Its size is bounded: beyond it, the
/// oldest calls are dropped and counted.
struct Journal: Sendable {
  /// Older calls, in pages that copies of the journal share, each under the number of its original
  /// first call, or of an earlier one. No page is empty.
  private var pages = RareMap<UInt64, [JournalEntry]>()
  /// The latest calls.
  private var latest: [JournalEntry] = []
  private var bytes = 0
  /// The number of dropped calls.
  private(set) var dropped = 0

  /// Whether it has had no calls since it was cleared.
  var isEmpty: Bool { latest.isEmpty && pages.isEmpty && dropped == 0 }

  private static var pageCount: Int { 32 }

  /// - Parameter limit: The maximum number of bytes of all calls; the latest call is always kept.
  mutating func append(_ entry: JournalEntry, limit: Int) {
    // The numbers are read in place: an entry has many references.
    if !pages.isEmpty, !latest.isEmpty, entry.number < latest[0].number {
      insert(entry)
    } else {
      if latest.count >= Self.pageCount, entry.number > latest[latest.count - 1].number {
        pages.updateValue(latest, forKey: latest[0].number)
        latest = []
        latest.reserveCapacity(Self.pageCount)
      }
      latest.insert(inOrder: entry)
    }
    bytes += entry.weight
    while bytes > limit, let weight = dropOldest() {
      bytes -= weight
      dropped += 1
    }
  }

  /// Inserts a call that ended after so many calls with greater numbers that these are in pages.
  private mutating func insert(_ entry: JournalEntry) {
    var place: UInt64?
    pages.scan(from: entry.number, inclusive: true, reversed: true) { first, _ in
      place = first
      return false
    }
    if let place {
      pages.modify(place) { $0.insert(inOrder: entry) }
    } else if let first = pages.first {
      pages.removeValue(forKey: first.key)
      pages.updateValue([entry] + first.value, forKey: entry.number)
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

  /// Passes the calls with numbers in a range, the latest first, until `body` returns false.
  func scan(_ numbers: ClosedRange<UInt64>, latestFirst body: (JournalEntry) -> Bool) {
    for entry in latest.reversed() where entry.number <= numbers.upperBound {
      guard entry.number >= numbers.lowerBound, body(entry) else { return }
    }
    pages.scan(from: numbers.upperBound, inclusive: true, reversed: true) { _, page in
      for entry in page.reversed() where entry.number <= numbers.upperBound {
        guard entry.number >= numbers.lowerBound, body(entry) else { return false }
      }
      return true
    }
  }

  /// The number of calls with numbers in a range.
  func count(_ numbers: ClosedRange<UInt64>) -> Int {
    var count = latest.count { numbers.contains($0.number) }
    pages.scan(from: numbers.upperBound, inclusive: true, reversed: true) { _, page in
      guard let first = page.first?.number, let last = page.last?.number,
        last >= numbers.lowerBound
      else { return false }
      count +=
        numbers.contains(first) && numbers.contains(last)
        ? page.count : page.count { numbers.contains($0.number) }
      return true
    }
    return count
  }
}

extension [JournalEntry] {
  /// Inserts a call after those with smaller numbers: a call that waits ends after later ones.
  mutating func insert(inOrder entry: JournalEntry) {
    if isEmpty || self[count - 1].number < entry.number { return append(entry) }
    let place = indices.last { self[$0].number < entry.number }
    insert(entry, at: place.map { $0 + 1 } ?? startIndex)
  }
}
