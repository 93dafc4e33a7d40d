/// Fault rules, with short forms for common ones. Each method runs the operation that its comment
/// names.
extension Cloud {
  /// Adds rules after the existing ones and returns their names (`mock/faults/add`).
  @discardableResult
  public func addFaults(_ rules: [FaultRule]) throws(Misuse) -> [String] {
    try perform(AddFaults(rules))
  }

  /// Adds a rule after the existing ones and returns its name (`mock/faults/add`).
  @discardableResult
  public func addFault(_ rule: FaultRule) throws(Misuse) -> String {
    try addFaults([rule]).first ?? rule.id
  }

  /// Returns the rules in the order in which they are evaluated (`mock/faults/list`).
  public func faults() throws(Misuse) -> [FaultRule] { try perform(ListFaults()) }

  /// Returns the effects of the rules so far, in the order of the rules (`mock/faults/report`).
  public func faultReport() throws(Misuse) -> [ReportFaults.Entry] {
    try perform(ReportFaults()).rules
  }

  /// Returns what faults did so far, as rules that do the same again without chance
  /// (`mock/faults/trace`).
  public func faultTrace() throws(Misuse) -> TraceFaults.Answer { try perform(TraceFaults()) }

  /// Arms the rules of a file, which replace those of an earlier file, and returns their names
  /// (`mock/faults/load`).
  ///
  /// - Parameter watch: Whether the file is read again when it changes.
  @discardableResult
  public func loadFaults(_ path: String, watch: Bool = true) throws(Misuse) -> [String] {
    var load = LoadFaults()
    load.path = path
    load.watch = watch
    return try perform(load)
  }

  /// Removes the rule with the given name (`mock/faults/remove`).
  public func removeFault(_ id: String) throws(Misuse) { try perform(RemoveFault(id)) }

  /// Arms the rules with the given names or patterns, whose `clock` and `ttl` begin now, and returns
  /// their names (`mock/faults/arm`).
  ///
  /// - Parameter reset: Whether their counts start anew.
  @discardableResult
  public func armFaults(
    _ ids: FaultPattern..., reset: Bool = false
  ) throws(Misuse) -> [String] {
    try perform(ArmFaults(ids, reset: reset))
  }

  /// Disarms the rules with the given names or patterns and returns their names
  /// (`mock/faults/disarm`).
  @discardableResult
  public func disarmFaults(_ ids: FaultPattern...) throws(Misuse) -> [String] {
    try perform(DisarmFaults(ids))
  }

  /// Removes all rules, and the errors that `setError` and `setRecordErrors` set
  /// (`mock/faults/clear`).
  public func clearFaults() throws(Misuse) { try perform(ClearFaults()) }

  /// Adds the rules of a profile, which replace those of an earlier profile, and returns their
  /// names (`mock/faults/profile`).
  ///
  /// - Parameter intensity: From 0, which removes the profile's rules, to 1.
  @discardableResult
  public func addFaultProfile(
    _ profile: FaultProfile, intensity: Double = AddFaultProfile.standardIntensity
  ) throws(Misuse) -> [String] {
    try perform(AddFaultProfile(profile, intensity: intensity))
  }

  /// Removes all causes of failing calls: rules, errors, networks that are not online, accounts
  /// that are not available (`mock/faults/heal`).
  public func healFaults() throws(Misuse) { try perform(HealFaults()) }

  /// Pauses or resumes all rules (`mock/faults/pause`).
  public func pauseFaults(_ isPaused: Bool = true) throws(Misuse) {
    try perform(PauseFaults(isPaused))
  }
}

extension FaultCondition {
  /// Matches calls of the given operations, by their names in the dialect.
  public static func calls(_ operations: String...) -> FaultCondition {
    var condition = FaultCondition()
    condition.operations = operations
    return condition
  }

  /// Matches records by name, in every operation.
  public static func records(_ name: FaultPattern, _ actions: FaultAction...) -> FaultCondition {
    var condition = FaultCondition()
    condition.recordName = name
    condition.actions = actions.isEmpty ? nil : actions
    return condition
  }
}

extension FaultLimit {
  /// Limits a rule to the first matches.
  public static func first(_ count: Int) -> FaultLimit {
    FaultLimit(injections: count)
  }

  /// Lets a rule act on each match with a probability from 0 to 1.
  public static func chance(_ probability: Double) -> FaultLimit {
    FaultLimit(injections: nil, probability: .fixed(probability))
  }

  /// Lets a rule act on each match with a probability that changes evenly for some milliseconds.
  public static func chance(
    from start: Double, to end: Double, during milliseconds: Int64
  ) -> FaultLimit {
    let ramp = FaultRamp(from: start, to: end, during: milliseconds)
    return FaultLimit(injections: nil, probability: .ramp(ramp))
  }
}

extension FaultEffect {
  /// The call or the item fails.
  public static func error(_ error: ErrorSpecification) -> FaultEffect { .error(error, .fixed) }

  /// The request is lost before it reaches the service.
  public static var lostRequest: FaultEffect { .lostRequest(.lostRequest) }

  /// The call is completed, but the client does not receive the response.
  public static var lostResponse: FaultEffect { .lostResponse(.lostResponse) }

  /// The changes of a page are in another order, drawn from the seed.
  public static var shuffle: FaultEffect { .shuffle(nil) }

  /// The call takes the given time.
  public static func latency(seconds: Double) -> FaultEffect {
    .latency(.fixed(Int64(clamping: (seconds * 1000).rounded())))
  }

  /// Another call is made at this point, as by another device.
  public static func call<O: CloudOperation>(_ operation: O, as caller: Caller) -> FaultEffect {
    .call(O.body.madeCall(operation, caller))
  }

  /// An operation of the harness is run at this point.
  public static func call<O: CloudHarnessOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) -> FaultEffect {
    .call(O.body.madeCall(operation, caller))
  }
}

extension Int64 {
  /// Converts to the nearest integer; to the least one if the value is not a number, so that the
  /// rule is refused.
  fileprivate init(clamping number: Double) {
    self = Int64(exactly: number) ?? (number > 0 ? .max : .min)
  }
}
