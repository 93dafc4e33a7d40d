/// Compares calls with the earlier responses to their clients.
extension CloudState {
  /// Checks a call before it runs.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func inspect<O: Operation>(_ call: borrowing Call<O>, _ context: CallContext) {
    guard case .operation(let operation, let bytes) = call.request else { return }
    if watch.remembersWaits { inspectWait(operation, context) }
    if watch.remembersSaves {
      for save in saves(of: operation, context) { inspect(save, context) }
    }
    if watch.remembersReadings {
      for feed in feeds(of: operation, context) { inspect(feed, context) }
    }
    if watch.remembersPages { inspectPage(operation, context) }
    if watch.remembersBatches, let batch = watch.takeBatch(for: context.key(of: O.name, "27")),
      operation.itemCount >= batch.items, bytes >= batch.bytes
    {
      watch.find(
        .oversizedRetry, call: context.callNumber,
        "'\(O.name)' was sent again unchanged, although it exceeded a limit in call \(batch.call)")
    }
  }

  private mutating func inspectWait<O: Operation>(_ operation: O, _ context: CallContext) {
    let key = context.key(of: O.name, "wait")
    guard let wait = watch.wait(for: key) else { return }
    let early = wait.until &- world.clock.now
    guard early > 0 else { return watch.forgetWait(for: key) }
    if let zoneIDs = wait.zoneIDs {
      let request = operation.faultRequest(in: world, as: context)
      guard request.zoneIDs.contains(where: zoneIDs.contains) else { return }
    }
    watch.findEarly(context.callNumber, "'\(O.name)'", early, wait)
  }

  private mutating func inspect(_ save: SaveRequest, _ context: CallContext) {
    let key = context.key(of: save.recordID)
    guard let refused = watch.save(for: key) else { return }
    watch.forgetSave(for: key)
    let name = "record '\(NameRules.shortened(save.recordID.recordName))'"
    if let wait = refused.wait {
      let early = wait.until &- world.clock.now
      if early > 0 {
        watch.findEarly(context.callNumber, name, early, wait)
        watch.note(ClientWatch.RefusedSave(conflict: nil, wait: wait), for: key)
      }
    }
    guard let conflict = refused.conflict, !save.isDeletion,
      save.recordChangeTag == nil || save.recordChangeTag == conflict.sentTag
    else { return }
    watch.find(
      .blindRetry, call: context.callNumber,
      "\(name) was saved again after the conflict of call \(conflict.call), without the server's tag"
    )
  }

  private mutating func inspect(_ feed: FeedRequest, _ context: CallContext) {
    if feed.isReversed { return }
    let key = context.key(of: feed.zoneID)
    guard let last = watch.reading(for: key) else { return }
    let token = feed.syncToken.flatMap { $0.isEmpty ? nil : $0 }
    if token == last.token { return }
    // Reading from an older token, as after a crash, is correct if no page was left out.
    if token != nil, !last.isMoreComing { return }
    watch.forgetReading(for: key)
    guard leads(last.token, into: feed.zoneID, context) else { return }
    if token == nil {
      watch.find(
        .tokenThrownAway, call: context.callNumber,
        "changes of \(last.feed) were read from the beginning, although the device had the token "
          + "of call \(last.call)")
    } else {
      watch.find(
        .moreComingIgnored, call: context.callNumber,
        "changes of \(last.feed) were not continued with the token of call \(last.call), although "
          + "more were coming")
    }
  }

  /// Whether a token could still be used: the zone may have been deleted, or the token may have
  /// expired.
  func leads(_ token: String, into zoneID: ZoneID?, _ context: CallContext) -> Bool {
    do {
      if let zoneID {
        _ = try world.recordFeed(of: zoneID, as: context).view.cursor(token)
      } else {
        _ = try world.zoneFeed(as: context).cursor(token)
      }
      return true
    } catch {
      return false
    }
  }
}

extension CloudState {
  /// Remembers the parts of an answer that the client must act on.
  ///
  /// - Parameter tally: The tally of the call, with the pages of its answer.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func remember<O: Operation>(
    _ call: borrowing Call<O>, _ outcome: CallOutcome<O.Answer>, _ tally: CallTally,
    _ context: CallContext
  ) {
    guard case .operation(let operation, let bytes) = call.request else { return }
    switch outcome {
    case .failure(let error), .interrupted(_, _, let error):
      remember(error, of: operation, bytes, context)
    case .answer(_, let failures):
      if !failures.isEmpty { remember(failures, of: operation, context) }
      if !tally.pages.isEmpty { remember(tally.pages, of: operation, context) }
      rememberPage(of: operation, tally.queryPage, context)
    case .scripted(let answer):
      if let error = answer.error { remember(error, of: operation, bytes, context) }
    }
  }

  private mutating func remember<O: Operation>(
    _ error: CloudError, of operation: O, _ bytes: Int, _ context: CallContext
  ) {
    if let wait = wait(error, context) {
      let request = operation.faultRequest(in: world, as: context)
      let zoneIDs = error.code == .zoneBusy && !request.zoneIDs.isEmpty
      watch.note(
        ClientWatch.Wait(
          until: wait.until, call: wait.call, zoneIDs: zoneIDs ? Set(request.zoneIDs) : nil),
        for: context.key(of: O.name, "wait"))
    }
    if error.code == .limitExceeded {
      watch.note(
        ClientWatch.Batch(items: operation.itemCount, bytes: bytes, call: context.callNumber),
        for: context.key(of: O.name, "27"))
    }
    if error.code.endsTokens, watch.remembersReadings {
      for feed in feeds(of: operation, context) {
        watch.forgetReading(for: context.key(of: feed.zoneID))
      }
    }
  }

  private mutating func remember<O: Operation>(
    _ failures: [NumberedFailure], of operation: O, _ context: CallContext
  ) {
    var busy: (zoneIDs: Set<ZoneID>, until: Int64) = ([], .min)
    var refused: [RecordID: ClientWatch.RefusedSave] = [:]
    for failure in failures {
      let error = failure.error.error
      let wait = wait(error, context)
      switch failure.error.item {
      case .zone(let zoneID):
        if error.code.endsTokens { watch.forgetReading(for: context.key(of: zoneID)) }
        guard let wait else { continue }
        busy.zoneIDs.insert(zoneID)
        busy.until = max(busy.until, wait.until)
      case .record(let name?, let zoneID) where wait != nil || error.code == .serverRecordChanged:
        refused[RecordID(recordName: name, zoneID: zoneID)] = ClientWatch.RefusedSave(
          conflict: error.code == .serverRecordChanged
            ? ClientWatch.RefusedSave.Conflict(sentTag: nil, call: context.callNumber) : nil,
          wait: wait)
      default: continue
      }
    }
    if !busy.zoneIDs.isEmpty {
      watch.note(
        ClientWatch.Wait(until: busy.until, call: context.callNumber, zoneIDs: busy.zoneIDs),
        for: context.key(of: O.name, "wait"))
    }
    if refused.isEmpty { return }
    for save in saves(of: operation, context) {
      guard var refusal = refused[save.recordID] else { continue }
      refusal.conflict?.sentTag = save.recordChangeTag
      watch.note(refusal, for: context.key(of: save.recordID))
    }
  }

  private mutating func remember<O: Operation>(
    _ pages: [AnswerSurvey.FeedPage], of operation: O, _ context: CallContext
  ) {
    let requests = feeds(of: operation, context)
    var reversed: Set<ZoneID?> = []
    for request in requests where request.isReversed { reversed.insert(request.zoneID) }
    for page in pages {
      // An answer about a single feed does not name its zone.
      let zoneID = page.zoneID ?? (requests.count == 1 ? requests[0].zoneID : nil)
      if reversed.contains(zoneID) { continue }
      watch.note(
        ClientWatch.Reading(
          token: page.token, isMoreComing: page.isMoreComing, call: context.callNumber,
          zoneID: zoneID, context: context),
        for: context.key(of: zoneID))
    }
  }

  private func saves<O: Operation>(of operation: O, _ context: CallContext) -> [SaveRequest] {
    (operation as? any RecordSaving)?.saveRequests(in: world, as: context) ?? []
  }

  private func feeds<O: Operation>(of operation: O, _ context: CallContext) -> [FeedRequest] {
    (operation as? any FeedReading)?.feedRequests(in: world, as: context) ?? []
  }

  /// Returns the wait that an error announces.
  private func wait(_ error: CloudError, _ context: CallContext) -> ClientWatch.Wait? {
    guard let seconds = error.retryAfter, seconds > 0 else { return nil }
    let most = Double(Clock.bounds.upperBound)
    let milliseconds = Int64(min((seconds * 1000).rounded(), most))
    return ClientWatch.Wait(
      until: world.clock.now &+ milliseconds, call: context.callNumber, zoneIDs: nil)
  }
}

extension ClientWatch {
  fileprivate mutating func findEarly(
    _ call: UInt64, _ what: String, _ milliseconds: Int64, _ wait: Wait
  ) {
    find(
      .earlyRetry, call: call,
      "\(what) came \(Double(milliseconds) / 1000) s before the end of the wait that call "
        + "\(wait.call) announced")
  }
}

extension CKErrorCode {
  /// Whether a client that receives it must read from the beginning.
  fileprivate var endsTokens: Bool {
    switch self {
    case .changeTokenExpired, .zoneNotFound, .userDeletedZone, .invalidArguments: true
    default: false
    }
  }
}

/// The keys of the watch's maps.
extension CallContext {
  func key(of operation: String, _ purpose: String) -> UInt64 {
    [purpose, operation].key(from: key)
  }

  fileprivate func key(of recordID: RecordID) -> UInt64 {
    let zoneID = recordID.zoneID
    return ["record", zoneID.ownerName.text, zoneID.zoneName.text, recordID.recordName.text].key(
      from: key)
  }

  /// - Parameter zoneID: Nil for the feed of a database's zones.
  fileprivate func key(of zoneID: ZoneID?) -> UInt64 {
    guard let zoneID else { return ["database"].key(from: key) }
    return ["zone", zoneID.ownerName.text, zoneID.zoneName.text].key(from: key)
  }

  /// The key of the device, its user, and the database.
  private var key: UInt64 {
    [
      deviceName.text, userRecordName?.text ?? "", container.text, environment.rawValue,
      scope.rawValue,
    ].key(from: 0)
  }
}

extension [String] {
  func key(from key: UInt64) -> UInt64 {
    reduce(key) { SeededRandom.hash(seed: $0, $1, 0) }
  }
}
