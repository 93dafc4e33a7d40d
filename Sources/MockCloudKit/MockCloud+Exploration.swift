internal import CloudKit
public import MockCloudCore

// Every single fault at every call, and clients that a fault ends.
extension MockCloud {
  /// A fault that an exploration tries.
  public typealias ExplorationCase = MockCloudCore.ExplorationCase
  /// A fault that was tried, with the outcome.
  public typealias ExploredCase = ReportExploration.Entry

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

    public init(
      errors: [ErrorSpecification]? = nil, conflict: FaultConflict? = nil, items: Bool = false,
      lasting: Bool = false, crashes: Bool = false, pairs: Bool = false
    ) {
      self.errors = errors
      self.conflict = conflict
      self.items = items
      self.lasting = lasting
      self.crashes = crashes
      self.pairs = pairs
    }
  }

  /// Runs a scenario once without a fault, and then once with every single fault at every call that
  /// it made. Before each run, the cloud is as it was at the beginning.
  ///
  /// ```swift
  /// let cases = try await cloud.explore { tried in
  ///   let app = App(cloud.container())
  ///   await app.sync()
  ///   try cloud.heal()
  ///   try await app.syncs()
  /// }
  /// #expect(cases.filter(\.hasFailed).isEmpty)
  /// ```
  ///
  /// - Parameter scenario: Creates its clients anew, and makes the same calls in each run until the
  ///   fault acts. It gets the fault, nil in the first run, and fails by throwing an error; that of
  ///   the first run ends the exploration.
  /// - Returns: What was tried, in its order: look also for cases whose fault did not act
  ///   (`isReached`), for they have tested nothing.
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
    var tried: ExplorationCase?
    repeat {
      var failure: (any Error)?
      do {
        try await scenario(tried)
      } catch {
        failure = error
      }
      if tried == nil, let failure {
        try perform(EndExploration())
        throw failure
      }
      let next = NextCase(hasFailed: failure != nil, message: failure.map { "\($0)" })
      tried = try perform(next).armed
    } while tried != nil
    return try perform(ReportExploration()).entries
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
    try perform(AddFaultProfile(profile, intensity: intensity))
  }
}
