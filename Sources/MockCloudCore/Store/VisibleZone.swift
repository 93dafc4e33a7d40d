/// A zone as a caller sees it: all of it, or what is shared with the caller.
struct VisibleZone: Sendable {
  let zone: Zone
  /// The participant through whose eyes the zone is seen; nil sees everything.
  let viewer: String?

  var zoneID: ZoneID { zone.zoneID }

  private var view: ParticipantView? { viewer.flatMap { zone.views[$0] } }

  /// The changes that the caller can see.
  var feed: RecordFeed { viewer == nil ? zone.feed : view?.feed ?? RecordFeed() }

  /// The life of the zone that the caller's tokens belong to, and for a participant also which of
  /// the times that the zone came into sight in that life.
  var incarnation: UInt64 {
    viewer == nil ? zone.incarnation : zone.incarnation &<< 32 | (view?.incarnation ?? 0)
  }

  /// The changes with what the caller's tokens are bound to.
  func feedView(in database: DatabaseKey) -> FeedView<String, String> {
    let origin: FeedOrigin =
      if let viewer {
        .view(zoneID.zoneName, database, user: viewer)
      } else {
        .zone(zoneID.zoneName, database)
      }
    return FeedView(feed: feed, kind: .zone, origin: origin.number, incarnation: incarnation)
  }

  /// The record of that name, unless the caller cannot see it.
  func entry(_ recordName: String) -> Zone.Entry? {
    guard let entry = zone.records[recordName] else { return nil }
    return viewer == nil || view?.feed.lists(recordName) == true ? entry : nil
  }
}

extension World {
  /// Every zone that the caller's database shows, sorted by owner and name.
  func zones(as context: CallContext) -> [(zone: VisibleZone, database: DatabaseKey)] {
    guard context.scope == .shared else {
      guard let key = context.databaseKey else { return [] }
      return database(key).zones.map { (VisibleZone(zone: $0.value, viewer: nil), key) }
    }
    guard let user = context.userRecordName else { return [] }
    return indexes.zones(seenBy: user, in: context.schemaKey).compactMap { key, zoneName in
      databases[key]?.zones[zoneName].map { (VisibleZone(zone: $0, viewer: user), key) }
    }
  }

  /// A zone that the caller can see, or the error of one that it cannot.
  func zone(_ zoneID: ZoneID, as context: CallContext) throws(CloudError) -> VisibleZone {
    guard let user = context.userRecordName ?? (context.scope == .public ? "" : nil) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    if context.scope == .shared, zoneID.ownerName.hasBytes(of: user) || zoneID.isDefault {
      throw CloudError(.invalidArguments, ServerText.onlySharedZones)
    }
    guard let key = context.databaseKey(holding: zoneID) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    let database = database(key)
    guard zoneID.ownerName.hasBytes(of: database.ownerName),
      let zone = database.zones[zoneID.zoneName],
      context.scope != .shared || zone.views[user] != nil
    else {
      throw context.scope == .shared
        ? CloudError(.zoneNotFound, ServerText.zoneNotShared(zoneID))
        : database.refusal(ofZone: zoneID)
    }
    return VisibleZone(zone: zone, viewer: context.scope == .shared ? user : nil)
  }
}
