/// The changes of named items in order: every item once, at its latest change.
///
/// A feed has only the names of items, so that the same records can be listed in several feeds: in
/// that of their zone, and in that of every participant who sees some of them.
struct ChangeFeed<Name: OrderedKey & Digestible, Deletion: Digestible & Sendable>: Sendable {
  /// The number of the latest change; 0 in a new feed.
  private(set) var position: UInt64
  /// Changes when the tokens issued so far expire.
  private(set) var generation: SyncToken.Generation
  /// Whether no token was issued since the tokens expired.
  private(set) var isUnread: Bool
  /// The existing and the deleted items, each by the number of its change. They are stored
  /// separately, so that a first reading, which leaves out deleted items, need not skip them.
  private(set) var saves = OrderedMap<UInt64, Name>()
  private(set) var deletions = OrderedMap<UInt64, Tombstone>()
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

  struct Tombstone: Sendable {
    let name: Name
    let deletion: Deletion
  }

  init(
    position: UInt64 = 0, generation: SyncToken.Generation = SyncToken.Generation(),
    isUnread: Bool = false,
    epochs: OrderedMap<UInt64, UInt64> = OrderedMap()
  ) {
    self.position = position
    self.generation = generation
    self.isUnread = isUnread
    self.epochs = epochs
  }

  /// Whether nothing was changed, and no tokens have expired.
  var isPristine: Bool { position == 0 && generation == SyncToken.Generation() && !isUnread }

  /// The number of the next change. It stays at the maximum of state documents.
  var nextPosition: UInt64 { position < .mostCounted ? position + 1 : position }

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
        let digest = former < .mostCounted ? digest : FeedDigest.saved(saved)
        changeSum &-= FeedDigest.change(digest, at: former)
      } else if let gone = deletions.removeValue(forKey: former) {
        changeSum &-= FeedDigest.change(
          FeedDigest.deleted(gone.name, gone.deletion), at: former)
      }
    }
    position = max(position, number)
  }

  /// Expires all tokens that were issued so far.
  ///
  /// - Parameter again: Whether this world has issued none since they expired, but one that it has
  ///   replaced may have. Then the digest stays, as it does in the replaced world.
  mutating func expireTokens(again: Bool = false) {
    generation.expire(in: epoch, isCounted: !again)
    isUnread = true
  }

  /// The generation that began when the tokens expired; nil if one was issued since.
  var unread: SyncToken.Generation? { isUnread ? generation : nil }

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
    hash.add(generation.count)
    return changeSum &+ hash.value
  }

  // MARK: Documents

  /// Returns both feeds without the changes that are the same in both.
  static func difference(_ left: Self, _ right: Self) -> (left: Self, right: Self) {
    let parts = OrderedMap.difference(left.saves, right.saves) { _, mine, other in
      Name.compare(mine, other) == 0
    }
    var shown = differingDeletions(left, right)
    shown.left.saves = parts.left
    shown.right.saves = parts.right
    return shown
  }

  /// Returns both feeds without the deletions that are the same in both.
  static func differingDeletions(_ left: Self, _ right: Self) -> (left: Self, right: Self) {
    let parts = OrderedMap.difference(left.deletions, right.deletions) { _, mine, other in
      FeedDigest.deleted(mine.name, mine.deletion) == FeedDigest.deleted(other.name, other.deletion)
    }
    var shown = (left: left, right: right)
    shown.left.deletions = parts.left
    shown.right.deletions = parts.right
    return shown
  }
}
