/// What faults do to a call beside having it fail.
extension CloudState {
  /// A session with the cloud's rules, which it has until the call is done.
  mutating func beginSession<O: Operation>(_ call: Call<O>, _ context: CallContext) -> CallSession {
    guard !faults.isEmpty || exploration?.isOn == true else { return CallSession() }
    var request = FaultRequest()
    var (itemCount, size) = (0, 0)
    switch call.request {
    case .operation(let operation, let bytes):
      request = operation.faultRequest(in: world, as: context)
      (itemCount, size) = (operation.itemCount, bytes)
    case .malformed(_, let text): size = text.count
    }
    let facts = FaultFacts(
      operation: O.name, context: context,
      userAlias: context.place.flatMap { world.people.user($0.user)?.alias.text },
      itemCount: itemCount, bytes: size, request: request, seed: world.seed)
    // What two hold at once would have to be copied with the first count that changes.
    var plan = FaultPlan()
    swap(&plan, &faults)
    let explored = exploration.take()
    return CallSession(plan, explored, facts, now: world.clock.now)
  }

  /// Runs an operation over the network of the device, and with what rules do.
  mutating func transactAmongFaults<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> O.Answer {
    guard O.access != .open, let network = session.network else {
      return try transactAmongRules(operation, context, &session)
    }
    try send(over: network, &session)
    let answer: Result<O.Answer, CloudError>
    do throws(CloudError) {
      answer = .success(try transactAmongRules(operation, context, &session))
    } catch {
      answer = .failure(error)
    }
    try receive(operation.volume(of: answer), over: network, &session)
    return try answer.get()
  }

  /// Runs an operation with what rules do before it and after it.
  private mutating func transactAmongRules<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> O.Answer {
    let before = try meet(.call, &session, context)
    if before.isDuplicated {
      // The first arrival of the request: nobody learns what it came to.
      var unharmed = CallSession()
      _ = try? transact(operation, context, &unharmed)
    }
    let limits = world.limits
    world.limits.apply(before.limits)
    let answer: Result<O.Answer, CloudError>
    do throws(CloudError) {
      answer = .success(try transact(operation, context, &session))
    } catch {
      answer = .failure(error)
    }
    world.limits = limits
    let done = try answer.get()
    _ = try meet(.answer, &session, context)
    return done
  }

  /// What rules want of the run of an operation.
  private struct Changes {
    var isDuplicated = false
    var limits: [Limits.Change] = []
  }

  /// Asks the rules at a point of the call and does what they want done there.
  private mutating func meet(
    _ point: FaultPoint, _ session: inout CallSession, _ context: CallContext
  ) throws(CloudError) -> Changes {
    var changes = Changes()
    guard let strike = session.strike(point, now: world.clock.now) else { return changes }
    for act in strike.acts {
      switch act {
      case .wait(let milliseconds):
        try wait(milliseconds, in: &session)
      case .jump(let milliseconds):
        session.exchange(&faults)
        jump(milliseconds)
        session.exchange(&faults)
      case .duplicate: changes.isDuplicated = true
      case .prefix(let most, let error): session.limitItems(to: most, error)
      case .limits(let limits): changes.limits += limits
      case .expireTokens:
        // Where the database has no tokens, there is nothing to expire.
        try? ExpireTokens().run(in: &self, as: context)
      case .call(let call): (call as? any MadeCall)?.run(in: &self)
      case .arrivals, .delay: break
      }
    }
    if let error = strike.error { throw error }
    return changes
  }

  /// Lets time pass, as far as the clock is one that can be moved.
  private mutating func wait(_ milliseconds: Int64) {
    guard world.clock.mode != .system else { return }
    let (time, overflows) = world.clock.now.addingReportingOverflow(milliseconds)
    runClock(to: min(overflows ? .max : time, Clock.bounds.upperBound))
  }

  /// Lets time pass within a call: meanwhile the rules are the cloud's. Where the caller does not wait
  /// so long, the call fails when the caller's time is over.
  mutating func wait(
    _ milliseconds: Int64, in session: inout CallSession
  ) throws(CloudError) {
    let allowed = session.timeLeft(at: world.clock.now)
    session.exchange(&faults)
    wait(min(milliseconds, allowed ?? milliseconds))
    session.exchange(&faults)
    if let allowed, milliseconds > allowed {
      throw CloudError(.networkFailure, ServerText.timedOut)
    }
  }

  private mutating func jump(_ milliseconds: Int64) {
    let (time, overflows) = world.clock.now.addingReportingOverflow(milliseconds)
    guard !overflows else { return }
    // A clock that cannot be set stays as it is.
    try? setClock(to: time)
  }
}

/// A call that a rule makes. It meets no faults itself and is not journalled.
protocol MadeCall: FaultCall {
  func run(in state: inout CloudState)
}

/// A call of the service.
final class MadeServiceCall<O: Operation>: MadeCall {
  let operation: O
  let caller: Caller

  init(operation: O, caller: Caller) {
    self.operation = operation
    self.caller = caller
  }

  func run(in state: inout CloudState) {
    var session = CallSession()
    guard
      let context = try? caller.context(in: state.world, standardScope: O.standardScope),
      (try? context.admit(operation, bytes: 0, in: state.world)) != nil
    else { return }
    _ = try? state.transact(operation, context, &session)
  }
}

/// A call of the harness.
final class MadeHarnessCall<O: HarnessOperation>: MadeCall {
  let operation: O
  let caller: Caller

  init(operation: O, caller: Caller) {
    self.operation = operation
    self.caller = caller
  }

  func run(in state: inout CloudState) { _ = try? state.run(operation, as: caller) }
}
