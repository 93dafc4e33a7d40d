/// What a world knows about the sync tokens that it issued, besides its feeds.
struct TokenExpiries: Sendable {
  /// Whether callers who are not among the readers may have received tokens: a state document without
  /// readers does not say that they have none.
  var othersHaveTokens = false
  /// Whether this is so of a replaced world.
  private var othersHadTokens = false
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

  /// Those who may have received tokens; none if others may have, too.
  var tokenReaders: [SubscriptionOwner] {
    othersHaveTokens ? [] : readers.filter { $0.value.hasTokens }.map(\.key)
  }

  /// Those who may have received tokens only of worlds that restored snapshots replaced.
  var formerReaders: [SubscriptionOwner] {
    readers.filter { $0.value.isFormer && !haveTokens($0.key) }.map(\.key)
  }

  func haveTokens(_ reader: SubscriptionOwner) -> Bool {
    othersHaveTokens || readers[reader]?.hasTokens == true
  }

  func hadTokens(_ reader: SubscriptionOwner) -> Bool {
    othersHadTokens || readers[reader]?.hadTokens == true
  }

  /// Notes that a user may have received tokens of a replaced world.
  mutating func noteFormerTokens(of reader: SubscriptionOwner, isRestored: Bool) {
    readers.modify(reader, default: Reader()) {
      $0.hadTokens = true
      if isRestored { $0.isFormer = true }
    }
  }

  /// Takes over who may have received tokens of a replaced world: some of them may be valid.
  ///
  /// - Parameter isRestored: Whether a restored snapshot replaces it.
  mutating func replace(_ former: TokenExpiries, isRestored: Bool) {
    if former.othersHaveTokens || former.othersHadTokens { othersHadTokens = true }
    for (reader, known) in former.readers where known.hasTokens || known.hadTokens {
      noteFormerTokens(of: reader, isRestored: isRestored)
    }
  }

  /// The epoch in which the tokens of a zone expired; nil if one of its database was issued since.
  func epoch(of zoneID: ZoneID, _ reader: SubscriptionOwner) -> UInt64? {
    readers[reader]?.zones[zoneID]
  }

  @inline(never)
  mutating func add(_ expired: ExpiredZone) {
    latest = nil
    readers.modify(expired.reader, default: Reader()) {
      _ = $0.zones.updateValue(expired.epoch, forKey: expired.zoneID)
    }
  }

  /// Notes that a token was issued.
  mutating func noteTokens(of reader: SubscriptionOwner) {
    // Most tokens are issued to the same reader as the ones before.
    if latest == reader { return }
    latest = reader
    readers.modify(reader, default: Reader()) {
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
    let lastOfAll = unreadEpoch(of: caller)
    if last == epoch || lastOfAll == epoch { return nil }
    tokenExpiries.count &+= 1
    if let zoneID {
      tokenExpiries.add(.init(reader: reader, zoneID: zoneID, epoch: epoch))
    }
    return last != nil || lastOfAll != nil || !haveTokens
  }

  /// Notes that a caller may have received tokens.
  mutating func noteTokens(issuedTo caller: CallContext) {
    tokenExpiries.noteTokens(of: caller.reader)
    guard unreadEpoch(of: caller) != nil else { return }
    if let key = caller.sharedFeedKey {
      withSharedFeed(key) { $0.noteTokens() }
    } else if let key = caller.databaseKey {
      withDatabase(key) { $0.noteTokens() }
    }
  }

  /// The epoch in which all tokens of the caller's database expired; nil if one was issued since.
  private func unreadEpoch(of caller: CallContext) -> UInt64? {
    if let key = caller.sharedFeedKey {
      return sharedFeeds.withValue(key) { $0.unreadEpoch } ?? nil
    }
    guard let key = caller.databaseKey else { return nil }
    return databases.withValue(key) { $0.feed.unreadEpoch } ?? nil
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
