/// Tries what becomes of a scenario when its calls fail, one fault after the other. Each method is the
/// operation of the dialect that its comment names.
extension Cloud {
  /// Remembers the cloud and counts the calls of the service from here on (`mock/explore/begin`).
  ///
  /// - Parameters:
  ///   - errors: The errors to try where they are legal; nil means all.
  ///   - pairs: Whether pairs of faults are tried after the single ones.
  ///   - conflict: What another device does to records just before a call saves them, as
  ///     `FaultConflict()`: the same values with a new tag. Nil leaves conflicts out.
  public func beginExploration(
    errors: [ErrorSpecification]? = nil, pairs: Bool = false, conflict: FaultConflict? = nil
  ) throws(Misuse) {
    try perform(BeginExploration(errors: errors, triesPairs: pairs, conflict: conflict))
  }

  /// Ends a run of the scenario, brings the cloud back, and arms the next case; nil where all were
  /// tried (`mock/explore/next`).
  ///
  /// - Parameters:
  ///   - failed: Whether the run that ends failed.
  ///   - message: What was wrong with it.
  public func nextCase(
    failed: Bool = false, message: String? = nil
  ) throws(Misuse) -> ExplorationCase? {
    try perform(NextCase(hasFailed: failed, message: message)).armed
  }

  /// What became of the cases that were tried so far (`mock/explore/report`).
  ///
  /// - Parameter onlyFailed: Leaves out the cases that did not fail.
  public func explorationReport(
    onlyFailed: Bool = false
  ) throws(Misuse) -> [ReportExploration.Entry] {
    try perform(ReportExploration(onlyFailed: onlyFailed)).entries
  }
}
