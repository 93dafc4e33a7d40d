/// Finds readings of change feeds that leave out changes, or that begin again needlessly.
///
/// A client may begin again with an older token of its own, as after a crash, or if it could not
/// store a record: it then leaves out nothing.
extension CloudState {
  /// Examines a reading before it runs.
  mutating func inspect(_ feed: FeedRequest, _ context: CallContext) {
    if feed.isReversed { return }
    let key = context.key(of: feed.zoneID)
    guard let last = watch.reading(for: key) else { return }
    guard isKnown(last.response, context) || isContinued(last, by: feed, context) else {
      // It is not known whether the client had the response. If it begins again with the database, it
      // does so with its zones too.
      if feed.zoneID == nil, feed.begins, mayKnow(last.response, context) {
        watch.forgetReadings(of: context)
      }
      return
    }
    if !feed.begins, !last.isMoreComing, feed.syncToken == last.token {
      watch.note(stored: last)
    }
    guard let kind = mistake(of: feed, after: last, context) else {
      // A client that begins again with the database does so with its zones too.
      if feed.zoneID == nil, feed.begins {
        let failure = watch.failure(losing: last, known: context.knownResponses.last)
        watch.forgetReadings(of: context, after: failure ?? 0)
      }
      return watch.take(key)
    }
    watch.forgetReading(for: key)
    switch kind {
    case .tokenThrownAway:
      watch.find(
        kind, call: context.callNumber,
        "changes of \(last.feed) were read from the beginning, although the device had the token "
          + "of call \(last.response.call)")
    default:
      watch.find(
        kind, call: context.callNumber,
        "changes of \(last.feed) were not continued with the token of call \(last.response.call), although "
          + "more were coming")
    }
  }

  /// Whether other code of the client had a response when this call was made.
  private func mayKnow(_ response: ClientWatch.Response, _ context: CallContext) -> Bool {
    let known = context.knownResponses
    return response.order <= known.last && !known.includes(response.order, of: response.reader)
  }

  /// Whether a reading has the token of a response: the client may have set it after it made the
  /// operation.
  private func isContinued(
    _ last: ClientWatch.Reading, by feed: FeedRequest, _ context: CallContext
  ) -> Bool {
    !feed.begins && feed.syncToken == last.token
      && watch.isCurrent(last.response.call, ofDevice: context.deviceName.watchKey)
  }

  private func mistake(
    of feed: FeedRequest, after last: ClientWatch.Reading, _ context: CallContext
  ) -> ClientFinding.Kind? {
    guard let token = feed.syncToken, !feed.begins else {
      // A client may store no token until it has read all changes, those of failed items too.
      if last.isFromBeginning, last.isMoreComing || last.hasFailures { return nil }
      // It may store those of several feeds together, after it has read all of them.
      if watch.failure(losing: last, known: context.knownResponses.last) != nil { return nil }
      return position(of: last.token, in: feed.zoneID, context) == nil ? nil : .tokenThrownAway
    }
    guard last.isMoreComing, token != last.token,
      let position = position(of: token, in: feed.zoneID, context),
      let end = self.position(of: last.token, in: feed.zoneID, context)
    else { return nil }
    return position > end ? .moreComingIgnored : nil
  }

  /// Returns up to which change the holder of a token has read; nil if the token can no longer be
  /// used: the zone may have been deleted, or the token may have expired.
  func position(of token: String, in zoneID: ZoneID?, _ context: CallContext) -> UInt64? {
    do {
      if let zoneID {
        return try world.recordFeed(of: zoneID, as: context).view.cursor(token)?.sequence
      }
      return try world.zoneFeed(as: context).cursor(token)?.sequence
    } catch {
      return nil
    }
  }

  /// Remembers the tokens of a response.
  mutating func remember<O: Operation>(
    _ pages: [AnswerSurvey.FeedPage], of operation: O, _ context: CallContext
  ) {
    let requests = feeds(of: operation, context)
    var feeds: [ZoneID?: FeedRequest] = [:]
    for request in requests { feeds[request.zoneID] = request }
    for page in pages {
      // An answer about a single feed does not name its zone.
      let zoneID = page.zoneID ?? (requests.count == 1 ? requests[0].zoneID : nil)
      let feed = feeds[zoneID]
      if feed?.isReversed == true { continue }
      let key = context.key(of: zoneID)
      let isFirst = feed?.begins ?? true
      let former = watch.reading(for: key)
      let last = isFirst ? nil : former
      let continues = last?.isFromBeginning == true && last?.isMoreComing == true
      let excuse =
        isFirst
        ? former.flatMap { watch.failure(losing: $0, known: context.knownResponses.last) } : nil
      if former?.isMoreComing != true || feed?.syncToken != former?.token {
        watch.noteReading(of: key, by: context)
      }
      var response = response(to: context)
      // If nothing was new, the token does not show whether the client stored this response.
      if let last, page.token == feed?.syncToken, page.token == last.token {
        response.isReceived(as: last.response)
      }
      watch.note(
        ClientWatch.Reading(
          token: page.token, isMoreComing: page.isMoreComing,
          isFromBeginning: isFirst || continues,
          hasFailures: page.hasFailures || continues && last?.hasFailures == true,
          excused: excuse ?? former?.excused ?? 0,
          response: response, zoneID: zoneID, context: context),
        for: key)
    }
  }

  /// Notes that a reading of feeds failed. If one is that of a zone, the client may not store the token
  /// of the feed of zones until it has read the zone.
  ///
  /// - Parameter failed: The zone that failed; nil if all of the feeds did.
  mutating func rememberFailedReading(
    of feeds: [FeedRequest], _ context: CallContext, failed: ZoneID? = nil
  ) {
    guard let first = feeds.first else { return }
    watch.noteFailedReading(
      of: context.key(of: failed ?? first.zoneID), byReader: context.readerKey)
    let key = context.key(of: nil)
    guard feeds.contains(where: { $0.zoneID != nil }), var last = watch.reading(for: key) else {
      return
    }
    last.hasFailures = true
    watch.note(last, for: key)
  }

  /// Notes that the client got an error instead of the response to an operation.
  mutating func noteFailedReading(_ operation: any FeedReading, _ context: CallContext) {
    watch.receive()
    rememberFailedReading(of: operation.feedRequests(in: world, as: context), context)
  }

  func feeds<O: Operation>(of operation: O, _ context: CallContext) -> [FeedRequest] {
    (operation as? any FeedReading)?.feedRequests(in: world, as: context) ?? []
  }
}
