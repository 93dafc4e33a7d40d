/// Finds queries that were not continued, and other calls that clients omitted.
///
/// A page counts if the service made it shorter than requested: the request had no `resultsLimit`,
/// or the page has fewer records. A query for the first records only is not a finding.
extension CloudState {
  /// Examines a call before it runs, while there are queries that were not continued.
  mutating func inspectPage<O: Operation>(_ operation: O, _ context: CallContext) {
    watch.note(known: context.knownResponses, ofDevice: context.deviceName.watchKey)
    if let key = keyContinued(by: operation, context) {
      watch.noteContinued(key, knowing: context.knownResponses.last)
    }
  }

  /// Returns the key of the query that a call continues; nil if it continues none.
  func keyContinued<O: Operation>(by operation: O, _ context: CallContext) -> WatchKey? {
    guard let query = operation as? QueryRecords, query.continuationMarker != nil else {
      return nil
    }
    return key(of: query, context)
  }

  /// Stores a page with a next page, and removes a query that has reached its last page.
  ///
  /// - Parameter items: The number of items of the page; nil if it is the last one.
  mutating func rememberPage<O: Operation>(
    of operation: O, _ items: Int?, _ context: CallContext
  ) {
    guard items != nil || watch.remembersPages,
      let query = operation as? QueryRecords
    else { return }
    // The key takes as long as a small query, and such a page needs none.
    if let items, items >= query.resultsLimit ?? .max { return }
    guard let key = key(of: query, context) else { return }
    if items == nil { return watch.forgetPage(for: key) }
    if watch.isStale { return }
    // A client that begins again may have lost the marker: only the last page of the query matters,
    // and the first call is reported.
    let device = context.deviceName.watchKey
    if let page = watch.page(for: key), watch.isCurrent(page.response, ofDevice: device) { return }
    // It does not need a page that came after it has read on.
    if watch.wasContinued(key, after: context.knownResponses.last, byDevice: device) { return }
    let zoneID = query.isZoneWide ? nil : context.resolved(query.zoneID, in: world)
    watch.note(
      ClientWatch.Page(
        recordType: query.query.recordType, zoneID: zoneID,
        incarnation: zoneID.flatMap { incarnation(of: $0, context) },
        response: response(to: context), context: context),
      for: key)
  }

  /// Returns the key that all pages of a query have; nil if the query is not valid.
  private func key(of query: QueryRecords, _ context: CallContext) -> WatchKey? {
    let zoneID = context.resolved(query.zoneID, in: world)
    guard let scope = try? query.markerScope(in: zoneID, world.seed, context) else { return nil }
    return context.key(ofQuery: scope.digest, query.isZoneWide ? nil : zoneID)
  }

  /// The findings so far in the order of the calls, with those for calls that are still missing.
  var findings: [ClientFinding] {
    let (readings, pages) = (watch.openReadings, watch.openPages)
    if readings.isEmpty, pages.isEmpty { return watch.found }
    var open: [ClientFinding] = []
    let continued = keysContinuedLater
    for (key, reading) in readings
    where !continued.contains(key) && !continued.contains(reading.context.beginningKey)
      && leads(reading.token, into: reading)
    {
      open.append(
        ClientFinding(
          kind: .moreComingIgnored, call: reading.furthest.call,
          message: "more changes of \(reading.feed) exist, but were not requested"))
    }
    for (key, page) in pages where !continued.contains(key) && isLeft(page) {
      open.append(
        ClientFinding(
          kind: .continuationMarkerIgnored, call: page.context.callNumber,
          message: "the query of '\(NameRules.shortened(page.recordType))' had more records than "
            + "its page, but the next page was not requested with the continuationMarker (a query "
            + "for the first records only has a resultsLimit)"))
    }
    return (watch.found + open).enumerated().map { $0 }.genericSorted {
      ($0.element.call, $0.offset) < ($1.element.call, $1.offset)
    }
    .map(\.element)
  }

  /// The keys of what calls read on that were submitted and have not begun. One of them that is
  /// cancelled has continued nothing.
  private var keysContinuedLater: Set<WatchKey> {
    let operations = world.operations.all
    Steps.take(operations.count)
    var keys: Set<WatchKey> = []
    for entry in operations where entry.outcome == nil {
      guard case .waiting = entry.state, let call = entry.call as? any RunnableCall else {
        continue
      }
      keys.formUnion(call.continued(in: self, by: entry.submitter))
    }
    return keys
  }

  /// Returns the keys of the feeds that a call reads, or with which it begins again, and of the query
  /// that it continues.
  func keysContinued<O: Operation>(by operation: O, _ context: CallContext) -> [WatchKey] {
    let feeds = feeds(of: operation, context).filter { !$0.isReversed }
    let query = keyContinued(by: operation, context).map { [$0] } ?? []
    // A client that begins again with the database does so with its zones too.
    let beginsAgain = feeds.contains { $0.zoneID == nil && $0.begins }
    return query + feeds.map { context.key(of: $0.zoneID, types: $0.types) }
      + (beginsAgain ? [context.beginningKey] : [])
  }

  private func leads(_ token: String, into reading: ClientWatch.Reading) -> Bool {
    canCall(after: reading.response, reading.context)
      && position(of: token, in: reading.zoneID, reading.context) != nil
  }

  /// Whether the device has made other calls since, and could continue the query.
  private func isLeft(_ page: ClientWatch.Page) -> Bool {
    guard watch.wasKnown(page.response, toDevice: page.context.deviceName.watchKey),
      canCall(after: page.response, page.context)
    else { return false }
    guard let zoneID = page.zoneID else { return true }
    // A zone that was made again has other records.
    guard let incarnation = incarnation(of: zoneID, page.context) else { return false }
    return incarnation == page.incarnation
  }

  private func incarnation(of zoneID: ZoneID, _ context: CallContext) -> UInt64? {
    (try? world.zone(zoneID, as: context))?.incarnation
  }

  /// Whether the client that got a response still runs, with the same account, which can be used.
  private func canCall(after response: ClientWatch.Response, _ context: CallContext) -> Bool {
    guard watch.isCurrent(response, ofDevice: context.deviceName.watchKey),
      !faults.hasCrashed(context.deviceName)
    else { return false }
    guard let place = context.place else { return true }
    guard let account = world.people.account(at: place) else { return false }
    let status = account.device?.accountStatus ?? .noAccount
    return status == context.accountStatus && account.userRecordName == context.userRecordName
  }
}
