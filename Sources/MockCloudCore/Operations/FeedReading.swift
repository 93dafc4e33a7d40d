/// The feeds that a caller reads. What a caller sees of other people's zones is decided here and in
/// `World.zone`.
extension World {
  /// The feed of the zones that the caller sees in the database of the call.
  func zoneFeed(
    as context: CallContext
  ) throws(CloudError) -> FeedView<ZoneID, ZoneDeletionReason> {
    switch context.scope {
    case .public: throw context.noFeeds
    case .private: if let key = context.databaseKey { return database(key).ownerView }
    case .shared:
      if let user = context.userRecordName {
        let origin = FeedOrigin.sharedDatabase(
          container: context.container, environment: context.environment, user: user)
        let key = DatabaseKey(
          container: context.container, environment: context.environment, owner: user)
        let feed = sharedFeeds[key] ?? ZoneFeed()
        return FeedView(feed: feed, kind: .database, origin: origin.number, incarnation: 0)
      }
    }
    throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
  }

  /// A zone with the feed of those of its records that the caller sees.
  func recordFeed(
    of zoneID: ZoneID, as context: CallContext
  ) throws(CloudError) -> (zone: VisibleZone, view: FeedView<String, String>) {
    guard context.scope != .public else { throw context.noFeeds }
    if let refusal = NameRules.refusal(zoneName: zoneID.zoneName, limit: limits.nameLength) {
      throw CloudError(.invalidArguments, refusal)
    }
    let zone = try zone(zoneID, as: context)
    guard !zoneID.isDefault else {
      throw CloudError(.invalidArguments, ServerText.noChangesInDefaultZone)
    }
    guard let key = context.databaseKey(holding: zoneID) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    return (zone, zone.feedView(in: key))
  }
}

extension CallContext {
  /// The refusal of change feeds where there are none (DOC: the public database).
  fileprivate var noFeeds: CloudError {
    CloudError(.invalidArguments, ServerText.wrongDatabase(scope))
  }

  /// How many changes a page holds: what is asked for, within the service's page size.
  func pageLimit(_ wanted: Int?, in world: borrowing World) throws(CloudError) -> Int {
    guard let wanted else { return world.limits.pageSize }
    guard wanted > 0 else {
      throw CloudError(.invalidArguments, ServerText.resultsLimitTooSmall(wanted))
    }
    return min(wanted, world.limits.pageSize)
  }
}

extension FeedView {
  /// The next page, and the token that leads to the one after it.
  func page(
    after token: String?, limit: Int, reversed: Bool = false, _ disorder: FeedDisorder,
    where isWanted: (ChangeFeed<Name, Deletion>.Change) -> Bool = { _ in true }
  ) throws(CloudError) -> (page: ChangeFeed<Name, Deletion>.Page, token: String) {
    let cursor: FeedCursor?
    do throws(Refusal) {
      cursor = try self.cursor(token)
    } catch {
      switch error {
      case .unknownType: throw CloudError(.invalidArguments, ServerText.unknownContinuation)
      case .invalidFormat: throw CloudError(.invalidArguments, ServerText.invalidContinuation)
      case .expired:
        throw CloudError(.changeTokenExpired, ServerText.standard(for: .changeTokenExpired))
      }
    }
    let page = feed.page(from: cursor, limit: limit, reversed: reversed, where: isWanted)
    // At least one change is left behind, so that whoever reads on comes to the end.
    let passed = max(1, page.changes.count - disorder.repeats)
    guard passed < page.changes.count else { return (page, self.token(at: page.next)) }
    let shorter = feed.page(from: cursor, limit: passed, reversed: reversed, where: isWanted)
    return (page, self.token(at: shorter.next))
  }
}
