/// Tests a scenario with failing calls, one fault after the other. Each method runs the operation
/// that its comment names.
extension Cloud {
  /// Stores the state of the cloud and counts the calls of the service from here on
  /// (`mock/explore/begin`).
  ///
  /// - Parameters:
  ///   - errors: The errors to try where they are legal; nil means all.
  ///   - pairs: Whether pairs of faults are tried after the single ones.
  ///   - conflict: The change that another device makes to records just before a call saves them;
  ///     `FaultConflict()` saves the same values with a new tag. Nil omits conflicts.
  ///   - items: Whether calls are tried in which a single item fails, or the second half of them.
  ///   - crashes: Whether the client ends before and after each call, until `restartDevice`.
  ///   - lasting: Whether errors are tried that last from a call on, such as `quotaExceeded`.
  ///   - pairBudget: The maximum number of pairs, of which those of the nearest calls come first; nil
  ///     means the pairs whose second fault is in one of the four calls after the first.
  public func beginExploration(
    errors: [ErrorSpecification]? = nil, pairs: Bool = false, conflict: FaultConflict? = nil,
    items: Bool = false, lasting: Bool = false, crashes: Bool = false, pairBudget: Int? = nil
  ) throws(Misuse) {
    try perform(
      BeginExploration(
        errors: errors, triesPairs: pairs, conflict: conflict, triesItems: items,
        triesLasting: lasting, triesCrashes: crashes, pairBudget: pairBudget))
  }

  /// Ends an exploration before all cases were tried, and restores the cloud
  /// (`mock/explore/end`).
  public func endExploration() throws(Misuse) { try perform(EndExploration()) }

  /// Ends a run of the scenario, restores the cloud, and arms the next case. Returns nil if all
  /// cases were tried (`mock/explore/next`).
  ///
  /// - Parameters:
  ///   - failed: Whether the run that ends failed.
  ///   - message: A description of the failure.
  public func nextCase(
    failed: Bool = false, message: String? = nil
  ) throws(Misuse) -> ExplorationCase? {
    try perform(NextCase(hasFailed: failed, message: message)).armed
  }

  /// Returns the results of the cases that were tried so far (`mock/explore/report`).
  ///
  /// - Parameter onlyFailed: Whether to leave out the cases that did not fail.
  public func explorationReport(
    onlyFailed: Bool = false
  ) throws(Misuse) -> [ReportExploration.Entry] {
    try perform(ReportExploration(onlyFailed: onlyFailed)).entries
  }
}
