/// A change feed with the values to which a reader's tokens are bound.
struct FeedView<Name: OrderedKey & Digestible, Deletion: Digestible & Sendable>: Sendable {
  let feed: ChangeFeed<Name, Deletion>
  let kind: SyncToken.Kind
  let origin: UInt64
  /// The incarnation of the feed's zone; 0 for a feed of zones.
  let incarnation: UInt64
  /// That of the reader's tokens.
  var lifetime = Lifetime.unlimited

  /// The token of a reader who has read all changes.
  var token: String { token(at: FeedCursor(feed.position)) }

  func token(at cursor: FeedCursor) -> String {
    SyncToken(
      kind: kind, origin: origin, incarnation: incarnation, generation: feed.generation,
      epoch: feed.epoch(at: cursor.latest), issued: lifetime.issueTime, cursor: cursor
    ).text
  }

  /// The reason why a token is not valid for this feed.
  enum Refusal: Error {
    case unknownType
    case invalidFormat
    /// It was valid before, or in a discarded world, or it is too old.
    case expired
  }

  /// Returns the position of a token; nil or an empty text means the beginning.
  func cursor(_ text: String?) throws(Refusal) -> FeedCursor? {
    guard let text, !text.isEmpty else { return nil }
    let token: SyncToken
    do throws(SyncToken.Defect) {
      token = try SyncToken(text)
    } catch {
      switch error {
      case .unknownType: throw .unknownType
      case .invalidFormat: throw .invalidFormat
      }
    }
    guard token.kind == kind else { throw .unknownType }
    guard token.origin == origin else { throw .invalidFormat }
    guard token.incarnation == incarnation, token.generation == feed.generation,
      token.cursor.latest <= feed.position, token.epoch == feed.epoch(at: token.cursor.latest),
      !lifetime.isOver(since: token.issued)
    else { throw .expired }
    return token.cursor
  }
}

/// The identity of a feed to which tokens are bound, as a number.
enum FeedOrigin {
  case database(DatabaseKey)
  case zone(ZoneName, DatabaseKey)
  /// A participant's view of a zone.
  case view(ZoneName, DatabaseKey, user: UserRecordName)
  /// A user's view of the zones of others.
  case sharedDatabase(
    container: ContainerIdentifier, environment: Environment, user: UserRecordName)

  var number: UInt64 {
    switch self {
    case .database(let key): Self.hash(Self.names(of: key), 0)
    case .zone(let name, let key): Self.hash(Self.names(of: key) + [name.text], 1)
    case .view(let name, let key, let user):
      Self.hash(Self.names(of: key) + [name.text, user.text], 3)
    case .sharedDatabase(let container, let environment, let user):
      Self.hash([container.text, environment.rawValue, user.text], 2)
    }
  }

  private static func names(of key: DatabaseKey) -> [String] {
    [key.container.text, key.environment.rawValue, key.owner?.text ?? ""]
  }

  private static func hash(_ names: [String], _ variant: UInt64) -> UInt64 {
    // The lengths make the boundaries between names unambiguous.
    let key = names.map { "\($0.utf8.count):\($0)" }.joined()
    return SeededRandom.hash(seed: 0, key, variant)
  }
}

extension Database {
  /// Returns the feed of this database's zones, as its owner sees it.
  func ownerView(_ lifetime: Lifetime) -> FeedView<ZoneID, ZoneDeletionReason> {
    FeedView(
      feed: feed, kind: .database, origin: FeedOrigin.database(key).number, incarnation: 0,
      lifetime: lifetime)
  }

  /// Returns the error for a zone that does not exist. If there are many zones, only some names are
  /// compared with its name.
  func refusal(ofZone zoneID: ZoneID) -> CloudError {
    if isPublic { return CloudError(.zoneNotFound, ServerText.onlyDefaultZone(zoneID)) }
    guard zoneID.ownerName == ownerName else {
      return CloudError(.invalidArguments, ServerText.zoneOfOther(zoneID))
    }
    let known = zones.lazy.map(\.key).filter { $0 != ZoneID.defaultZoneName }
      .prefix(ErrorHint.mostCompared)
    var error = CloudError(
      .zoneNotFound, ServerText.zoneNotFound(zoneID, known: known.map(\.text)))
    switch lost[zoneID.zoneName] {
    case .purged?:
      return CloudError(.userDeletedZone, ServerText.zonePurged(zoneID))
    case .encryptedDataReset?:
      error.reason = ServerText.zoneReset(zoneID)
      error.userDidResetEncryptedData = true
    case .deleted?, nil: break
    }
    return error
  }
}
