/// How time passes: the clock moves from one entry of the agenda to the next, each of which sees its
/// own due time and may enter more.
extension CloudState {
  /// Takes the oldest event that nobody has taken.
  mutating func nextEvent() -> Event? {
    // A clock that follows the system's runs by itself.
    if world.clock.mode == .system { runClock(to: world.clock.now) }
    return world.events.popFirst()
  }

  /// Moves the clock to that time, or only runs what is due where the clock is there or beyond.
  ///
  /// - Returns: How many events became due.
  @discardableResult
  mutating func runClock(to target: Int64) -> Int {
    var count = 0
    while let (due, entry) = world.agenda.takeFirst(dueBy: target) {
      moveClock(to: due)
      if run(entry) { count += 1 }
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

  /// Moves the clock on to everything that somebody waits for, but by no more than the limit.
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

  /// Returns whether an event became due.
  private mutating func run(_ entry: Agenda.Entry) -> Bool {
    switch entry {
    case .push(let push): return deliver(push)
    case .expiry(let receipt):
      world.uploads.expire(receipt, at: world.clock.now)
      return false
    }
  }

  /// A device whose account is not available when the push arrives, or another user's by then, is not
  /// reached.
  private mutating func deliver(_ push: Event.Notification) -> Bool {
    guard let place = world.people.place(ofDevice: push.device),
      world.people.device(place)?.accountStatus == .available,
      world.people.user(place.user)?.userRecordName.hasBytes(of: push.userRecordName) ?? false
    else { return false }
    post(.notification(push))
    return true
  }
}
