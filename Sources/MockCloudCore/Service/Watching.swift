/// Compares calls with the earlier responses to their clients.
extension CloudState {
  /// Checks a call before it runs.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func inspect<O: Operation>(_ call: borrowing Call<O>, _ context: CallContext) {
    guard case .operation(let operation, _) = call.request else { return }
    if watch.haveReadingsFailed, operation is any ZoneFinding {
      // If it fails, that is another failure.
      watch.noteReading(of: context.key(of: nil), watch.received &+ 1, by: context)
    }
    if watch.remembersWaits { inspectWaits(operation, context) }
    if watch.remembersSaves {
      for save in saves(of: operation, context) { inspect(save, context) }
    }
    if watch.remembersReadings {
      for feed in feeds(of: operation, context) { inspect(feed, context) }
    }
    if watch.remembersPages { inspectPage(operation, context) }
    if watch.remembersBatches { inspectBatch(operation, call, context) }
  }

  /// Whether the caller knew a response when it made this call. An operation that reports by events
  /// may have been submitted before, and one in Swift made.
  func isKnown(_ response: ClientWatch.Response, _ context: CallContext) -> Bool {
    context.knownResponses.includes(response.order, of: response.reader)
      && watch.isCurrent(response, ofDevice: context.deviceName.watchKey)
  }

  /// Whether the client got a response while a call was under way.
  func cameDuring(_ response: ClientWatch.Response, _ context: CallContext) -> Bool {
    response.order > context.knownResponses.last
      && watch.isCurrent(response, ofDevice: context.deviceName.watchKey)
  }

  private mutating func inspect(_ save: SaveRequest, _ context: CallContext) {
    let key = context.key(of: save.recordID)
    guard let refused = watch.save(for: key), let response = refused.response,
      isKnown(response, context)
    else { return }
    watch.forgetSave(for: key)
    let name = "record '\(NameRules.shortened(save.recordID.recordName))'"
    if let wait = refused.wait, timeLeft(of: wait) > 0 {
      findEarly(name, wait, context)
      watch.note(
        ClientWatch.RefusedSave(
          conflict: nil, wait: wait, zoneID: refused.zoneID, context: refused.context), for: key)
    }
    guard let conflict = refused.conflict, conflictsAgain(save, after: conflict, context) else {
      return
    }
    watch.find(
      .blindRetry, call: context.callNumber,
      "\(name) was saved again after the conflict of call \(conflict.response.call), without the "
        + "server's tag")
  }

  /// Whether a save has the refused tag, or none, and the server has another. A client may also
  /// decide to overwrite the record, or make it again after another client deleted it.
  private func conflictsAgain(
    _ save: SaveRequest, after conflict: ClientWatch.RefusedSave.Conflict, _ context: CallContext
  ) -> Bool {
    guard save.comparesTags, !save.isDeletion,
      save.recordChangeTag == nil || save.recordChangeTag == conflict.sentTag,
      // After an injected conflict, the refused tag can be the server's.
      save.recordChangeTag == nil || save.recordChangeTag != conflict.serverTag,
      let zone = try? world.zone(save.recordID.zoneID, as: context),
      let entry = zone.entry(save.recordID.recordName)
    else { return false }
    let tag = entry.record.recordChangeTag
    // The client may know that the server's record was deleted, and not that there is another one.
    if let known = conflict.serverTag, known != tag, entry.former?.version(tagged: known) == nil {
      return false
    }
    return tag != save.recordChangeTag
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
    guard case .operation(let operation, _) = call.request else { return }
    watch.receive()
    watch.isStale = !watch.isCurrent(
      response(to: context), ofDevice: context.deviceName.watchKey)
    defer { watch.isStale = false }
    switch outcome {
    case .failure(let error): remember(error, of: operation, call, context)
    case .interrupted(_, let error):
      if tally.isReported, !watch.isStale { rememberBlocks(tally, of: operation, context) }
      remember(error, of: operation, call, context)
    case .answer(_, let failures):
      if !failures.isEmpty { remember(failures, of: operation, context) }
      if !tally.pages.isEmpty, !watch.isStale { remember(tally.pages, of: operation, context) }
      // A query of which a record failed may be given up.
      if failures.isEmpty || tally.queryPage == nil {
        rememberPage(of: operation, tally.queryPage, context)
      }
    case .scripted(let answer):
      if let error = answer.error { remember(error, of: operation, call, context) }
    }
  }

  /// Remembers the tokens that the client may have got, or lost, by blocks of a reading that was
  /// interrupted.
  private mutating func rememberBlocks<O: Operation>(
    _ tally: CallTally, of operation: O, _ context: CallContext
  ) {
    if !tally.pages.isEmpty {
      remember(tally.pages, of: operation, context)
      noteEndedEarly(operation, context)
    }
    for failure in tally.failures where failure.error.error.code.endsTokens {
      guard case .zone(let zoneID) = failure.error.item else { continue }
      watch.forgetReadings(in: zoneID, of: context)
    }
  }

  private mutating func remember<O: Operation>(
    _ error: CloudError, of operation: O, _ call: borrowing Call<O>, _ context: CallContext
  ) {
    rememberWait(error, of: operation, context)
    if error.code == .limitExceeded, !watch.isStale { rememberBatch(operation, call, context) }
    rememberFailedReading(of: operation, [error.code], context)
    if error.code.endsTokens {
      for feed in feeds(of: operation, context) {
        if let zoneID = feed.zoneID {
          watch.forgetReadings(in: zoneID, of: context)
        } else {
          watch.forgetReadings(of: context)
        }
      }
    }
    if error.code.endsZone, watch.remembersZones {
      let zones =
        operation.faultRequest(in: world, as: context).zoneIDs
        + namedItems(of: operation, context).compactMap(\.zoneID)
      for zoneID in Set(zones) { watch.forgetZone(zoneID, of: context) }
    }
  }

  func namedItems<O: Operation>(of operation: O, _ context: CallContext) -> [NamedItem] {
    (operation as? any ItemNaming)?.namedItems(in: world, as: context) ?? []
  }

  private mutating func remember<O: Operation>(
    _ failures: [NumberedFailure], of operation: O, _ context: CallContext
  ) {
    rememberFailedReading(
      of: operation, failures.map(\.error.error.code), context,
      failed: Set(failures.compactMap(\.error.item.zoneID)))
    var refused: [RecordID: ClientWatch.RefusedSave] = [:]
    var lostZones: Set<ZoneID> = []
    // The items that failed because their zone is gone, and whose errors do not name it.
    var lost: Set<ItemID> = []
    let namesItems = operation is any ItemNaming
    for failure in failures {
      let error = failure.error.error
      let wait = wait(error, context)
      if namesItems, let wait, let key = context.key(of: O.name, failure.error.item) {
        note(wait, for: key, context)
      }
      switch failure.error.item {
      case .zone(let zoneID):
        if error.code.endsZone {
          lostZones.insert(zoneID)
        } else if error.code.endsTokens {
          watch.forgetReadings(in: zoneID, of: context)
        }
        if let wait { note(wait, for: context.key(of: O.name, zoneID), context) }
      case .record(_, let zoneID) where error.code.endsZone: lostZones.insert(zoneID)
      case .record(let name?, let zoneID) where wait != nil || error.isConflictWithRecord:
        refused[RecordID(recordName: name, zoneID: zoneID)] = ClientWatch.RefusedSave(
          conflict: error.isConflictWithRecord
            ? ClientWatch.RefusedSave.Conflict(
              sentTag: nil, serverTag: error.conflict?.serverRecord.recordChangeTag,
              response: response(to: context)) : nil,
          wait: wait, zoneID: zoneID, context: context)
      case .subscription, .asset:
        if error.code.endsZone { lost.insert(failure.error.item) }
      default: continue
      }
    }
    if !lost.isEmpty, watch.remembersZones {
      for named in namedItems(of: operation, context) where lost.contains(named.item) {
        if let zoneID = named.zoneID { lostZones.insert(zoneID) }
      }
    }
    if !refused.isEmpty, !watch.isStale {
      for save in saves(of: operation, context) {
        guard var refusal = refused[save.recordID] else { continue }
        let key = context.key(of: save.recordID)
        refusal.conflict?.sentTag = save.recordChangeTag
        refusal.wait = later(refusal.wait, watch.save(for: key)?.wait, context)
        watch.note(refusal, for: key)
      }
    }
    // Those that were just noted, too.
    for zoneID in lostZones { watch.forgetZone(zoneID, of: context) }
  }

  func saves<O: Operation>(of operation: O, _ context: CallContext) -> [SaveRequest] {
    (operation as? any RecordSaving)?.saveRequests(in: world, as: context) ?? []
  }
}

extension CKErrorCode {
  /// Whether a client that receives it must read from the beginning.
  fileprivate var endsTokens: Bool {
    switch self {
    case .changeTokenExpired, .invalidArguments: true
    default: endsZone
    }
  }

  /// Whether a client that receives it about its zone has lost the zone, whatever it requested.
  var endsZone: Bool { self == .zoneNotFound || self == .userDeletedZone }
}

/// The keys of the watch's maps.
extension CallContext {
  func key(of operation: String, _ purpose: String) -> WatchKey { key(nil, purpose, operation) }

  /// The wait of an operation for one zone.
  func key(of operation: String, _ zoneID: ZoneID) -> WatchKey {
    key(zoneID, "zone wait", operation)
  }

  /// The wait of an operation for a record or a subscription; nil for other items.
  func key(of operation: String, _ item: ItemID) -> WatchKey? {
    switch item {
    case .record(let name?, let zoneID): key(zoneID, "zone wait", operation, "record", name.text)
    case .subscription(let id?): key(nil, "subscription wait", operation, id.text)
    default: nil
    }
  }

  func key(of recordID: RecordID) -> WatchKey {
    key(recordID.zoneID, "record", recordID.recordName.text)
  }

  /// - Parameters:
  ///   - zoneID: Nil for the feed of a database's zones.
  ///   - types: A hash of the record types that are read; nil means all. A token is good only for
  ///     those.
  func key(of zoneID: ZoneID?, types: UInt64? = nil) -> WatchKey {
    key(zoneID, types.map { String($0) } ?? "")
  }

  /// The key of an item of a batch as it is written.
  func key(ofItem texts: [String]) -> WatchKey {
    WatchKey(caller: 0, zone: 0, subject: texts.key(from: 0))
  }

  /// The key of a query.
  func key(ofQuery digest: UInt64, _ zoneID: ZoneID?) -> WatchKey {
    key(zoneID, "query", String(digest))
  }

  /// The key of all feeds of the database, of a client that begins again.
  var beginningKey: WatchKey { key(nil, "beginning") }

  private func key(_ zoneID: ZoneID?, _ texts: String...) -> WatchKey {
    WatchKey(caller: callerKey, zone: zoneID?.watchKey ?? 0, subject: texts.key(from: 0))
  }
}
