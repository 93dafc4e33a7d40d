/// The passing of time: the clock moves from one entry of the agenda to the next. Each runs at its
/// own due time and may add entries.
extension CloudState {
  /// Removes and returns the oldest event of the queue.
  mutating func nextEvent() -> Event? {
    guard let (number, event) = firstEvent(for: nil as DeviceName?) else { return nil }
    removeEvent(number)
    return event
  }

  /// Returns the oldest event for the caller's device, or for any device if the caller has neither
  /// user nor device. The number identifies the event to `removeEvent`.
  mutating func firstEvent(
    for caller: Caller?
  ) throws(Misuse) -> (number: UInt64, event: Event)? {
    guard let caller, !caller.given.isDisjoint(with: [.user, .device]) else {
      return firstEvent(for: nil as DeviceName?)
    }
    // Events belong to a device, regardless of its current user.
    let whose = caller.device == nil ? caller : Caller(device: caller.device)
    return firstEvent(for: try whose.context(in: world).deviceName)
  }

  private mutating func firstEvent(for device: DeviceName?) -> (number: UInt64, event: Event)? {
    // The system's clock advances by itself.
    if world.clock.mode == .system { runClock(to: world.clock.now) }
    return world.events.first(for: device)
  }

  mutating func removeEvent(_ number: UInt64) {
    if let event = world.events.remove(number) { noteTaken(event) }
  }

  /// Advances the clock to the given time, and runs all entries due by then. The clock is never
  /// moved back. If an entry sets it back, the same time passes nevertheless.
  ///
  /// - Returns: The number of events that became due.
  @discardableResult
  mutating func runClock(to target: Int64) -> Int {
    var count = 0
    let former = timeSetBack
    while let (due, entry) = world.agenda.takeFirst(dueBy: target &- (timeSetBack &- former)) {
      moveClock(to: due)
      count += run(entry)
    }
    moveClock(to: target &- (timeSetBack &- former))
    return count
  }

  /// Sets the clock. Entries due by the later of the old and the new time run first. If it is set
  /// back, what is under way takes as long as before.
  mutating func setClock(to target: Int64) throws(Clock.Refusal) {
    var clock = world.clock
    try clock.set(milliseconds: target)
    runClock(to: max(target, world.clock.now))
    if target < world.clock.now {
      let time = world.clock.now &- target
      timeSetBack &+= time
      watch.noteSetBack(by: time)
      world.agenda.setBackJourneys(by: time)
      faults.rules.setBack(by: time)
    }
    try world.clock.set(milliseconds: target)
  }

  /// Advances the clock through all entries that a caller waits for, but at most by the limit, and
  /// not beyond the end of an operation.
  ///
  /// - Parameter stopsAtStoring: Whether it stops also when the service has stored the operation, of
  ///   which its client was not told.
  mutating func runUntilIdle(
    limit: Int64?, orEndOf operationID: String? = nil, orItsStoring stopsAtStoring: Bool = false
  ) {
    guard world.clock.mode != .system else {
      runClock(to: world.clock.now)
      return
    }
    let (bound, overflow) = world.clock.now.addingReportingOverflow(limit ?? .max)
    var last = overflow ? Clock.bounds.upperBound : min(bound, Clock.bounds.upperBound)
    while let due = world.agenda.nextAwaited {
      if let operationID {
        if world.operations.hasEnded(operationID) { return }
        if stopsAtStoring, world.operations.entry(operationID)?.isStored == true { return }
      }
      guard due <= last else {
        // Entries after the last possible time never run.
        if limit != nil { runClock(to: last) }
        return
      }
      let former = timeSetBack
      runClock(to: max(due, world.clock.now))
      if limit != nil { last &-= timeSetBack &- former }
    }
  }

  /// Moves a virtual clock forward, never back. The system's clock advances by itself.
  private mutating func moveClock(to time: Int64) {
    guard time > world.clock.now else { return }
    do throws(Clock.Refusal) {
      try world.clock.set(milliseconds: time)
    } catch {
      // A due time outside the clock's bounds is never reached.
    }
  }

  /// Runs an entry. Returns the number of events that became due.
  private mutating func run(_ entry: Agenda.Entry) -> Int {
    switch entry {
    case .push(let push): return arrive(push) > 0 ? 1 : 0
    case .operation: return runOperations(.next)
    case .step(let number): return runOperations(.step(number))
    case .answerExpiry(let number): world.operations.forgetAnswer(number)
    case .expiry(let receipt): world.uploads.expire(receipt, at: world.clock.now)
    }
    return 0
  }

  /// Delivers a push as often as the fault rules determine. Returns the number of deliveries, which
  /// is 0 if the device's account is not available at that time, or belongs to another user.
  private mutating func arrive(_ push: Event.Notification) -> Int {
    guard let place = world.people.place(ofDevice: push.device),
      world.people.device(place)?.accountStatus == .available,
      let user = world.people.user(place.user),
      user.userRecordName == push.userRecordName
    else { return 0 }
    var push = push
    push.isHeld = false
    if waitsForNetwork(push) { return 0 }
    // For a delayed push, the rules have already been evaluated.
    let times = push.arrival == nil ? deliveries(of: push, to: user) : 1
    for _ in 0..<times { post(.notification(push)) }
    return times
  }

  /// Holds a push until its device is online. Returns whether it is held.
  private mutating func waitsForNetwork(_ push: Event.Notification) -> Bool {
    let now = world.clock.now
    guard let network = faults.networks[push.device], network.state(at: now) != .online else {
      return false
    }
    world.agenda.hold(push, until: network.nextOnline(at: now))
    faults.trace.leaveOut(SetNetwork.name, "a push that waits for the network")
    return true
  }

  /// Returns the number of deliveries of a push now; a delayed push is added to the agenda again.
  private mutating func deliveries(of push: Event.Notification, to user: User) -> Int {
    // Counted even without rules: the time at which a rule is added does not change its draws.
    let number = faults.counts.next(push.device, CallCounts.pushes)
    if faults.rules.isEmpty { return 1 }
    let facts = FaultPush(
      device: push.device, userRecordName: push.userRecordName, userAlias: user.alias,
      number: number)
    let strike = faults.rules.strike(facts, seed: world.seed, now: world.clock.now)
    if !strike.acts.isEmpty { faults.trace.add(strike.acts, of: facts) }
    let deliveries = strike.deliveries
    guard deliveries > 0 else { return 0 }
    if strike.coalescing != nil, world.agenda.coalesce(push) { return 0 }
    let delay = max(strike.delay, strike.coalescing ?? 0)
    guard delay > 0 else { return deliveries }
    var late = push
    late.isCoalescing = strike.coalescing != nil
    let (arrival, overflows) = world.clock.now.addingReportingOverflow(delay)
    late.arrival = min(overflows ? .max : arrival, Clock.bounds.upperBound)
    for _ in 0..<deliveries { world.send(late) }
    return 0
  }
}
