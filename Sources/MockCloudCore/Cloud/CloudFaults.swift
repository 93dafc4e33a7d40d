/// Rules of faults, in short forms for the usual ones. Each method is the operation of the dialect that
/// its comment names.
extension Cloud {
  /// Adds rules behind those that are there, and returns their names (`mock/faults/add`).
  @discardableResult
  public func addFaults(_ rules: [FaultRule]) throws(Misuse) -> [String] {
    try perform(AddFaults(rules))
  }

  /// Adds a rule behind those that are there, and returns its name (`mock/faults/add`).
  @discardableResult
  public func addFault(_ rule: FaultRule) throws(Misuse) -> String {
    try addFaults([rule]).first ?? rule.id
  }

  /// The rules in the order in which they are asked (`mock/faults/list`).
  public func faults() throws(Misuse) -> [FaultRule] { try perform(ListFaults()) }

  /// What the rules did so far, in their order (`mock/faults/report`).
  public func faultReport() throws(Misuse) -> [ReportFaults.Entry] {
    try perform(ReportFaults()).rules
  }

  /// Arms the rules of a file, in place of those of an earlier file, and returns their names
  /// (`mock/faults/load`).
  ///
  /// - Parameter watch: Whether the file is read again where it changes.
  @discardableResult
  public func loadFaults(_ path: String, watch: Bool = true) throws(Misuse) -> [String] {
    var load = LoadFaults()
    load.path = path
    load.watch = watch
    return try perform(load)
  }

  /// Removes the rule of that name (`mock/faults/remove`).
  public func removeFault(_ id: String) throws(Misuse) { try perform(RemoveFault(id)) }

  /// Removes all rules, and what `setError` and `setRecordErrors` set (`mock/faults/clear`).
  public func clearFaults() throws(Misuse) { try perform(ClearFaults()) }

  /// Adds the rules of a profile, in place of those that it added before, and returns their names
  /// (`mock/faults/profile`).
  ///
  /// - Parameter intensity: From 0, which removes the profile's rules, to 1.
  @discardableResult
  public func addFaultProfile(
    _ profile: FaultProfile, intensity: Double = AddFaultProfile.standardIntensity
  ) throws(Misuse) -> [String] {
    try perform(AddFaultProfile(profile, intensity: intensity))
  }

  /// Ends everything that makes calls fail: rules, errors, networks that are not online, accounts that
  /// are not available (`mock/faults/heal`).
  public func healFaults() throws(Misuse) { try perform(HealFaults()) }

  /// Stops all rules, or lets them go on (`mock/faults/pause`).
  public func pauseFaults(_ isPaused: Bool = true) throws(Misuse) {
    try perform(PauseFaults(isPaused))
  }
}

extension FaultCondition {
  /// Calls of these operations, by their names in the dialect.
  public static func calls(_ operations: String...) -> FaultCondition {
    var condition = FaultCondition()
    condition.operations = operations
    return condition
  }

  /// Records whose names match, in every operation.
  public static func records(_ name: FaultPattern, _ actions: FaultAction...) -> FaultCondition {
    var condition = FaultCondition()
    condition.recordName = name
    condition.actions = actions.isEmpty ? nil : actions
    return condition
  }
}

extension FaultLimit {
  /// The first so many matches.
  public static func first(_ count: Int) -> FaultLimit {
    FaultLimit(injections: count)
  }

  /// Each match with that chance, from 0 to 1.
  public static func chance(_ probability: Double) -> FaultLimit {
    var limit = FaultLimit()
    limit.probability = probability
    return limit
  }
}

extension FaultEffect {
  /// The call, or the item, fails.
  public static func error(_ error: ErrorSpecification) -> FaultEffect { .error(error, .fixed) }

  /// The request never arrived.
  public static var lostRequest: FaultEffect { .lostRequest(ErrorSpecification(.networkFailure)) }

  /// Everything was done, but the client does not learn of it.
  public static var lostResponse: FaultEffect {
    .lostResponse(ErrorSpecification(.serverResponseLost))
  }

  /// The call takes so many seconds.
  public static func latency(seconds: Double) -> FaultEffect {
    .latency(.fixed(Int64(clamping: (seconds * 1000).rounded())))
  }

  /// Another call is made at this point, as by another device.
  public static func call<O: Operation>(_ operation: O, as caller: Caller) -> FaultEffect {
    .call(MadeServiceCall(operation: operation, caller: caller))
  }

  /// The harness does something at this point.
  public static func call<O: HarnessOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) -> FaultEffect {
    .call(MadeHarnessCall(operation: operation, caller: caller))
  }
}

extension Int64 {
  /// The nearest number, 0 for what is none.
  fileprivate init(clamping number: Double) {
    if number.isNaN {
      self = 0
    } else {
      self = Int64(exactly: number) ?? (number < 0 ? .min : .max)
    }
  }
}
