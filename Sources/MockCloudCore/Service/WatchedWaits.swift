/// Finds calls that are made before the end of an announced wait. A wait is for an operation, for an
/// operation with one zone or one item, or for the saves of one record.
extension CloudState {
  /// Examines a call before it runs, while there are waits.
  mutating func inspectWaits<O: Operation>(_ operation: O, _ context: CallContext) {
    var waits = [openWait(for: context.key(of: O.name, "wait"), context)]
    for zoneID in Set(operation.faultRequest(in: world, as: context).zoneIDs) {
      waits.append(openWait(for: context.key(of: O.name, zoneID), context))
    }
    for named in namedItems(of: operation, context) {
      guard let key = context.key(of: O.name, named.item) else { continue }
      waits.append(openWait(for: key, context))
    }
    // One call is one finding, about the longest wait.
    guard
      let wait = waits.compactMap({ $0 }).max(by: {
        ($0.until, $1.response.call) < ($1.until, $0.response.call)
      })
    else { return }
    findEarly("'\(O.name)'", wait, context)
  }

  /// Returns a wait that is not over, and removes one that is.
  private mutating func openWait(for key: WatchKey, _ context: CallContext) -> ClientWatch.Wait? {
    guard let wait = watch.wait(for: key) else { return nil }
    guard timeLeft(of: wait) > 0 else {
      watch.forgetWait(for: key)
      return nil
    }
    return isKnown(wait.response, context) ? wait : nil
  }

  /// Returns the remaining milliseconds of a wait, which are negative after its end.
  func timeLeft(of wait: ClientWatch.Wait) -> Int64 {
    wait.until &- watch.time(at: world.clock.now)
  }

  mutating func findEarly(_ what: String, _ wait: ClientWatch.Wait, _ context: CallContext) {
    watch.find(
      .earlyRetry, call: context.callNumber,
      "\(what) was sent \(Double(timeLeft(of: wait)) / 1000) s before the end of the wait that "
        + "call \(wait.response.call) announced")
  }

  /// Remembers the wait of a call that failed as a whole: that of a busy zone is for the zones of
  /// the request, any other for all calls of the operation.
  mutating func rememberWait<O: Operation>(
    _ error: CloudError, of operation: O, _ context: CallContext
  ) {
    guard let wait = wait(error, context) else { return }
    let zoneIDs =
      error.code == .zoneBusy ? operation.faultRequest(in: world, as: context).zoneIDs : []
    if zoneIDs.isEmpty { return note(wait, for: context.key(of: O.name, "wait"), context) }
    for zoneID in zoneIDs { note(wait, for: context.key(of: O.name, zoneID), context) }
  }

  mutating func note(_ wait: ClientWatch.Wait, for key: WatchKey, _ context: CallContext) {
    watch.note(later(wait, watch.wait(for: key), context) ?? wait, for: key)
  }

  /// Returns the wait that a client has to observe after the response to a call: an earlier one that
  /// was announced while the call was under way holds on if it ends later.
  func later(
    _ wait: ClientWatch.Wait?, _ former: ClientWatch.Wait?, _ context: CallContext
  ) -> ClientWatch.Wait? {
    guard let former, cameDuring(former.response, context) else { return wait }
    guard let wait else { return former }
    return former.until > wait.until ? former : wait
  }

  /// Returns the wait that an error announces.
  func wait(_ error: CloudError, _ context: CallContext) -> ClientWatch.Wait? {
    guard !watch.isStale, let seconds = error.retryAfter, seconds > 0 else { return nil }
    // The clock has no parts of milliseconds, so that a client can wait no longer than this.
    let milliseconds = Int64(min((seconds * 1000).rounded(.down), Double(Clock.bounds.upperBound)))
    return ClientWatch.Wait(
      until: watch.time(at: world.clock.now) &- watch.lateness &+ milliseconds,
      response: response(to: context))
  }
}
