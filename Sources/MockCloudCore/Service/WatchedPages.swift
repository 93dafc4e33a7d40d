/// How it is found that queries are not continued, and what else clients leave undone.
///
/// A page counts if the service made it shorter than was asked for: the request had no `resultsLimit`, or
/// the page has fewer records. Who asks for the first records only is not found.
extension CloudState {
  /// Looks at a call before it runs, while there are queries that nobody has continued.
  mutating func inspectPage<O: Operation>(_ operation: O, _ context: CallContext) {
    watch.note(call: context.callNumber, ofDevice: context.deviceKey)
    guard let request = operation.pageRequest(in: world, as: context), request.isContinued else {
      return
    }
    watch.forgetPage(for: context.key(of: request))
  }

  /// Remembers a page that another one follows, and forgets the query that has come to its end.
  ///
  /// - Parameter items: How many the page has; nil if no page follows it.
  mutating func rememberPage<O: Operation>(
    of operation: O, _ items: Int?, _ context: CallContext
  ) {
    guard items != nil || watch.remembersPages,
      let request = operation.pageRequest(in: world, as: context)
    else { return }
    let key = context.key(of: request)
    guard let items else { return watch.forgetPage(for: key) }
    // Who begins again may have lost the marker: what counts is how it ends, and the first call.
    guard items < request.resultsLimit ?? .max, watch.page(for: key) == nil else { return }
    watch.note(
      ClientWatch.Page(
        recordType: request.recordType, zoneID: request.zoneID, context: context),
      for: key)
  }

  /// What was found so far, in the order of the calls: also what clients could still do and have not.
  var findings: [ClientFinding] {
    var open: [ClientFinding] = []
    for reading in watch.openReadings where leads(reading.token, into: reading) {
      open.append(
        ClientFinding(
          kind: .moreComingIgnored, call: reading.call,
          message: "more changes of \(reading.feed) were coming, and nobody has asked for them"))
    }
    for page in watch.openPages where isLeft(page) {
      open.append(
        ClientFinding(
          kind: .continuationMarkerIgnored, call: page.context.callNumber,
          message: "the query of '\(NameRules.shortened(page.recordType))' had more records than "
            + "its page, and nobody has asked for them with the continuationMarker (a query for "
            + "the first records only has a resultsLimit)"))
    }
    guard !open.isEmpty else { return watch.found }
    return (watch.found + open).enumerated().sorted {
      ($0.element.call, $0.offset) < ($1.element.call, $1.offset)
    }
    .map(\.element)
  }

  private func leads(_ token: String, into reading: ClientWatch.Reading) -> Bool {
    canCall(reading.context) && leads(token, into: reading.zoneID, reading.context)
  }

  /// Whether the device has gone on to other calls, and could continue the query.
  private func isLeft(_ page: ClientWatch.Page) -> Bool {
    guard let last = watch.lastCall(ofDevice: page.context.deviceKey),
      last > page.context.callNumber, canCall(page.context)
    else { return false }
    guard let zoneID = page.zoneID else { return true }
    do {
      _ = try world.zone(zoneID, as: page.context)
      return true
    } catch {
      return false
    }
  }

  /// Whether the account of a call can still be used.
  private func canCall(_ context: CallContext) -> Bool {
    guard let place = context.place else { return true }
    guard let account = world.people.account(at: place) else { return false }
    let status = account.device?.accountStatus ?? .noAccount
    return status == context.accountStatus && account.userRecordName == context.userRecordName
  }
}

extension CallContext {
  fileprivate var deviceKey: UInt64 { ["device", deviceName].key(from: 0) }

  fileprivate func key(of request: PageRequest) -> UInt64 {
    key(of: String(request.query, radix: 16), "query")
  }
}
