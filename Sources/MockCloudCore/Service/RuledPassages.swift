// Operations that run with changes of the service by rules: other limits, another clock, an older
// index, a second arrival.

/// The changes of the service by rules while an operation runs.
struct ServiceChanges: Sendable {
  /// The number of the act in the call that lets the request arrive twice.
  var duplicator: Int?
  /// The limits that acts set, in order.
  var limits: [LimitAct] = []
  var skew: SkewAct?
  var lag: LagAct?

  var isEmpty: Bool { acts.isEmpty }

  /// The numbers of the acts without which the call may have another outcome.
  var acts: Set<Int> {
    Set(limits.map(\.act) + [duplicator, skew?.act, lag?.act].compactMap { $0 })
  }

  /// Returns the changes without those of an act.
  func without(_ act: Int) -> ServiceChanges {
    var others = self
    others.limits.removeAll { $0.act == act }
    if duplicator == act { others.duplicator = nil }
    if skew?.act == act { others.skew = nil }
    if lag?.act == act { others.lag = nil }
    return others
  }
}

/// A difference of stamps from the time that an act of a rule sets for a call.
struct SkewAct: Sendable {
  /// The number of the act in the call.
  let act: Int
  let milliseconds: Int64
}

/// How far the indexes for a query are behind the records because of an act of a rule.
struct LagAct: Sendable {
  /// The number of the act in the call.
  let act: Int
  let lag: FaultLag
}

/// A limit that an act of a rule sets for a call.
struct LimitAct: Sendable {
  /// The number of the act in the call.
  let act: Int
  let change: Limits.Change
  /// The maximum number of items of pages that are truncated; such a limit only lowers another.
  var mostItems: Int?
}

extension CloudState {
  /// Runs an operation with the changes of the service that rules made for it, and notes which of
  /// the rules had an effect. Acts are left out one after the other, the latest first, while the
  /// outcome stays the same: those that remain have acted, and have this outcome without the others.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func transactAmongRules<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ changes: ServiceChanges
  ) throws(CloudError) -> O.Answer {
    var changes = changes
    changes.limits = changes.limits.inForce(over: world.limits)
    let acts = changes.acts.sorted()
    if acts.isEmpty { return try process(operation, context, &session, changes) }
    let former = world
    let unused = session
    let result: Result<O.Answer, CloudError>
    do throws(CloudError) {
      result = .success(try process(operation, context, &session, changes))
    } catch {
      result = .failure(error)
    }
    let outcome = OutcomeDigest(result, of: operation, mark)
    let latter = world
    for act in acts.reversed() {
      world = former
      let others = changes.without(act)
      if self.outcome(of: operation, context, unused, others) == outcome {
        changes = others
      } else {
        session.did(act)
      }
    }
    world = latter
    return try result.get()
  }

  /// Runs an operation to compare what it does; its other effects on the session are discarded.
  private mutating func outcome<O: Operation>(
    of operation: O, _ context: CallContext, _ session: CallSession, _ changes: ServiceChanges
  ) -> OutcomeDigest {
    var session = session
    do throws(CloudError) {
      let answer = try process(operation, context, &session, changes)
      return OutcomeDigest(.success(answer), of: operation, mark)
    } catch {
      return OutcomeDigest(.failure(error), of: operation, mark)
    }
  }

  /// Runs an operation once, or twice if its request arrives twice.
  private mutating func process<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ changes: ServiceChanges
  ) throws(CloudError) -> O.Answer {
    if changes.duplicator != nil {
      // The outcome of the first arrival is discarded.
      var first = session.withoutRules()
      _ = try? transact(operation, context, &first, under: changes)
    }
    return try transact(operation, context, &session, under: changes)
  }

  /// Runs an operation with the limits, the clock and the indexes that rules set.
  private mutating func transact<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    under changes: ServiceChanges
  ) throws(CloudError) -> O.Answer {
    let limits = world.limits
    world.limits.apply(changes.limits.map(\.change))
    world.clock.skew = changes.skew?.milliseconds ?? 0
    defer {
      world.limits = limits
      world.clock.skew = 0
    }
    if !changes.limits.isEmpty {
      // The call was admitted under the former limits.
      try context.admit(operation, bytes: session.requestBytes, in: world)
    }
    if let lag = changes.lag {
      // The query runs in a copy, whose new indexes are not kept.
      var former = world
      former.showRecords(behindBy: lag.lag, as: context)
      return try operation.run(in: &former, as: context, &session)
    }
    return try transact(operation, context, &session)
  }
}

extension [LimitAct] {
  /// Returns the changes that are in force, at most one for each limit: the last one that changes
  /// it. Pages are truncated after all limits are set, so that no limit makes them longer.
  fileprivate func inForce(over limits: Limits) -> [LimitAct] {
    var found: [LimitAct] = []
    var limits = limits
    for limit in filter({ $0.mostItems == nil }) + filter({ $0.mostItems != nil }) {
      if let most = limit.mostItems, most >= limits.pageSize { continue }
      let former = limits
      limits.apply([limit.change])
      if limits == former { continue }
      let name = limit.change.name.description
      found.removeAll { $0.change.name.description.hasBytes(of: name) }
      found.append(limit)
    }
    return found
  }
}
