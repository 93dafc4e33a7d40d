/// How time passes: the clock moves from one entry of the agenda to the next, each of which sees its
/// own due time and may enter more.
extension CloudState {
  /// Removes the oldest event from the queue.
  mutating func nextEvent() -> Event? { takeEvent { $0.popFirst() } }

  private mutating func takeEvent(_ pop: (inout EventQueue) -> Event?) -> Event? {
    // A clock that follows the system's runs by itself.
    if world.clock.mode == .system { runClock(to: world.clock.now) }
    guard let event = pop(&world.events) else { return nil }
    noteTaken(event)
    return event
  }

  /// Takes the oldest event for the device of a caller that nobody has taken; for any device where the
  /// caller is given neither by user nor by device.
  mutating func nextEvent(for caller: Caller?) throws(Misuse) -> Event? {
    guard let caller, !caller.given.isDisjoint(with: [.user, .device]) else { return nextEvent() }
    // Events of a device are its own, regardless of its current user.
    let whose = caller.device == nil ? caller : Caller(device: caller.device)
    let device = try whose.context(in: world).deviceName
    return takeEvent { $0.popFirst(for: device) }
  }

  /// Moves the clock to that time, or only runs what is due where the clock is there or beyond.
  ///
  /// - Returns: How many events became due.
  @discardableResult
  mutating func runClock(to target: Int64) -> Int {
    var count = 0
    while let (due, entry) = world.agenda.takeFirst(dueBy: target) {
      moveClock(to: due)
      count += run(entry)
    }
    moveClock(to: target)
    return count
  }

  /// Sets the clock. Backwards, what is due by now happens before.
  mutating func setClock(to target: Int64) throws(Clock.Refusal) {
    var clock = world.clock
    try clock.set(milliseconds: target)
    runClock(to: max(target, world.clock.now))
    try world.clock.set(milliseconds: target)
  }

  /// Moves the clock on to everything that a caller waits for, but by no more than the limit.
  mutating func runUntilIdle(limit: Int64?) {
    guard world.clock.mode != .system else {
      runClock(to: world.clock.now)
      return
    }
    let (bound, overflow) = world.clock.now.addingReportingOverflow(limit ?? .max)
    let last = overflow ? Clock.bounds.upperBound : min(bound, Clock.bounds.upperBound)
    while let due = world.agenda.nextAwaited {
      guard due <= last else {
        // What is beyond the end of time is never waited for.
        if limit != nil { runClock(to: last) }
        return
      }
      runClock(to: max(due, world.clock.now))
    }
  }

  /// Moves a virtual clock forward; no entry moves it back, and the system's moves by itself.
  private mutating func moveClock(to time: Int64) {
    guard time > world.clock.now else { return }
    do throws(Clock.Refusal) {
      try world.clock.set(milliseconds: time)
    } catch {
      // Nothing is run that is due when no clock can be.
    }
  }

  /// Returns how many events became due.
  private mutating func run(_ entry: Agenda.Entry) -> Int {
    switch entry {
    case .push(let push): return arrive(push) > 0 ? 1 : 0
    case .operation: return runOperations()
    case .answerExpiry(let number): world.operations.forgetAnswer(number)
    case .expiry(let receipt): world.uploads.expire(receipt, at: world.clock.now)
    }
    return 0
  }

  /// A push arrives as often as the rules of faults let it, and returns how often that is. A device
  /// whose account is not available when the push arrives, or another user's by then, is not reached.
  private mutating func arrive(_ push: Event.Notification) -> Int {
    guard let place = world.people.place(ofDevice: push.device),
      world.people.device(place)?.accountStatus == .available,
      let user = world.people.user(place.user),
      user.userRecordName.hasBytes(of: push.userRecordName)
    else { return 0 }
    if waitsForNetwork(push) { return 0 }
    // What was delayed has been asked about.
    let times = push.arrival == nil ? deliveries(of: push, to: user) : 1
    for _ in 0..<times { post(.notification(push)) }
    return times
  }

  /// Keeps a push whose device is not online for the time when it is, and returns whether it did.
  private mutating func waitsForNetwork(_ push: Event.Notification) -> Bool {
    let now = world.clock.now
    guard let network = faults.networks[push.device], network.state(at: now) != .online else {
      return false
    }
    world.agenda.hold(push, until: network.nextOnline(at: now))
    return true
  }

  /// How often a push arrives now; one that is delayed comes back at its time.
  private mutating func deliveries(of push: Event.Notification, to user: User) -> Int {
    if faults.rules.isEmpty { return 1 }
    let facts = FaultPush(
      device: push.device, userRecordName: push.userRecordName, userAlias: user.alias.text)
    let strike = faults.rules.strike(facts, seed: world.seed, now: world.clock.now)
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
