/// What changed and in which order: everything once, where it changed last.
///
/// A feed knows names only and not what they stand for, so that the same records can be told in
/// several feeds: in that of their zone, and in one of every participant who sees some of them.
struct ChangeFeed<Name: OrderedKey, Deletion: Sendable>: Sendable {
  /// The number of the latest change; 0 in a new feed.
  private(set) var position: UInt64
  /// Goes up when the tokens given out so far expire.
  private(set) var generation: UInt64
  private var log = OrderedMap<UInt64, Entry>()
  /// Where the log holds each name.
  private var places = OrderedMap<Name, UInt64>()
  /// The epochs of the worlds in which the changes were made, by the first change of each; those
  /// before the first were made in epoch 0. Empty where no world was ever given up for another.
  private(set) var epochs = OrderedMap<UInt64, UInt64>()

  enum Change: Sendable {
    case saved(Name)
    /// With what a reader is told about what is gone.
    case deleted(Name, Deletion)
  }

  /// A change as the log holds it. An enum of two payloads here would leave bytes undefined that
  /// memory checkers then see the map look at.
  private struct Entry: Sendable {
    let name: Name
    let deletion: Deletion?

    var change: Change { deletion.map { .deleted(name, $0) } ?? .saved(name) }
  }

  init(
    position: UInt64 = 0, generation: UInt64 = 0,
    epochs: OrderedMap<UInt64, UInt64> = OrderedMap()
  ) {
    self.position = position
    self.generation = generation
    self.epochs = epochs
  }

  /// The number that the next change will have. Saturates instead of trapping at the end of time.
  var nextPosition: UInt64 { position < .max ? position + 1 : position }

  /// The number of the latest change of that name, be it a deletion.
  func place(of name: Name) -> UInt64? { places[name] }

  /// Whether the feed's latest word on that name is that it is there.
  func lists(_ name: Name) -> Bool {
    guard let place = places[name], let entry = log[place] else { return false }
    return entry.deletion == nil
  }

  /// The epoch of changes to come.
  var epoch: UInt64 { epochs.last?.value ?? 0 }

  /// The epoch in which the change of that number was made.
  func epoch(at number: UInt64) -> UInt64 {
    var epoch: UInt64 = 0
    epochs.scan(from: number, reversed: true) { _, found in
      epoch = found
      return false
    }
    return epoch
  }

  // MARK: Changing

  /// Has changes from here on belong to the world of that epoch.
  mutating func enter(_ epoch: UInt64) {
    // An epoch without a change gives way to the next.
    if epoch != self.epoch { epochs.updateValue(epoch, forKey: nextPosition) }
  }

  /// Notes that something was made or changed, as the next change or the one with that number.
  mutating func note(saved name: Name, at number: UInt64? = nil) {
    note(Entry(name: name, deletion: nil), number ?? nextPosition)
  }

  /// Notes that something is gone.
  mutating func note(deleted name: Name, _ deletion: Deletion, at number: UInt64? = nil) {
    note(Entry(name: name, deletion: deletion), number ?? nextPosition)
  }

  private mutating func note(_ entry: Entry, _ number: UInt64) {
    if let former = places.updateValue(number, forKey: entry.name) {
      log.removeValue(forKey: former)
    }
    log.updateValue(entry, forKey: number)
    position = max(position, number)
  }

  /// Makes every token that was given out before an expired one.
  mutating func expireTokens() { if generation < .max { generation += 1 } }

  // MARK: Reading

  /// Every change with its number, in order.
  var changes: some Sequence<(number: UInt64, change: Change)> {
    log.lazy.map { (number: $0.key, change: $0.value.change) }
  }

  /// How many changes there are, and the number of the first.
  var extent: (count: Int, first: UInt64?) { (log.count, log.first?.key) }

  struct Page: Sendable {
    let changes: [Change]
    /// Where the next page begins.
    let next: FeedCursor
    let moreComing: Bool
  }

  /// The next changes after a cursor; nil reads from the beginning and tells what is there now.
  ///
  /// Only changes that are wanted count towards the limit, and there is more only where one of them
  /// follows. A reading over several pages is not disturbed by what is written meanwhile: that comes
  /// last when reading forwards, and after the reading when reading backwards.
  func page(
    from cursor: FeedCursor?, limit: Int, reversed: Bool = false,
    where isWanted: (Change) -> Bool = { _ in true }
  ) -> Page {
    var start = cursor ?? FeedCursor(0)
    if cursor == nil { start.hidden = position }
    if !reversed {
      start.top = 0
      start.ceiling = 0
    } else if start.ceiling == 0 {
      start.top = position
    }
    var changes: [Change] = []
    var last: UInt64?
    var hasMore = false
    let from = reversed ? (start.ceiling == 0 ? nil : start.ceiling) : start.sequence
    log.scan(from: from, inclusive: false, reversed: reversed) { number, entry in
      let change = entry.change
      if reversed, number <= start.sequence { return false }
      if case .deleted = change, number <= start.hidden { return true }
      guard isWanted(change) else { return true }
      guard changes.count < max(1, limit) else {
        hasMore = true
        return false
      }
      changes.append(change)
      last = number
      return true
    }
    guard hasMore, let last else {
      return Page(
        changes: changes, next: FeedCursor(reversed ? start.top : position), moreComing: false)
    }
    var next = start
    if reversed { next.ceiling = last } else { next.sequence = last }
    if next.sequence >= next.hidden { next.hidden = 0 }
    return Page(changes: changes, next: next, moreComing: true)
  }
}

/// The records of a zone; of a deleted one the reader is told the type.
typealias RecordFeed = ChangeFeed<String, String>

extension World {
  /// Begins an epoch after those of all feeds, where these have any.
  mutating func beginEpoch() {
    var last: UInt64 = 0
    for (_, database) in databases {
      last = max(last, database.feed.epoch)
      for (_, zone) in database.zones {
        last = max(last, zone.feed.epoch)
        for (_, view) in zone.views { last = max(last, view.feed.epoch) }
      }
    }
    for (_, feed) in sharedFeeds { last = max(last, feed.epoch) }
    if last > 0 { epoch = last < .max ? last + 1 : last }
  }
}
