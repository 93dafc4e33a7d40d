/// A zone as a caller sees it: all its records, or those shared with the caller. All operations
/// read records through this type.
struct VisibleZone: Sendable {
  let zone: Zone
  /// Who sees the zone, with his rights.
  let access: RecordAccess

  var zoneID: ZoneID { zone.zoneID }

  /// The participant who sees the zone; nil sees all records.
  var viewer: UserRecordName? { access.participant }

  private var view: ParticipantView? { viewer.flatMap { zone.views[$0] } }

  /// The changes that the caller can see.
  var feed: RecordFeed { viewer == nil ? zone.feed : view?.feed ?? RecordFeed() }

  /// Identifies the incarnation of the zone to which the caller's tokens belong, and for a
  /// participant also the participant's view.
  var incarnation: UInt64 {
    viewer == nil ? zone.incarnation : zone.incarnation &<< 32 | (view?.incarnation ?? 0)
  }

  /// Returns the feed with the values to which the caller's tokens are bound.
  ///
  /// - Parameter lifetime: The lifetime of the tokens.
  func feedView(
    in database: DatabaseKey, _ lifetime: Lifetime
  ) -> FeedView<RecordName, RecordDeletion> {
    let origin: FeedOrigin =
      if let viewer {
        .view(zoneID.zoneName, database, user: viewer)
      } else {
        .zone(zoneID.zoneName, database)
      }
    return FeedView(
      feed: feed, kind: .zone, origin: origin.number, incarnation: incarnation, lifetime: lifetime)
  }

  /// Returns the record with the given name, unless the caller cannot see it.
  func entry(_ recordName: RecordName) -> Zone.Entry? {
    guard let entry = zone.records[recordName] else { return nil }
    return viewer == nil || view?.feed.lists(recordName) == true ? entry : nil
  }
}

extension World {
  /// The lifetime of sync tokens.
  var tokenLifetime: Lifetime { Lifetime(limits.syncTokenLife, now: clock.now) }

  /// Returns the zones in the caller's database, sorted by owner and name.
  func zones(
    as context: CallContext, atMost limit: Int = .max
  ) -> [(zone: VisibleZone, database: DatabaseKey)] {
    let access = RecordAccess(of: context, in: self)
    guard context.scope == .shared else {
      guard let key = context.databaseKey else { return [] }
      return database(key).zones.lazy.prefix(limit).map {
        (VisibleZone(zone: $0.value, access: access), key)
      }
    }
    guard let user = context.userRecordName else { return [] }
    return indexes.zones(seenBy: user, in: context.schemaKey, atMost: limit).compactMap {
      key, zoneName in
      databases[key]?.zones[zoneName].map { (VisibleZone(zone: $0, access: access), key) }
    }
  }

  /// Returns a zone that the caller can see, or throws the error for one that the caller cannot
  /// see.
  func zone(_ zoneID: ZoneID, as context: CallContext) throws(CloudError) -> VisibleZone {
    guard let user = context.userRecordName ?? (context.scope == .public ? "" : nil) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    if context.scope == .shared, zoneID.ownerName == user || zoneID.isDefault {
      throw CloudError(.invalidArguments, ServerText.onlySharedZones)
    }
    guard let key = context.databaseKey(holding: zoneID) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    let database = database(key)
    guard zoneID.ownerName == database.ownerName,
      let zone = database.zones[zoneID.zoneName],
      context.scope != .shared || zone.views[user] != nil
    else {
      var refusal =
        context.scope == .shared
        ? CloudError(.zoneNotFound, ServerText.zoneNotShared(zoneID))
        : database.refusal(ofZone: zoneID)
      if refusal.code != .userDeletedZone, !refusal.userDidResetEncryptedData {
        refusal.reason += hint(toZone: zoneID, as: context)
      }
      throw refusal
    }
    return VisibleZone(zone: zone, access: RecordAccess(of: context, in: self))
  }
}
