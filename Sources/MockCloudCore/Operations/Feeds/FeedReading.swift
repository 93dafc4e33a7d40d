/// The feeds that a caller reads: those of the zones in a database, and those of the records in a
/// zone, as its `VisibleZone` shows them.
extension World {
  /// Returns the feed of the zones that the caller sees in the call's database.
  func zoneFeed(
    as context: CallContext
  ) throws(CloudError) -> FeedView<ZoneID, ZoneDeletionReason> {
    switch context.scope {
    case .public: throw context.noFeeds
    case .private:
      if let key = context.databaseKey { return database(key).ownerView(tokenLifetime) }
    case .shared:
      if let key = context.sharedFeedKey, let user = context.userRecordName {
        let origin = FeedOrigin.sharedDatabase(
          container: context.container, environment: context.environment, user: user)
        let feed = sharedFeeds[key] ?? ZoneFeed()
        return FeedView(
          feed: feed, kind: .database, origin: origin.number, incarnation: 0,
          lifetime: tokenLifetime)
      }
    }
    throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
  }

  /// Returns a zone with the feed of those of its records that the caller sees.
  func recordFeed(
    of zoneID: ZoneID, as context: CallContext
  ) throws(CloudError) -> (zone: VisibleZone, view: FeedView<RecordName, RecordDeletion>) {
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
    return (zone, zone.feedView(in: key, tokenLifetime))
  }
}

extension CallContext {
  /// The error for databases without change feeds (DOC: the public database).
  var noFeeds: CloudError {
    CloudError(.invalidArguments, ServerText.noFeeds(in: scope))
  }

  /// Returns the maximum number of changes of a page: the requested number, at most the page size.
  func pageLimit(_ wanted: Int?, in world: borrowing World) throws(CloudError) -> Int {
    guard let wanted else { return world.limits.pageSize }
    guard wanted > 0 else {
      throw CloudError(.invalidArguments, ServerText.resultsLimitTooSmall(wanted))
    }
    return min(wanted, world.limits.pageSize)
  }
}

extension FeedView {
  /// Returns the next page, and the token for the page after it.
  func page(
    after token: String?, limit: Int, reversed: Bool = false, hidesFormer: Bool = true,
    showing shown: ChangeFeed<Name, Deletion>.ShownDeletions? = nil, _ disorder: FeedDisorder,
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
    func page(_ limit: Int) -> ChangeFeed<Name, Deletion>.Page {
      feed.page(
        from: cursor, limit: limit, reversed: reversed, hidesFormer: hidesFormer, showing: shown,
        where: isWanted)
    }
    let first = page(limit)
    // The token passes at least one change, so that a reader reaches the end.
    let passed = max(1, first.changes.count - disorder.repeats)
    guard passed < first.changes.count else { return (first, self.token(at: first.next)) }
    return (first, self.token(at: page(passed).next))
  }
}
