/// The changes of named items in order: every item once, at its latest change.
///
/// A feed has only the names of items, so that the same records can be listed in several feeds: in
/// that of their zone, and in that of every participant who sees some of them.
struct ChangeFeed<Name: OrderedKey & Digestible, Deletion: Digestible & Sendable>: Sendable {
  /// The number of the latest change; 0 in a new feed.
  private(set) var position: UInt64
  /// Increases when the tokens issued so far expire.
  private(set) var generation: UInt64
  /// Whether no token was issued since the tokens expired.
  private(set) var isUnread: Bool
  /// The existing and the deleted items, each by the number of its change. They are stored
  /// separately, so that a first reading, which leaves out deleted items, need not skip them.
  private var saves = OrderedMap<UInt64, Name>()
  private var deletions = OrderedMap<UInt64, Tombstone>()
  /// The number of each item's latest change.
  private var places = OrderedMap<Name, UInt64>()
  /// The epochs of the worlds in which the changes were made, by the first change of each; earlier
  /// changes were made in epoch 0. Empty if no world was ever replaced by another.
  private(set) var epochs = OrderedMap<UInt64, UInt64>()
  /// The sum of the hashes of the changes.
  private var changeSum: UInt64 = 0

  enum Change: Sendable {
    case saved(Name)
    /// A deletion, with the information that readers receive.
    case deleted(Name, Deletion)

    var name: Name {
      switch self {
      case .saved(let name), .deleted(let name, _): name
      }
    }

    /// Nil unless it is a deletion.
    var deletion: Deletion? {
      if case .deleted(_, let deletion) = self { deletion } else { nil }
    }
  }

  private struct Tombstone: Sendable {
    let name: Name
    let deletion: Deletion
  }

  init(
    position: UInt64 = 0, generation: UInt64 = 0, isUnread: Bool = false,
    epochs: OrderedMap<UInt64, UInt64> = OrderedMap()
  ) {
    self.position = position
    self.generation = generation
    self.isUnread = isUnread
    self.epochs = epochs
  }

  /// The number of the next change. It stays at its maximum instead of overflowing.
  var nextPosition: UInt64 { position < .max ? position + 1 : position }

  /// Returns the number of the item's latest change, which may be a deletion.
  func place(of name: Name) -> UInt64? { places[name] }

  /// Whether the item's latest change is not a deletion.
  func lists(_ name: Name) -> Bool {
    guard let place = places[name] else { return false }
    return saves[place] != nil
  }

  /// The epoch of future changes.
  var epoch: UInt64 { epochs.last?.value ?? 0 }

  /// Returns the epoch of the change with the given number.
  func epoch(at number: UInt64) -> UInt64 {
    var epoch: UInt64 = 0
    epochs.scan(from: number, reversed: true) { _, found in
      epoch = found
      return false
    }
    return epoch
  }

  // MARK: Changes

  /// Assigns future changes to the world of the given epoch.
  mutating func enter(_ epoch: UInt64) {
    // An epoch without changes is replaced by the next.
    if epoch != self.epoch { epochs.updateValue(epoch, forKey: nextPosition) }
  }

  /// Adds a creation or a change, as the next change or with the given number.
  mutating func note(saved name: Name, at number: UInt64? = nil) {
    let number = number ?? nextPosition
    let digest = FeedDigest.saved(name)
    move(name, digest, to: number)
    changeSum &+= FeedDigest.change(digest, at: number)
    if let former = saves.updateValue(name, forKey: number) {
      changeSum &-= FeedDigest.change(FeedDigest.saved(former), at: number)
    }
  }

  /// Adds a deletion.
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

  /// - Parameter digest: The digest of the saved name.
  private mutating func move(_ name: Name, _ digest: UInt64, to number: UInt64) {
    if let former = places.updateValue(number, forKey: name) {
      if let saved = saves.removeValue(forKey: former) {
        // At the maximum, another name may have replaced it.
        let digest = former < .max ? digest : FeedDigest.saved(saved)
        changeSum &-= FeedDigest.change(digest, at: former)
      } else if let gone = deletions.removeValue(forKey: former) {
        changeSum &-= FeedDigest.change(
          FeedDigest.deleted(gone.name, gone.deletion), at: former)
      }
    }
    position = max(position, number)
  }

  /// Expires all tokens that were issued so far.
  mutating func expireTokens() {
    if generation < .max { generation += 1 }
    isUnread = true
  }

  /// Notes that tokens were issued.
  mutating func noteTokens() { isUnread = false }

  // MARK: Digest

  /// The digest of the changes, their order, and expired tokens; not of the epochs, which differ
  /// after a restore.
  var digest: UInt64 { digest(changeSum) }

  /// The same digest, computed from the changes.
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

  /// All changes with their numbers, in order.
  var changes: [Numbered] {
    changes(in: Window(after: 0, before: nil, reversed: false), hidden: 0, upTo: .max) { _ in true }
  }

  /// The deletions with their numbers, in order.
  var deletionsInOrder: some Sequence<(number: UInt64, name: Name, deletion: Deletion)> {
    deletions.lazy.map { (number: $0.key, name: $0.value.name, deletion: $0.value.deletion) }
  }

  var deletionCount: Int { deletions.count }

  /// Returns both feeds without the deletions that are the same in both, for documents.
  static func difference(_ left: Self, _ right: Self) -> (left: Self, right: Self) {
    let parts = OrderedMap.difference(left.deletions, right.deletions) { _, mine, other in
      FeedDigest.deleted(mine.name, mine.deletion) == FeedDigest.deleted(other.name, other.deletion)
    }
    var shown = (left: left, right: right)
    shown.left.deletions = parts.left
    shown.right.deletions = parts.right
    return shown
  }

  struct Page: Sendable {
    let changes: [Change]
    /// The position of the next page.
    let next: FeedCursor
    let moreComing: Bool
  }

  /// Returns whether a reading without a token returns a deletion from before it.
  typealias ShownDeletions = (Deletion) -> Bool

  /// Returns the next changes after a cursor; nil reads the existing items from the beginning.
  ///
  /// Only wanted changes count towards the limit, and `moreComing` is true only if another one
  /// follows. Changes made between the pages of a reading do not disturb it: they come last when
  /// reading forwards, and after the reading when reading backwards.
  ///
  /// - Parameters:
  ///   - hidesFormer: Whether a reading from the beginning leaves out the deletions before it.
  ///   - shown: Which of these it returns nevertheless, if it reads forwards.
  func page(
    from cursor: FeedCursor?, limit: Int, reversed: Bool = false, hidesFormer: Bool = true,
    showing shown: ShownDeletions? = nil, where isWanted: (Change) -> Bool = { _ in true }
  ) -> Page {
    var start = cursor ?? FeedCursor(0)
    if cursor == nil, hidesFormer || reversed { start.hidden = position }
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
      in: window, hidden: start.hidden, showing: reversed ? nil : shown,
      upTo: wanted < .max ? wanted + 1 : wanted, where: isWanted)
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

  /// A range of numbers, without both bounds, and the direction of reading.
  private struct Window {
    var after: UInt64
    var before: UInt64?
    let reversed: Bool

    func holds(_ number: UInt64) -> Bool { number > after && before.map { number < $0 } ?? true }

    /// Whether the number comes after `end` in the direction of reading.
    func isBeyond(_ end: UInt64, _ number: UInt64) -> Bool {
      reversed ? number < end : number > end
    }

    /// Moves the window behind what was read.
    mutating func pass(_ number: UInt64) {
      if reversed { before = number } else { after = number }
    }
  }

  /// Returns the first wanted changes of a window, without the deletions up to the number `hidden`
  /// that are not shown.
  private func changes(
    in window: Window, hidden: UInt64, showing shown: ShownDeletions? = nil, upTo count: Int,
    where isWanted: (Change) -> Bool
  ) -> [Numbered] {
    var found: [Numbered] = []
    var window = window
    let size = min(max(count, 16), 512)
    while true {
      var visible = window
      if shown == nil { visible.after = max(window.after, hidden) }
      let saved = Self.first(size, of: saves, in: window) { .saved($0) }
      let deleted = Self.first(size, of: deletions, in: visible) { .deleted($0.name, $0.deletion) }
      // Both lists are complete up to the end of the one that is cut off first.
      let ends = [saved, deleted].filter { $0.count == size }.compactMap(\.last?.number)
      let end = window.reversed ? ends.max() : ends.min()
      for change in Self.merged(saved, deleted, reversed: window.reversed) {
        if let end, window.isBeyond(end, change.number) { break }
        if change.number <= hidden, let deletion = change.change.deletion, shown?(deletion) != true
        {
          continue
        }
        guard isWanted(change.change) else { continue }
        found.append(change)
        if found.count == count { return found }
      }
      guard let end else { return found }
      window.pass(end)
    }
  }

  private static func first<Value>(
    _ count: Int, of map: OrderedMap<UInt64, Value>, in window: Window, change: (Value) -> Change
  ) -> [Numbered] {
    var found: [Numbered] = []
    let start = window.reversed ? window.before : window.after
    map.scan(from: start, inclusive: false, reversed: window.reversed) { number, value in
      guard window.holds(number) else { return false }
      found.append((number, change(value)))
      return found.count < count
    }
    return found
  }

  private static func merged(
    _ left: [Numbered], _ right: [Numbered], reversed: Bool
  ) -> [Numbered] {
    if right.isEmpty { return left }
    if left.isEmpty { return right }
    var merged: [Numbered] = []
    merged.reserveCapacity(left.count + right.count)
    var (a, b) = (left[...], right[...])
    while let first = a.first, let second = b.first {
      let takesFirst = reversed ? first.number > second.number : first.number < second.number
      merged.append(takesFirst ? a.removeFirst() : b.removeFirst())
    }
    return merged + a + b
  }
}
