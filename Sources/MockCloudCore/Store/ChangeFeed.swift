/// What changed and in which order: everything once, where it changed last.
///
/// A feed knows names only and not what they stand for, so that the same records can be listed in
/// several feeds: in that of their zone, and in one of every participant who sees some of them.
struct ChangeFeed<Name: OrderedKey & Digestible, Deletion: Digestible & Sendable>: Sendable {
  /// The number of the latest change; 0 in a new feed.
  private(set) var position: UInt64
  /// Goes up when the tokens given out so far expire.
  private(set) var generation: UInt64
  /// What is there and what is gone, each by the number of its change. They stand apart so that a
  /// first reading, which leaves out what is gone already, need not pass it.
  private var saves = OrderedMap<UInt64, Name>()
  private var deletions = OrderedMap<UInt64, Tombstone>()
  /// The number of each name's change.
  private var places = OrderedMap<Name, UInt64>()
  /// The epochs of the worlds in which the changes were made, by the first change of each; those
  /// before the first were made in epoch 0. Empty where no world was ever replaced by another.
  private(set) var epochs = OrderedMap<UInt64, UInt64>()
  /// The sum of what the changes are hashed to.
  private var changeSum: UInt64 = 0

  enum Change: Sendable {
    case saved(Name)
    /// What a reader is shown of a deletion.
    case deleted(Name, Deletion)
  }

  private struct Tombstone: Sendable {
    let name: Name
    let deletion: Deletion
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
    guard let place = places[name] else { return false }
    return saves[place] != nil
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
    let number = number ?? nextPosition
    let digest = FeedDigest.saved(name)
    move(name, digest, to: number)
    changeSum &+= FeedDigest.change(digest, at: number)
    if let former = saves.updateValue(name, forKey: number) {
      changeSum &-= FeedDigest.change(FeedDigest.saved(former), at: number)
    }
  }

  /// Notes that something is gone.
  mutating func note(deleted name: Name, _ deletion: Deletion, at number: UInt64? = nil) {
    let number = number ?? nextPosition
    move(name, FeedDigest.saved(name), to: number)
    changeSum &+= FeedDigest.change(FeedDigest.deleted(name, deletion), at: number)
    let tombstone = Tombstone(name: name, deletion: deletion)
    if let former = deletions.updateValue(tombstone, forKey: number) {
      changeSum &-= FeedDigest.change(
        FeedDigest.deleted(former.name, former.deletion), at: number)
    }
  }

  /// - Parameter digest: That of the saved name.
  private mutating func move(_ name: Name, _ digest: UInt64, to number: UInt64) {
    if let former = places.updateValue(number, forKey: name) {
      if let saved = saves.removeValue(forKey: former) {
        // At the end of time another name may have taken the place.
        let digest = former < .max ? digest : FeedDigest.saved(saved)
        changeSum &-= FeedDigest.change(digest, at: former)
      } else if let gone = deletions.removeValue(forKey: former) {
        changeSum &-= FeedDigest.change(
          FeedDigest.deleted(gone.name, gone.deletion), at: former)
      }
    }
    position = max(position, number)
  }

  /// Makes every token that was given out before an expired one.
  mutating func expireTokens() { if generation < .max { generation += 1 } }

  // MARK: Digest

  /// Of the changes, their order, and which tokens expired; not of the epochs, which differ after a
  /// restore.
  var digest: UInt64 { digest(changeSum) }

  /// The same, worked out from the changes.
  var digestAnew: UInt64 {
    digest(
      changes.reduce(0) { sum, numbered in
        let digest =
          switch numbered.change {
          case .saved(let name): FeedDigest.saved(name)
          case .deleted(let name, let deletion): FeedDigest.deleted(name, deletion)
          }
        return sum &+ FeedDigest.change(digest, at: numbered.number)
      })
  }

  private func digest(_ changeSum: UInt64) -> UInt64 {
    var hash = StableHash(.feed)
    hash.add(position)
    hash.add(generation)
    return changeSum &+ hash.value
  }

  // MARK: Reading

  typealias Numbered = (number: UInt64, change: Change)

  /// Every change with its number, in order.
  var changes: [Numbered] {
    changes(in: Window(after: 0, before: nil, reversed: false), hidden: 0, upTo: .max) { _ in true }
  }

  /// Calls `body` with the number of everything that is gone, in order.
  func scanDeletions(_ body: (UInt64, Name, Deletion) -> Void) {
    for (number, tombstone) in deletions { body(number, tombstone.name, tombstone.deletion) }
  }

  struct Page: Sendable {
    let changes: [Change]
    /// Where the next page begins.
    let next: FeedCursor
    let moreComing: Bool
  }

  /// The next changes after a cursor; nil reads from the beginning: what is there now.
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
    let window = Window(
      after: start.sequence, before: start.ceiling == 0 ? nil : start.ceiling, reversed: reversed)
    let wanted = max(1, limit)
    let found = changes(
      in: window, hidden: start.hidden, upTo: wanted < .max ? wanted + 1 : wanted, where: isWanted)
    let changes = found.prefix(wanted).map(\.change)
    guard found.count > wanted else {
      return Page(
        changes: changes, next: FeedCursor(reversed ? start.top : position), moreComing: false)
    }
    let last = found[wanted - 1].number
    var next = start
    if reversed { next.ceiling = last } else { next.sequence = last }
    if next.sequence >= next.hidden { next.hidden = 0 }
    return Page(changes: changes, next: next, moreComing: true)
  }

  /// Numbers between two, both left out, and the direction in which they are read.
  private struct Window {
    var after: UInt64
    let before: UInt64?
    let reversed: Bool
  }

  /// The first wanted changes of a window, without the deletions up to a number.
  private func changes(
    in window: Window, hidden: UInt64, upTo count: Int, where isWanted: (Change) -> Bool
  ) -> [Numbered] {
    var visible = window
    visible.after = max(window.after, hidden)
    let saved = Self.first(count, of: saves, in: window) { name in
      let change = Change.saved(name)
      return isWanted(change) ? change : nil
    }
    let deleted = Self.first(count, of: deletions, in: visible) { tombstone in
      let change = Change.deleted(tombstone.name, tombstone.deletion)
      return isWanted(change) ? change : nil
    }
    return Self.merged(saved, deleted, upTo: count, reversed: window.reversed)
  }

  private static func first<Value>(
    _ count: Int, of map: OrderedMap<UInt64, Value>, in window: Window,
    change: (Value) -> Change?
  ) -> [Numbered] {
    var found: [Numbered] = []
    let start = window.reversed ? window.before : window.after
    map.scan(from: start, inclusive: false, reversed: window.reversed) { number, value in
      if window.reversed, number <= window.after { return false }
      if let change = change(value) { found.append((number, change)) }
      return found.count < count
    }
    return found
  }

  private static func merged(
    _ left: [Numbered], _ right: [Numbered], upTo count: Int, reversed: Bool
  ) -> [Numbered] {
    if right.isEmpty { return left }
    if left.isEmpty { return right }
    var merged: [Numbered] = []
    var (a, b) = (left[...], right[...])
    while merged.count < count, let first = a.first, let second = b.first {
      let takesFirst = reversed ? first.number > second.number : first.number < second.number
      merged.append(takesFirst ? a.removeFirst() : b.removeFirst())
    }
    return merged + a.prefix(count - merged.count) + b.prefix(count - merged.count)
  }
}

/// The records of a zone; of a deleted one the reader is shown the type.
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
