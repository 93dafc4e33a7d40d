// The digest of a world: a number that represents its contents and is updated with every change.
// Each level adds the hashes of its items, so that their order does not matter and an item can be
// subtracted, and multiplies the sum by a factor of its own. A change of an item therefore changes
// the sums above it by a multiple of the difference, and nothing else is hashed.

extension ParticipantView {
  func digest(of user: UserRecordName) -> UInt64 {
    digest(of: user, feed: feed.digest)
  }

  func digestAnew(of user: UserRecordName) -> UInt64 {
    digest(of: user, feed: feed.digestAnew)
  }

  private func digest(of user: UserRecordName, feed: UInt64) -> UInt64 {
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
    for (client, token) in clientChangeTokens {
      sum &+= Self.digest(ofClientChangeToken: token, of: client)
    }
    return digest(items: sum, feed: feed.digestAnew)
  }

  static func digest(ofClientChangeToken token: String, of client: ClientKey) -> UInt64 {
    var hash = StableHash(.clientChangeToken)
    hash.add(client.device)
    hash.add(client.user)
    hash.add(token)
    return hash.value
  }

  static func digestFactor(_ name: ZoneName, _ incarnation: UInt64) -> UInt64 {
    if incarnation == 0, name == ZoneID.defaultZoneName { return defaultDigestFactor }
    return makeDigestFactor(name, incarnation)
  }

  private static let defaultDigestFactor = makeDigestFactor(ZoneID.defaultZoneName, 0)

  private static func makeDigestFactor(_ name: ZoneName, _ incarnation: UInt64) -> UInt64 {
    var hash = StableHash(.zone)
    hash.add(name)
    hash.add(incarnation)
    return hash.value | 1
  }

  /// 0 for a default zone in which nothing was ever stored, which state documents leave out.
  private func digest(items: UInt64, feed: UInt64) -> UInt64 {
    if incarnation == 0, self.feed.position == 0 { return 0 }
    let encryption = encryptionScope == .perRecord ? 0 : StableHash(.zone).value
    return (items &+ feed &+ encryption &+ lastView &* StableHash(.view).value) &* digestFactor
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

  static func digest(ofLostZone name: ZoneName, _ reason: ZoneDeletionReason) -> UInt64 {
    var hash = StableHash(.lostZone)
    hash.add(name)
    reason.add(to: &hash)
    return hash.value
  }

  /// 0 for a database in which nothing was ever stored, which state documents leave out.
  private func digest(items: UInt64, feed: UInt64) -> UInt64 {
    if items == 0, lastIncarnation == 0, self.feed.generation.count == 0 { return 0 }
    var hash = StableHash(.database)
    hash.add(lastIncarnation)
    hash.add(lastSequence)
    return items &+ feed &+ hash.value
  }
}

extension DatabaseKey {
  /// Distinguishes the contents of the database with this key, or its owner's shared database, from
  /// equal contents elsewhere.
  func digestFactor(_ kind: DigestKind) -> UInt64 {
    var hash = StableHash(kind)
    add(to: &hash)
    return hash.value | 1
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
  /// A number that represents the contents of the databases: equal for worlds that store the same,
  /// regardless of the calls that led to it, in any process. Reading it takes constant time: every
  /// change updates it.
  ///
  /// It covers the zones with their records, the order of their changes, deletions, participants'
  /// views, expired tokens and clients' tokens, lost zones, and subscriptions. It does not cover
  /// previous versions of records, the clock, users, schemas, limits, uploads that no record has,
  /// pending pushes, and the epoch.
  var digest: UInt64 { databaseSum &+ subscriptions.digest }

  /// The same digest, computed from the stored data.
  var digestAnew: UInt64 {
    var sum = subscriptions.digestAnew
    for (key, database) in databases {
      sum &+= database.digestAnew &* key.digestFactor(.database)
    }
    for (key, feed) in sharedFeeds {
      sum &+= feed.digestAnew &* key.digestFactor(.sharedDatabase)
    }
    return sum
  }
}
