/// The rules by which calls and records fail, with their counters.
///
/// If several set errors apply, the one with the most keys acts, and among these the latest.
struct FaultPlan: Sendable {
  /// The errors of whole calls (`mock/error/set`).
  private(set) var calls = ScopeTable<CallError>()
  /// The errors of records (`mock/recordErrors/set`), by record name.
  private(set) var records = ScopeTable<OrderedMap<ExactText, RecordErrors>>()
  /// The rules of the fault language.
  var rules = FaultRules()
  /// The rules that came from a file.
  var loaded = LoadedRules()
  /// The networks of the devices.
  var networks = DeviceNetworks()
  /// The devices whose clients have ended.
  var crashed: Set<ExactText> = []
  /// The calls so far, which draws depend on. They are counted even if there is no rule, so that
  /// the time at which a rule is added does not change its draws.
  var counts = CallCounts()
  /// What the faults did so far.
  var trace = FaultTrace()

  /// The rules that came from a file.
  struct LoadedRules: Sendable {
    var ids: [String] = []
    /// The stamp of the file when it was last read; nil if it has not been read yet.
    var stamp: HostFile.Stamp?
  }

  /// An error for calls.
  struct CallError: Sendable, CountedError {
    var error: ErrorSpecification
    var count: FaultCount
  }

  /// An error for a record, in one zone or in any.
  struct RecordError: Sendable, CountedError {
    var recordName: RecordName
    var zoneID: ZoneID?
    var error: ErrorSpecification
    var count: FaultCount
  }

  /// The errors of the records with one name; a later error for the same zone replaces an earlier
  /// one.
  struct RecordErrors: Sendable {
    /// The error for records in any zone.
    private var general: RecordError?
    private var exact = RareMap<ZoneID, RecordError>()

    var all: [RecordError] { (general.map { [$0] } ?? []) + exact.map(\.value) }

    fileprivate mutating func set(_ error: RecordError) {
      if let zoneID = error.zoneID {
        exact.updateValue(error, forKey: zoneID)
      } else {
        general = error
      }
    }

    /// Returns the error of a record: the one for its zone before the one for every zone.
    ///
    /// - Parameter isFree: Whether no other error acts on the record.
    fileprivate mutating func error(
      in zoneID: ZoneID, isFree: Bool
    ) -> ErrorSpecification? {
      let exact = self.exact.modify(zoneID) { $0.match(isFree: isFree) } ?? nil
      return exact ?? general?.match(isFree: isFree && exact == nil)
    }
  }

  var isEmpty: Bool {
    calls.isEmpty && records.isEmpty && rules.isEmpty && networks.isEmpty && crashed.isEmpty
  }

  /// The names of the existing rules that came from a file, in the order of the rules.
  var loadedRules: [String] {
    if loaded.ids.isEmpty { return [] }
    let ids = Set(loaded.ids.map { ExactText($0) })
    return rules.all.map(\.rule.id).filter { ids.contains(ExactText($0)) }
  }

  // MARK: Setting

  /// Sets the error of calls of a scope, which replaces an earlier error of exactly that scope. Nil
  /// removes the errors of all scopes that have every key of this one with the same value.
  mutating func set(
    _ error: ErrorSpecification?, _ scope: FaultScope, _ count: FaultCount = FaultCount()
  ) {
    if let error {
      calls.set(CallError(error: error, count: count), for: scope)
    } else {
      calls.remove(scope)
    }
  }

  mutating func removeCallError(of scope: FaultScope) { calls.removeValue(of: scope) }

  /// Replaces the failing records of exactly that scope; an empty list removes them.
  mutating func replaceRecordErrors(_ errors: [RecordError], of scope: FaultScope) {
    records.removeValue(of: scope)
    if !errors.isEmpty { setRecords(errors, scope) }
  }

  /// Sets the failing records of a scope, which replace earlier ones. An empty list removes those
  /// of all scopes that have every key of this one with the same value.
  mutating func setRecords(_ errors: [RecordError], _ scope: FaultScope) {
    guard !errors.isEmpty else { return records.remove(scope) }
    var byName = OrderedMap<ExactText, RecordErrors>()
    for error in errors {
      byName.modify(error.recordName, default: RecordErrors()) { $0.set(error) }
    }
    records.set(byName, for: scope)
  }

  /// Removes all rules and errors, but not the networks.
  mutating func removeAll() {
    calls = ScopeTable()
    records = ScopeTable()
    rules.removeAll()
    loaded.ids = []
  }

  // MARK: Acting

  /// Returns the error of a call. Only the error that acts counts the call.
  mutating func error(forCall operation: String, _ context: CallContext) -> ErrorSpecification? {
    if calls.isEmpty { return nil }
    var acting: ErrorSpecification?
    for place in calls.places(for: operation, context) {
      let isFree = acting == nil
      let error = calls.modify(place) { $0.match(isFree: isFree) } ?? nil
      acting = acting ?? error
    }
    return acting
  }

  /// Returns the places of the record errors that apply to a call, those that act first in front.
  func recordPlaces(
    for operation: String, _ context: CallContext
  ) -> [ScopeTable<OrderedMap<ExactText, RecordErrors>>.Place] {
    records.isEmpty ? [] : records.places(for: operation, context)
  }

  /// Returns the error of a record. Only the error that acts counts the record.
  mutating func error(
    forRecord name: RecordName, in zoneID: ZoneID,
    at places: [ScopeTable<OrderedMap<ExactText, RecordErrors>>.Place]
  ) -> ErrorSpecification? {
    var acting: ErrorSpecification?
    for place in places {
      let isFree = acting == nil
      let error = records.modify(place) { errors in
        errors.modify(name) { $0.error(in: zoneID, isFree: isFree) } ?? nil
      }
      acting = acting ?? error ?? nil
    }
    return acting
  }
}

/// An error that acts on some of the matching calls or records.
protocol CountedError {
  var error: ErrorSpecification { get }
  var count: FaultCount { get set }
}

extension CountedError {
  /// Counts a matching call or record, and returns the error if it could act.
  ///
  /// - Parameter isFree: Whether no other error acts there.
  mutating func match(isFree: Bool) -> ErrorSpecification? {
    guard count.match(isFree: isFree) else { return nil }
    return error
  }
}
