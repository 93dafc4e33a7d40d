internal import CloudKit
public import MockCloudCore

// Every single fault at every call, and clients that a fault ends.
extension MockCloud {
  /// A fault that an exploration tries.
  public typealias ExplorationCase = MockCloudCore.ExplorationCase
  /// A fault that was tried, with the outcome.
  public typealias ExploredCase = ReportExploration.Entry

  /// Why the fault of a case did not act, so that the case has tested nothing; or that an option did
  /// not add a case.
  public enum InactiveCase: String, Sendable, CaseIterable {
    /// The run ended before the call with the fault.
    case notReached
    /// The calls before the fault were not those of the first run.
    case diverged
    /// The run made so many calls that it was ended.
    case livelocked
    /// The fault's effect did nothing.
    case noEffect
    /// The first fault of a pair acted; the run ended before the second one.
    case firstOnly
    /// An option of the exploration added no case: no call of the scenario can have one.
    case noCase
  }

  /// Which faults an exploration tries.
  public struct ExplorationOptions: Sendable {
    /// The errors to try where they are legal; nil means all.
    public var errors: [ErrorSpecification]?
    /// The change that another device makes to records just before a call saves them; nil omits
    /// conflicts.
    public var conflict: FaultConflict?
    /// Whether calls are tried in which a single item fails, or the second half of them.
    public var items = false
    /// Whether errors are tried that last from a call on, until `heal`.
    public var lasting = false
    /// Whether the app of the device ends before and after each call, see `hasEnded`.
    public var crashes = false
    /// Whether pairs of faults are tried: the second is in one of the four calls that followed the
    /// first, in the run with the first alone.
    public var pairs = false
    /// The reasons for which faults may not act, or options may not add a case; others fail the
    /// exploration.
    public var allowing: Set<InactiveCase> = []

    public init(
      errors: [ErrorSpecification]? = nil, conflict: FaultConflict? = nil, items: Bool = false,
      lasting: Bool = false, crashes: Bool = false, pairs: Bool = false,
      allowing: Set<InactiveCase> = []
    ) {
      self.errors = errors
      self.conflict = conflict
      self.items = items
      self.lasting = lasting
      self.crashes = crashes
      self.pairs = pairs
      self.allowing = allowing
    }
  }

  /// Runs a scenario once without a fault, and then once with every single fault at every call that
  /// it made. Before each run, the cloud is as it was at the beginning. Containers that the scenario
  /// makes belong to this cloud, as in `with`.
  ///
  /// ```swift
  /// try await cloud.explore { tried in
  ///   let app = App(CKContainer.default())
  ///   await app.sync()
  ///   try cloud.heal()
  ///   try await app.syncs()
  /// }
  /// ```
  ///
  /// Throws an `ExplorationFailure` if the scenario fails in a case, if the fault of a case does not
  /// act or an option adds no case (see `ExplorationOptions.allowing`), if the first run fails, or if
  /// it makes no call.
  ///
  /// - Parameter scenario: Creates its clients anew, and makes the same calls in each run until the
  ///   fault acts. It gets the fault, nil in the first run, and fails by throwing an error; that of
  ///   the first run ends the exploration.
  /// - Returns: What was tried, in its order.
  @discardableResult
  public func explore(
    _ options: ExplorationOptions = ExplorationOptions(),
    isolation: isolated (any Actor)? = #isolation,
    _ scenario: (ExplorationCase?) async throws -> Void
  ) async throws -> [ExploredCase] {
    try perform(
      BeginExploration(
        errors: options.errors, triesPairs: options.pairs, conflict: options.conflict,
        triesItems: options.items, triesLasting: options.lasting, triesCrashes: options.crashes))
    ledger.beginRuns()
    defer { ledger.endRuns() }
    do {
      return try await tryCases(options, isolation, scenario)
    } catch {
      // A refused call may have left it open.
      _ = try? perform(EndExploration())
      throw error
    }
  }

  /// Makes all runs of an exploration that has begun.
  private func tryCases(
    _ options: ExplorationOptions, _ isolation: isolated (any Actor)?,
    _ scenario: (ExplorationCase?) async throws -> Void
  ) async throws -> [ExploredCase] {
    var failed = FailedRuns(of: core)
    if let failure = await failure(of: scenario, with: nil, isolation: isolation) {
      throw ExplorationFailure(withoutFaults: failure)
    }
    var next = try perform(NextCase())
    if next.faultPoints == 0 {
      throw ExplorationFailure(
        withoutCases: "the scenario made no call of this cloud: make its containers in it, or with "
          + "cloud.container()")
    }
    while let tried = next.armed {
      ledger.setCase("\(tried)")
      defer { ledger.setCase(nil) }
      let failure = await failure(of: scenario, with: tried, isolation: isolation)
      if let failure { failed.add(failure, core) }
      next = try perform(
        NextCase(hasFailed: failure != nil, message: failure.map { "\($0)" }))
    }
    let report = try perform(ReportExploration())
    if let failure = ExplorationFailure(report, options.allowing, failed) { throw failure }
    return report.entries
  }

  /// Returns the error of one run of a scenario, whose containers belong to this cloud; nil if it
  /// passed. The user and the device that were chosen for this cloud stay.
  private func failure(
    of scenario: (ExplorationCase?) async throws -> Void, with tried: ExplorationCase?,
    isolation: isolated (any Actor)?
  ) async -> (any Error)? {
    let current = CloudChoice.current
    let choice = current.host === host ? current : self.choice()
    do {
      try await CloudChoice.$current.withValue(
        choice, operation: { try await scenario(tried) }, isolation: isolation)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a fault has ended the app of a device: its calls end with `operationCancelled` until the
  /// test calls `restart`, and makes a new client from what the former one has stored. Throws if there is
  /// no such device.
  ///
  /// - Parameter device: Nil means the configured device.
  public func hasEnded(device: String? = nil) throws(Misuse) -> Bool {
    try core.perform(GetClock(), as: Self.caller(nil, device))
    return core.hasEnded(Self.caller(nil, device))
  }

  /// Adds the rules of a profile, which replace those of an earlier one (docs/FAULTS.md).
  ///
  /// - Parameter intensity: From 0, which removes the rules of the profile, to 1.
  @discardableResult
  public func addFaultProfile(
    _ profile: FaultProfile, intensity: Double = AddFaultProfile.standardIntensity
  ) throws(Misuse) -> [String] {
    let addition = AddFaultProfile(profile, intensity: intensity)
    if core.followsSystemClock {
      // The profile of another cloud, so that this one keeps its rules if it is refused.
      let other = try Cloud(Configuration())
      try other.perform(addition)
      try Self.refuseRulesThatTakeTime(try other.perform(ListFaults()), "addFaultProfile")
    }
    return try perform(addition)
  }
}
