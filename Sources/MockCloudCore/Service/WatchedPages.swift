/// Finds queries that were not continued, and other calls that clients omitted.
///
/// A page counts if the service made it shorter than requested: the request had no `resultsLimit`,
/// or the page has fewer records. A query for the first records only is not a finding.
extension CloudState {
  /// Examines a call before it runs, while there are queries that were not continued.
  mutating func inspectPage<O: Operation>(_ operation: O, _ context: CallContext) {
    watch.note(known: context.knownResponses, ofDevice: context.deviceName.watchKey)
    guard let query = operation as? QueryRecords, query.continuationMarker != nil,
      let key = key(of: query, context)
    else { return }
    watch.forgetPage(for: key)
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
    // A client that begins again may have lost the marker: only the last page of the query matters,
    // and the first call is reported.
    if let page = watch.page(for: key), isCurrent(page.context) { return }
    let zoneID = query.isZoneWide ? nil : context.resolved(query.zoneID, in: world)
    watch.note(
      ClientWatch.Page(
        recordType: query.query.recordType, zoneID: zoneID,
        incarnation: zoneID.flatMap { incarnation(of: $0, context) },
        response: response(to: context), context: context),
      for: key)
  }

  /// Returns the key that all pages of a query have; nil if the query is not valid.
  private func key(of query: QueryRecords, _ context: CallContext) -> UInt64? {
    let zoneID = context.resolved(query.zoneID, in: world)
    guard let scope = try? query.markerScope(in: zoneID, world.seed, context) else { return nil }
    return context.key(of: String(scope.digest, radix: 16), "query")
  }

  /// The findings so far in the order of the calls, with those for calls that are still missing.
  var findings: [ClientFinding] {
    var open: [ClientFinding] = []
    for reading in watch.openReadings where leads(reading.token, into: reading) {
      open.append(
        ClientFinding(
          kind: .moreComingIgnored, call: reading.response.call,
          message: "more changes of \(reading.feed) exist, but were not requested"))
    }
    for page in watch.openPages where isLeft(page) {
      open.append(
        ClientFinding(
          kind: .continuationMarkerIgnored, call: page.context.callNumber,
          message: "the query of '\(NameRules.shortened(page.recordType))' had more records than "
            + "its page, but the next page was not requested with the continuationMarker (a query "
            + "for the first records only has a resultsLimit)"))
    }
    guard !open.isEmpty else { return watch.found }
    return (watch.found + open).enumerated().map { $0 }.genericSorted {
      ($0.element.call, $0.offset) < ($1.element.call, $1.offset)
    }
    .map(\.element)
  }

  private func leads(_ token: String, into reading: ClientWatch.Reading) -> Bool {
    canCall(reading.context) && position(of: token, in: reading.zoneID, reading.context) != nil
  }

  /// Whether the device has made other calls since, and could continue the query.
  private func isLeft(_ page: ClientWatch.Page) -> Bool {
    guard watch.wasKnown(page.response, toDevice: page.context.deviceName.watchKey),
      canCall(page.context)
    else { return false }
    guard let zoneID = page.zoneID else { return true }
    // A zone that was made again has other records.
    guard let incarnation = incarnation(of: zoneID, page.context) else { return false }
    return incarnation == page.incarnation
  }

  private func incarnation(of zoneID: ZoneID, _ context: CallContext) -> UInt64? {
    (try? world.zone(zoneID, as: context))?.incarnation
  }

  /// Whether the client that made a call has not begun anew since.
  private func isCurrent(_ context: CallContext) -> Bool {
    watch.isCurrent(context.callNumber, ofDevice: context.deviceName.watchKey)
  }

  /// Whether the client that made a call still runs, with the same account, which can be used.
  private func canCall(_ context: CallContext) -> Bool {
    guard isCurrent(context), !faults.hasCrashed(context.deviceName) else { return false }
    guard let place = context.place else { return true }
    guard let account = world.people.account(at: place) else { return false }
    let status = account.device?.accountStatus ?? .noAccount
    return status == context.accountStatus && account.userRecordName == context.userRecordName
  }
}
