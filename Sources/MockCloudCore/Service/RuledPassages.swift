// Operations that run with changes of the service by rules: other limits, another clock, an older
// index, a second arrival.

/// How the service runs an operation on which rules act.
struct ServiceTerms: Equatable {
  /// Whether the request arrives twice.
  private(set) var isDoubled = false
  private var plainLimits: Limits
  /// The maximum number of items of pages that are truncated.
  private var mostItems = Int.max
  /// The difference of stamps from the time, in milliseconds.
  private(set) var skew: Int64 = 0
  /// How far the indexes are behind the records.
  private(set) var lag: FaultLag?

  init(_ limits: Limits) { plainLimits = limits }

  /// The limits of the call. Pages are truncated whatever other acts set, and never become longer.
  var limits: Limits {
    var limits = plainLimits
    limits.pageSize = min(limits.pageSize, mostItems)
    return limits
  }

  mutating func apply(_ effect: FaultEffect) {
    switch effect {
    case .duplicate: isDoubled = true
    case .limits(let changes): plainLimits.apply(changes)
    case .truncate(let most): mostItems = min(mostItems, most)
    case .skew(let milliseconds): skew = milliseconds
    case .indexLag(let lag): self.lag = lag
    default: break
    }
  }

  static func == (first: Self, second: Self) -> Bool {
    first.isDoubled == second.isDoubled && first.limits == second.limits
      && first.skew == second.skew && first.lag == second.lag
  }
}

/// The changes of the service by acts of rules, of which those without effect are left out, the latest
/// act first: an earlier change can be in force without a later one.
struct ServiceChanges {
  /// The changes of the acts that were not left out so far, with the terms up to each of them.
  private var open: [(change: ActEffect, terms: ServiceTerms)] = []
  /// The changes of later acts that have an effect.
  private var kept: [ActEffect] = []
  private let plain: ServiceTerms

  init(_ changes: [ActEffect], _ limits: Limits) {
    plain = ServiceTerms(limits)
    var terms = plain
    for change in changes {
      terms.apply(change.effect)
      open.append((change, terms))
    }
  }

  var terms: ServiceTerms {
    var terms = open.last?.terms ?? plain
    for change in kept { terms.apply(change.effect) }
    return terms
  }

  /// Whether no change could have an effect.
  var areIdle: Bool { open.allSatisfy { $0.terms == plain } }

  /// Removes and returns the changes of the latest act that was not examined yet.
  mutating func takeLast() -> [ActEffect] {
    var taken: [ActEffect] = []
    while let last = open.last?.change, last.act == taken.first?.act ?? last.act {
      taken.insert(last, at: 0)
      open.removeLast()
    }
    return taken
  }

  mutating func keep(_ changes: [ActEffect]) { kept = changes + kept }
}

extension CloudState {
  /// Runs an operation with the changes of the service that rules made for it, and notes which of
  /// the rules had an effect. Acts are left out one after the other, the latest first, while the
  /// outcome stays the same: those that remain have acted, and have this outcome without the others.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func transactAmongRules<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession, _ changes: [ActEffect]
  ) throws(CloudError) -> O.Answer {
    var changes = ServiceChanges(changes, world.limits)
    var terms = changes.terms
    if changes.areIdle { return try process(operation, context, &session, terms) }
    let former = world
    let unused = session
    let result: Result<O.Answer, CloudError>
    do throws(CloudError) {
      result = .success(try process(operation, context, &session, terms))
    } catch {
      result = .failure(error)
    }
    let outcome = OutcomeDigest(result, of: operation, mark)
    let latter = world
    while true {
      let taken = changes.takeLast()
      guard let act = taken.first?.act else { break }
      let others = changes.terms
      if others == terms { continue }
      world = former
      if self.outcome(of: operation, context, unused, others) == outcome {
        terms = others
      } else {
        changes.keep(taken)
        session.did(act)
      }
    }
    world = latter
    return try result.get()
  }

  /// Runs an operation to compare what it does; its other effects on the session are discarded.
  private mutating func outcome<O: Operation>(
    of operation: O, _ context: CallContext, _ session: CallSession, _ terms: ServiceTerms
  ) -> OutcomeDigest {
    var session = session
    do throws(CloudError) {
      let answer = try process(operation, context, &session, terms)
      return OutcomeDigest(.success(answer), of: operation, mark)
    } catch {
      return OutcomeDigest(.failure(error), of: operation, mark)
    }
  }

  /// Runs an operation once, or twice if its request arrives twice.
  private mutating func process<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    _ terms: ServiceTerms
  ) throws(CloudError) -> O.Answer {
    if terms.isDoubled {
      // The outcome of the first arrival is discarded.
      var first = session.withoutRules()
      _ = try? transact(operation, context, &first, under: terms)
    }
    return try transact(operation, context, &session, under: terms)
  }

  /// Runs an operation with the limits, the clock and the indexes that rules set.
  private mutating func transact<O: Operation>(
    _ operation: O, _ context: CallContext, _ session: inout CallSession,
    under terms: ServiceTerms
  ) throws(CloudError) -> O.Answer {
    let limits = world.limits
    world.limits = terms.limits
    world.clock.skew = terms.skew
    defer {
      world.limits = limits
      world.clock.skew = 0
    }
    if world.limits != limits {
      // The call was admitted under the former limits.
      try context.admit(operation, bytes: session.requestBytes, in: world)
    }
    if let lag = terms.lag {
      // The query runs in a copy, whose new indexes are not kept.
      var former = world
      former.showRecords(behindBy: lag, as: context)
      return try operation.run(in: &former, as: context, &session)
    }
    return try transact(operation, context, &session)
  }
}
