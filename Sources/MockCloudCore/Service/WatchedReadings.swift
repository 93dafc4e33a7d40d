/// Finds readings of change feeds that leave out changes, or that begin again needlessly.
///
/// A client may begin again with an older token of its own, as after a crash, or if it could not
/// store a record: it then leaves out nothing.
extension CloudState {
  /// Examines a reading before it runs.
  mutating func inspect(_ feed: FeedRequest, _ context: CallContext) {
    if feed.isReversed { return }
    let key = context.key(of: feed.zoneID, types: feed.types)
    let reading = watch.reading(for: key)
    if let zoneID = feed.zoneID, feed.begins || reading?.token != feed.syncToken {
      // The client may want records of other types from here on.
      watch.takeReadings(
        in: zoneID, except: key, with: feed.begins ? nil : feed.syncToken, of: context)
    }
    guard let last = reading else { return }
    let isKnown = isKnown(last.response, context)
    guard isKnown || isContinued(last, by: feed, context) else {
      // It is not known whether the client had the response. If it begins again with the database, it
      // does so with its zones too.
      if feed.zoneID == nil, feed.begins, mayKnow(last.response, context) {
        watch.forgetReadings(of: context)
      }
      return
    }
    // Other code of the client may have an equal token of its own.
    if isKnown, !feed.begins, !last.isMoreComing, !last.hasEndedEarly,
      feed.syncToken == last.token
    {
      watch.note(stored: last)
    }
    guard let kind = mistake(of: feed, after: last, context) else {
      // A client that begins again with the database does so with its zones too.
      if feed.zoneID == nil, feed.begins {
        watch.forgetReadings(of: context, after: failure(losing: last, context) ?? 0)
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
        "changes of \(last.feed) were not continued with the token of call \(last.furthest.call), although "
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
      && watch.isCurrent(last.response, ofDevice: context.deviceName.watchKey)
  }

  /// Returns the failed reading because of which the client may have lost one of its readings.
  private func failure(
    losing reading: ClientWatch.Reading, _ context: CallContext
  ) -> UInt64? {
    // The present client loses nothing that a former one has read.
    guard watch.isCurrent(reading.response, ofDevice: context.deviceName.watchKey) else {
      return nil
    }
    return watch.failure(losing: reading, known: context.knownResponses.last)
  }

  private func mistake(
    of feed: FeedRequest, after last: ClientWatch.Reading, _ context: CallContext
  ) -> ClientFinding.Kind? {
    guard let token = feed.syncToken, !feed.begins else {
      if last.isUnfinished { return nil }
      // It may store those of several feeds together, after it has read all of them.
      if failure(losing: last, context) != nil { return nil }
      return position(of: last.token, in: feed.zoneID, context) == nil ? nil : .tokenThrownAway
    }
    guard last.furthest.isMoreComing, token != last.furthest.token,
      let position = position(of: token, in: feed.zoneID, context),
      let end = self.position(of: last.furthest.token, in: feed.zoneID, context)
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
      let feed = feeds[zoneID] ?? FeedRequest(zoneID, nil)
      if !feed.isReversed { remember(page, of: feed, context) }
    }
  }

  private mutating func remember(
    _ page: AnswerSurvey.FeedPage, of feed: FeedRequest, _ context: CallContext
  ) {
    let key = context.key(of: feed.zoneID, types: feed.types)
    let current = watch.reading(for: key)
    let former = watch.readingContinued(for: key)
    let last = feed.begins ? nil : former
    // A client that reads a page again has not begun another reading. How one began of which nothing
    // is stored is not known: until its last page, it may be the first.
    let continues =
      last.map {
        $0.isFromBeginning && ($0.isMoreComing || $0.hasEndedEarly || feed.syncToken != $0.token)
      }
      ?? (!feed.begins && page.isMoreComing)
    let excuse = feed.begins ? current.flatMap { failure(losing: $0, context) } : nil
    if former?.isMoreComing != true || feed.syncToken != former?.token {
      watch.noteReading(of: key, watch.received, by: context)
    }
    var response = response(to: context)
    if let last, page.token == feed.syncToken, page.token == last.token {
      if isKnown(last.response, context) {
        // If nothing was new, the token does not show whether the client stored this response. Of an
        // earlier one that ended early, it may not have got the other tokens.
        if !last.hasEndedEarly { response.isReceived(as: last.response) }
      } else if let current, !current.isMoreComing, !page.isMoreComing {
        // Other code of the client learns nothing of a reading by a token of its own.
        return
      }
    }
    // A client that may begin again only because another reading failed has lost what it read.
    let isLost = excuse != nil && current?.isUnfinished != true
    let reading = ClientWatch.Reading(
      token: page.token, isMoreComing: page.isMoreComing,
      furthest: furthest(of: page, feed, isLost ? nil : current, context),
      isFromBeginning: feed.begins || continues, start: start(of: feed, after: last, context),
      hasFailures: page.hasFailures || continues && last?.hasFailures == true,
      excused: excuse ?? (current ?? last)?.excused ?? 0,
      response: response, zoneID: feed.zoneID, context: context)
    if let former, hasOvertaken(former, reading, context) { return }
    watch.note(reading, for: key)
  }

  /// Returns up to which change the device had read before the readings that lead to a page without
  /// a gap.
  private func start(
    of feed: FeedRequest, after last: ClientWatch.Reading?, _ context: CallContext
  ) -> UInt64 {
    guard let token = feed.syncToken, !feed.begins else { return 0 }
    if let last, token == last.token { return last.start }
    guard let start = position(of: token, in: feed.zoneID, context) else { return .max }
    guard let last, last.start <= start,
      let end = position(of: last.furthest.token, in: feed.zoneID, context), start <= end
    else { return start }
    return last.start
  }

  /// Returns the page up to which the device has read without a gap, once it has received one.
  ///
  /// - Parameter former: What the device had read before; nil if it has lost that.
  private func furthest(
    of page: AnswerSurvey.FeedPage, _ feed: FeedRequest, _ former: ClientWatch.Reading?,
    _ context: CallContext
  ) -> ClientWatch.Reading.Furthest {
    if let former, former.furthest.token != feed.syncToken,
      watch.isCurrent(former.response, ofDevice: context.deviceName.watchKey),
      let end = position(of: page.token, in: feed.zoneID, context), former.start <= end,
      let formerEnd = position(of: former.furthest.token, in: feed.zoneID, context),
      end < formerEnd
    {
      return former.furthest
    }
    return ClientWatch.Reading.Furthest(
      token: page.token, isMoreComing: page.isMoreComing, call: context.callNumber)
  }

  /// Whether the device has got all changes of a late page by another reading, while the call with the
  /// page was under way.
  private func hasOvertaken(
    _ former: ClientWatch.Reading, _ late: ClientWatch.Reading, _ context: CallContext
  ) -> Bool {
    guard former.start <= late.start,
      let end = position(of: late.token, in: late.zoneID, context),
      let formerEnd = position(of: former.furthest.token, in: late.zoneID, context)
    else { return false }
    // A client that has read on before it ended may get an earlier page again.
    if watch.resumed != nil, end < formerEnd || !former.furthest.isMoreComing {
      return end <= formerEnd
    }
    return cameDuring(former.response, context) && end <= formerEnd
  }

  /// Notes that a reading of feeds failed, or a call by which the client finds the zones to read. If it
  /// is that of a zone, the client may not store the token of the feed of zones until it has read the
  /// zone.
  ///
  /// - Parameters:
  ///   - codes: Why it failed.
  ///   - failed: The zones that failed; all of the feeds did if none of them is read.
  mutating func rememberFailedReading<O: Operation>(
    of operation: O, _ codes: [CKErrorCode], _ context: CallContext, failed: Set<ZoneID> = []
  ) {
    let feeds = feeds(of: operation, context)
    if feeds.isEmpty {
      // That a zone does not exist is what the client wanted to know.
      guard operation is any ZoneFinding, !codes.allSatisfy(\.endsZone) else { return }
      return watch.noteFailedReading(
        of: [context.key(of: nil)], response(to: context), by: context)
    }
    let failing = feeds.filter { $0.zoneID.map { failed.contains($0) } == true }
    watch.noteFailedReading(
      of: (failing.isEmpty ? feeds : failing).map { context.key(of: $0.zoneID, types: $0.types) },
      response(to: context), by: context)
    let key = context.key(of: nil)
    guard feeds.contains(where: { $0.zoneID != nil }), var last = watch.reading(for: key) else {
      return
    }
    last.hasFailures = true
    watch.note(last, for: key)
  }

  /// Notes that the client got an error instead of the response to an operation, because it cancelled
  /// it: that is a failed reading, and what it continued was not ignored.
  mutating func noteCancelled<O: Operation>(_ operation: O, _ context: CallContext) {
    watch.receive()
    rememberFailedReading(of: operation, [.operationCancelled], context)
    noteGivenUp(operation, context)
  }

  /// Notes that a reading ended early whose pages are remembered: the client may have got their tokens
  /// in blocks. It need not go on with them, and if it does, it may not have stored them.
  mutating func noteEndedEarly<O: Operation>(_ operation: O, _ context: CallContext) {
    for feed in feeds(of: operation, context) where !feed.isReversed {
      watch.noteEndedEarly(context.key(of: feed.zoneID, types: feed.types))
    }
  }

  /// Notes that the client has not ignored what an operation continued that it cancelled.
  mutating func noteGivenUp<O: Operation>(_ operation: O, _ context: CallContext) {
    if let key = keyContinued(by: operation, context) { watch.forgetPage(for: key) }
    for feed in feeds(of: operation, context) where !feed.begins && !feed.isReversed {
      let key = context.key(of: feed.zoneID, types: feed.types)
      if watch.reading(for: key)?.token == feed.syncToken { watch.take(key) }
    }
  }

  func feeds<O: Operation>(of operation: O, _ context: CallContext) -> [FeedRequest] {
    (operation as? any FeedReading)?.feedRequests(in: world, as: context) ?? []
  }
}

extension Operation {
  /// Whether a client that cancels it has given up something that it was reading.
  var isReading: Bool { self is any FeedReading || self is any ZoneFinding || self is QueryRecords }
}
