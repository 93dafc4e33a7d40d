/// The effects of faults on a call, other than errors.
extension CloudState {
  /// Whether rules or an exploration can act on calls.
  var meetsFaults: Bool {
    !boxedFaults.read { $0.isEmpty } || exploration?.read { $0.isOn } == true
  }

  /// Returns what rules and an exploration can do to a call.
  func prospect(_ operation: String, _ context: CallContext) -> FaultProspect {
    if exploration?.read({ $0.isOn }) == true { return .unknown }
    let seed = world.seed
    return boxedFaults.read { $0.prospect(operation, context, seed: seed) }
  }

  /// Begins a session, which has the cloud's rules until the call is done.
  mutating func beginSession<O: Operation>(
    _ call: borrowing Call<O>, _ context: CallContext, states: FaultStates? = nil
  ) -> CallSession {
    switch call.request {
    case .operation(let operation, let bytes):
      return beginSession(operation, bytes, context, states: states, list: nil)
    case .malformed(_, let text):
      return beginSession(
        FaultFacts(
          O.name, context, FaultRequest(), needsNetwork: O.access != .open, itemCount: 0,
          bytes: text.count, meetsConflict: false, states ?? faults.rules.states, in: world),
        list: nil)
    }
  }

  /// Begins the session of a call that was admitted.
  ///
  /// - Parameters:
  ///   - bytes: The size of the request.
  ///   - list: The place of the call's list of rules if that is known.
  mutating func beginSession<O: Operation>(
    _ operation: O, _ bytes: Int, _ context: CallContext, states: FaultStates? = nil, list: Int?
  ) -> CallSession {
    beginSession(
      FaultFacts(
        O.name, context, operation.faultRequest(in: world, as: context),
        needsNetwork: O.access != .open, itemCount: operation.itemCount, bytes: bytes,
        meetsConflict: exploration != nil && meetsConflict(operation, context),
        states ?? faults.rules.states, in: world),
      list: list)
  }

  @inline(never)
  private mutating func beginSession(_ facts: FaultFacts, list: Int?) -> CallSession {
    var session = CallSession(facts, now: world.clock.now)
    takeRules(&session, list: list)
    return session
  }

  /// Whether a call meets the conflict that an exploration counts.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func meetsConflict<O: Operation>(_ operation: O, _ context: CallContext) -> Bool {
    guard let conflict = exploration?.value.countedConflict else { return false }
    // The caller may not be allowed to make the save: that of the other device is tried on a copy.
    var copy = copied()
    return copy.write(conflict, before: operation, context)
  }

  // MARK: Effects

  /// Applies an effect of a fault.
  ///
  /// - Returns: What must happen before the next effect.
  mutating func apply(
    _ pending: ActEffect, _ context: CallContext, _ session: inout CallSession,
    _ passage: inout CallPassage
  ) throws(CloudError) -> CallPassage.Step? {
    var time: Int64 = 0
    session.begin(pending)
    switch pending.effect {
    case .latency(.fixed(let milliseconds)): time = wait(milliseconds, &session, &passage)
    case .hang:
      passage.isLate = true
      time = session.timeLeft ?? Delivery.standardTimeout
    case .crash:
      passage.error = nil
      if session.endClient() { throw .operationCancelled }
    case .conflict(let conflict): return .conflict(conflict)
    default:
      if !passage.keep(pending, &session) { perform(pending.effect, &session, context) }
    }
    return time > 0 ? .wait(time) : nil
  }

  /// Applies an effect on the cloud.
  private mutating func perform(
    _ effect: FaultEffect, _ session: inout CallSession, _ context: CallContext
  ) {
    switch effect {
    case .jump(let milliseconds): if jump(milliseconds, &session) { session.did(.jump) }
    case .expireUploads(let age):
      if world.uploads.removeAll(olderThan: age, at: world.clock.now) {
        session.did(.expireUploads)
      }
    case .expireTokens:
      if (try? ExpireTokens().run(in: &self, as: context)) == true { session.did(.expireTokens) }
    case .call(let call):
      guard let call = call as? any MadeCall else { return }
      var hasRun = false
      // The rules for pushes and the networks apply while the call lets time pass.
      whileCloudHasRules(&session) { state in hasRun = call.run(in: &state) }
      if hasRun { session.did(.call) }
    default: break
    }
  }

  /// Lets another device of the caller save records that the call is about to save. Returns whether
  /// it did.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func write<O: Operation>(
    _ conflict: FaultConflict, before operation: O, _ context: CallContext
  ) -> Bool {
    guard let rival = rival(conflict, of: operation, context) else { return false }
    var other = context
    // No device has an empty name.
    other.deviceName = ""
    var unharmed = CallSession()
    let before = mark
    return (try? transact(rival, other, &unharmed)) != nil && mark != before
  }

  /// Returns the save of another device before a call; nil if the call saves no existing record.
  private func rival<O: Operation>(
    _ conflict: FaultConflict, of operation: O, _ context: CallContext
  ) -> ModifyRecords? {
    guard let operation = operation as? any RecordSaving else { return nil }
    let rival = operation.rivalSaves(conflict, in: world, as: context)
    return rival.items.isEmpty ? nil : rival
  }

  // MARK: Time

  /// Advances the clock if it can be moved.
  mutating func wait(_ milliseconds: Int64) {
    guard world.clock.mode != .system else { return }
    let (time, overflows) = world.clock.now.addingReportingOverflow(milliseconds)
    runClock(to: min(overflows ? .max : time, Clock.bounds.upperBound))
  }

  /// Returns whether the clock could be set to another time.
  private mutating func jump(_ milliseconds: Int64, _ session: inout CallSession) -> Bool {
    let (time, overflows) = world.clock.now.addingReportingOverflow(milliseconds)
    guard !overflows, milliseconds != 0 else { return false }
    var isSet = false
    whileCloudHasRules(&session) { state in isSet = (try? state.setClock(to: time)) != nil }
    return isSet
  }

  /// Returns the rules to the cloud while time passes within a call.
  mutating func whileCloudHasRules(
    _ session: inout CallSession, _ body: (inout CloudState) -> Void
  ) {
    returnRules(&session)
    body(&self)
    takeRules(&session)
  }

  /// Returns the rules to the cloud before time passes.
  mutating func returnRules(_ session: inout CallSession) {
    session.takePasses()
    session.exchange(&boxedFaults, &exploration)
  }

  /// Takes the rules from the cloud when a call begins, and after time has passed.
  ///
  /// - Parameter list: The place of the call's list of rules if that is known.
  mutating func takeRules(_ session: inout CallSession, list: Int? = nil) {
    session.exchange(&boxedFaults, &exploration)
    session.refresh(now: world.clock.now, list: list)
  }
}
