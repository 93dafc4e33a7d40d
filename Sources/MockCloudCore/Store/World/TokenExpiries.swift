/// What a world knows about the sync tokens that it issued, besides its feeds.
struct TokenExpiries: Sendable {
  /// Whether callers who are not among the readers may have received tokens: a state document without
  /// readers does not say that they have none.
  var othersHaveTokens = false
  /// Whether this is so of a replaced world.
  private var othersHadTokens = false
  /// The same as `Reader.finalEpoch`, of callers who are not among the readers.
  private var othersFinalEpoch: UInt64 = 0
  /// How often tokens expired. A state document does not have it.
  fileprivate(set) var count: UInt64 = 0
  private var readers = RareMap<SubscriptionOwner, Reader>()
  /// The last reader who received tokens, unless zones have expired since.
  private var latest: SubscriptionOwner?

  /// What is known about the tokens of a user for a database.
  private struct Reader: Sendable {
    /// Whether the user may have received tokens, apart from those of replaced worlds.
    var hasTokens = false
    /// Whether the user may have received tokens of replaced worlds.
    var hadTokens = false
    /// Whether a restored snapshot replaced one of them, so that a document states it: a cloud that reads
    /// a document writes the same one.
    var isFormer = false
    /// The first epoch whose expiries are final: replaced worlds may have issued tokens after earlier
    /// ones.
    var finalEpoch: UInt64 = 0
    /// The zones whose own tokens expired since a token of their database was issued, each with the
    /// epoch in which they did.
    var zones = RareMap<ZoneID, UInt64>()
  }

  /// A zone whose tokens expired.
  struct ExpiredZone {
    var reader: SubscriptionOwner
    var zoneID: ZoneID
    var epoch: UInt64
  }

  var expiredZones: [ExpiredZone] {
    var all: [ExpiredZone] = []
    for (owner, reader) in readers {
      for (zoneID, epoch) in reader.zones {
        all.append(ExpiredZone(reader: owner, zoneID: zoneID, epoch: epoch))
      }
    }
    return all
  }

  /// A reader as a state document has it.
  typealias StatedReader = (owner: SubscriptionOwner, finalEpoch: UInt64)

  /// Those who may have received tokens; none if others may have, too.
  var tokenReaders: [StatedReader] {
    othersHaveTokens ? [] : stated { $1.hasTokens }
  }

  /// Those who may have received tokens only of worlds that restored snapshots replaced.
  var formerReaders: [StatedReader] {
    stated { $1.isFormer && !haveTokens($0) }
  }

  private func stated(where isStated: (SubscriptionOwner, Reader) -> Bool) -> [StatedReader] {
    readers.filter { isStated($0.key, $0.value) }.map {
      ($0.key, $0.value.isFormer ? $0.value.finalEpoch : 0)
    }
  }

  func haveTokens(_ reader: SubscriptionOwner) -> Bool {
    othersHaveTokens || readers[reader]?.hasTokens == true
  }

  func hadTokens(_ reader: SubscriptionOwner) -> Bool {
    othersHadTokens || readers[reader]?.hadTokens == true
  }

  /// Notes that a user may have received tokens of a replaced world.
  ///
  /// - Parameter epoch: The first epoch whose expiries are final.
  mutating func noteFormerTokens(
    of reader: SubscriptionOwner, isRestored: Bool, final epoch: UInt64
  ) {
    let standard = newReader
    readers.modify(reader, default: standard) {
      $0.hadTokens = true
      $0.finalEpoch = max($0.finalEpoch, epoch)
      if isRestored { $0.isFormer = true }
    }
  }

  private var newReader: Reader { Reader(finalEpoch: othersFinalEpoch) }

  /// Takes over who may have received tokens of a replaced world: some of them may be valid.
  ///
  /// - Parameters:
  ///   - isRestored: Whether a restored snapshot replaces it.
  ///   - epoch: The epoch that begins.
  ///   - isFinal: Whether it issued a reader no tokens since those expired that have expired here.
  mutating func replace(
    _ former: TokenExpiries, isRestored: Bool, epoch: UInt64,
    unless isFinal: (SubscriptionOwner) -> Bool
  ) {
    let othersMayHaveTokens = former.othersHaveTokens || former.othersHadTokens
    for (reader, known) in former.readers
    where known.hasTokens || known.hadTokens || othersMayHaveTokens {
      noteFormerTokens(
        of: reader, isRestored: isRestored, final: isFinal(reader) ? 0 : epoch)
    }
    guard othersMayHaveTokens else { return }
    for (reader, _) in readers where former.readers[reader] == nil {
      readers.modify(reader) { $0.finalEpoch = epoch }
    }
    (othersHadTokens, othersFinalEpoch) = (true, epoch)
  }

  func finalEpoch(of reader: SubscriptionOwner) -> UInt64 {
    readers[reader]?.finalEpoch ?? othersFinalEpoch
  }

  /// The zones whose own tokens expired since a token of their database was issued, with the epochs.
  func zones(of reader: SubscriptionOwner) -> RareMap<ZoneID, UInt64> {
    readers[reader]?.zones ?? RareMap()
  }

  /// The epoch in which the tokens of a zone expired; nil if one of its database was issued since.
  func epoch(of zoneID: ZoneID, _ reader: SubscriptionOwner) -> UInt64? {
    readers[reader]?.zones[zoneID]
  }

  @inline(never)
  mutating func add(_ expired: ExpiredZone) {
    latest = nil
    let standard = newReader
    readers.modify(expired.reader, default: standard) {
      _ = $0.zones.updateValue(expired.epoch, forKey: expired.zoneID)
    }
  }

  /// Notes that a token was issued.
  mutating func noteTokens(of reader: SubscriptionOwner) {
    // Most tokens are issued to the same reader as the ones before.
    if latest == reader { return }
    latest = reader
    let standard = newReader
    readers.modify(reader, default: standard) {
      $0.hasTokens = true
      $0.zones = RareMap()
    }
  }
}

extension World {
  /// Begins an expiry of the tokens of a zone, or for nil of those of the caller's database and of all
  /// its zones.
  ///
  /// - Returns: Whether this world has issued none since they expired, but one that it has replaced may
  ///   have, as for `ChangeFeed.expireTokens`; nil if there are no tokens that could expire.
  mutating func beginExpiry(of zoneID: ZoneID?, _ caller: CallContext) -> Bool? {
    let reader = caller.reader
    let haveTokens = tokenExpiries.haveTokens(reader)
    if !haveTokens, !tokenExpiries.hadTokens(reader) { return nil }
    let last = zoneID.flatMap { tokenExpiries.epoch(of: $0, reader) }
    let lastOfAll = unread(reader)?.epoch
    let final = tokenExpiries.finalEpoch(of: reader)
    if [last, lastOfAll].contains(where: { $0.map { $0 >= final } ?? false }) { return nil }
    tokenExpiries.count &+= 1
    if let zoneID {
      tokenExpiries.add(.init(reader: reader, zoneID: zoneID, epoch: epoch))
    }
    return last != nil || lastOfAll != nil || !haveTokens
  }

  /// Notes that a caller may have received tokens.
  mutating func noteTokens(issuedTo caller: CallContext) {
    tokenExpiries.noteTokens(of: caller.reader)
    guard unread(caller.reader) != nil else { return }
    if let key = caller.sharedFeedKey {
      withSharedFeed(key) { $0.noteTokens() }
    } else if let key = caller.databaseKey {
      withDatabase(key) { $0.noteTokens() }
    }
  }

  /// The generation that began when all tokens of a reader expired; nil if one was issued since.
  private func unread(_ reader: SubscriptionOwner) -> SyncToken.Generation? {
    if reader.scope == .shared {
      return sharedFeeds.withValue(reader.databaseKey) { $0.unread } ?? nil
    }
    return databases.withValue(reader.databaseKey) { $0.feed.unread } ?? nil
  }

  /// The generation of a reader's tokens of a zone.
  private func generation(of zoneID: ZoneID, _ reader: SubscriptionOwner) -> SyncToken.Generation? {
    guard reader.scope == .shared else {
      return databases.withValue(reader.databaseKey) {
        $0.zones.withValue(zoneID.zoneName) { $0.feed.generation }
      } ?? nil
    }
    var key = reader.databaseKey
    key.owner = zoneID.ownerName
    let view = databases.withValue(key) {
      $0.zones.withValue(zoneID.zoneName) {
        $0.views.withValue(reader.userRecordName) { $0.feed.generation }
      }
    }
    return (view ?? nil) ?? nil
  }

  /// Takes over who may have received tokens of a replaced world.
  ///
  /// - Parameters:
  ///   - isRestored: Whether a restored snapshot replaces it.
  ///   - hasSeenAll: Whether no other world was given up, as in the runs of an exploration.
  mutating func takeTokens(of former: World, isRestored: Bool, hasSeenAll: Bool) {
    let world = self
    tokenExpiries.replace(former.tokenExpiries, isRestored: isRestored, epoch: epoch) { reader in
      hasSeenAll && world.haveStayedExpired(reader, in: former)
    }
  }

  /// Whether the tokens of a reader that have expired for good were not followed by others in a world
  /// that this one replaces.
  private func haveStayedExpired(_ reader: SubscriptionOwner, in former: World) -> Bool {
    let final = tokenExpiries.finalEpoch(of: reader)
    let formerFinal = former.tokenExpiries.finalEpoch(of: reader)
    if let unread = unread(reader), unread.epoch >= final {
      guard unread.epoch >= formerFinal, unread == former.unread(reader) else { return false }
    }
    return tokenExpiries.zones(of: reader).allSatisfy { zoneID, epoch in
      epoch < final
        || epoch >= formerFinal && former.tokenExpiries.epoch(of: zoneID, reader) == epoch
          && generation(of: zoneID, reader) == former.generation(of: zoneID, reader)
    }
  }
}

extension SubscriptionOwner {
  /// The user's private database, by whose key the user's shared one is found too.
  fileprivate var databaseKey: DatabaseKey {
    DatabaseKey(
      container: container, environment: environment,
      owner: scope == .public ? nil : userRecordName)
  }
}

extension CallContext {
  /// The user and the database whose tokens the caller has.
  fileprivate var reader: SubscriptionOwner {
    SubscriptionOwner(
      container: container, environment: environment, scope: scope,
      userRecordName: userRecordName ?? "")
  }
}
