// The digest of a world: a number of what is stored in it, kept up to date by whatever changes it. Every
// level adds up the hashes of its items, which takes no order and lets an item be taken out again, and
// hashes the sum with what it says itself.

extension ParticipantView {
  func digest(of user: String) -> UInt64 {
    digest(of: user, feed: feed.digest)
  }

  func digestAnew(of user: String) -> UInt64 {
    digest(of: user, feed: feed.digestAnew)
  }

  private func digest(of user: String, feed: UInt64) -> UInt64 {
    var hash = StableHash(.view)
    hash.add(user)
    hash.add(incarnation)
    hash.add(feed)
    return hash.value
  }
}

extension Zone {
  var digest: UInt64 { digest(items: itemSum, feed: feed.digest) }

  var digestAnew: UInt64 {
    var sum: UInt64 = 0
    for (_, entry) in records { sum &+= entry.record.digest }
    for (user, view) in views { sum &+= view.digestAnew(of: user) }
    for (device, token) in clientChangeTokens {
      sum &+= Self.digest(ofClientChangeToken: token, of: device)
    }
    return digest(items: sum, feed: feed.digestAnew)
  }

  static func digest(ofClientChangeToken token: String, of device: String) -> UInt64 {
    var hash = StableHash(.clientChangeToken)
    hash.add(device)
    hash.add(token)
    return hash.value
  }

  /// 0 for a default zone in which nothing was ever stored: no document has it.
  private func digest(items: UInt64, feed: UInt64) -> UInt64 {
    if incarnation == 0, self.feed.position == 0 { return 0 }
    var hash = StableHash(.zone)
    hash.add(zoneID.zoneName)
    hash.add(incarnation)
    hash.add(lastView)
    hash.add(items)
    hash.add(feed)
    return hash.value
  }
}

extension Database {
  var digest: UInt64 { digest(items: itemSum, feed: feed.digest) }

  var digestAnew: UInt64 {
    var sum: UInt64 = 0
    for (_, zone) in zones { sum &+= zone.digestAnew }
    for (name, reason) in lost { sum &+= Self.digest(ofLostZone: name, reason) }
    return digest(items: sum, feed: feed.digestAnew)
  }

  static func digest(ofLostZone name: String, _ reason: ZoneDeletionReason) -> UInt64 {
    var hash = StableHash(.lostZone)
    hash.add(name)
    reason.add(to: &hash)
    return hash.value
  }

  /// 0 for a database in which nothing was ever stored: no document has it.
  private func digest(items: UInt64, feed: UInt64) -> UInt64 {
    if items == 0, lastIncarnation == 0, self.feed.generation == 0 { return 0 }
    var hash = StableHash(.database)
    hash.add(lastIncarnation)
    hash.add(lastSequence)
    hash.add(items)
    hash.add(feed)
    return hash.value
  }

  /// By how much the digest of the world grew with that of this database.
  func growth(from former: UInt64) -> UInt64 {
    let digest = digest
    return digest == former ? 0 : key.digest(of: digest) &- key.digest(of: former)
  }
}

extension DatabaseKey {
  /// What a database of this key adds to the digest of the world.
  func digest(of database: UInt64) -> UInt64 {
    database == 0 ? 0 : digest(.database, of: database)
  }

  /// What the feed of the owner's shared database adds to it.
  func digest(ofShared feed: UInt64) -> UInt64 { digest(.sharedDatabase, of: feed) }

  private func digest(_ kind: DigestKind, of content: UInt64) -> UInt64 {
    var hash = StableHash(kind)
    add(to: &hash)
    hash.add(content)
    return hash.value
  }
}

extension Subscription {
  func digest(of owner: SubscriptionOwner) -> UInt64 {
    var hash = StableHash(.subscription)
    owner.add(to: &hash)
    add(to: &hash)
    return hash.value
  }
}

extension World {
  /// A number of what the databases store: equal in worlds that store the same, whatever led to it, in
  /// any process. It takes no time: whatever changes a world keeps it up to date.
  ///
  /// It covers the zones with their records, the order of their changes, deletions, what participants
  /// see, expired tokens and clients' tokens, lost zones, and subscriptions. It does not cover what a
  /// record was before its latest version, the clock, users, schemas, limits, uploads that no record
  /// holds, pushes on their way, and the epoch.
  var digest: UInt64 { databaseSum &+ subscriptions.digest }

  /// The same, worked out from what is stored.
  var digestAnew: UInt64 {
    var sum = subscriptions.digestAnew
    for (key, database) in databases { sum &+= key.digest(of: database.digestAnew) }
    for (key, feed) in sharedFeeds { sum &+= key.digest(ofShared: feed.digestAnew) }
    return sum
  }
}
