/// The rules by which calls and records fail, with their counters.
///
/// Of several errors that were set and apply, the one with the most keys acts, then the latest.
struct FaultPlan: Sendable {
  /// Calls that fail as a whole (`mock/error/set`).
  private(set) var calls = ScopeTable<CallError>()
  /// Records that fail (`mock/recordErrors/set`), by record name.
  private(set) var records = ScopeTable<OrderedMap<String, RecordErrors>>()
  /// The rules of the fault language.
  var rules = FaultRules()
  /// Those of the rules that came from a file.
  var loaded = LoadedRules()
  /// What connects the devices with the service.
  var networks = DeviceNetworks()

  /// Rules that came from a file.
  struct LoadedRules: Sendable {
    var ids: [String] = []
    /// The file as it was when it was read last; nil where it was not read since.
    var stamp: HostFile.Stamp?
  }

  /// Makes calls fail.
  struct CallError: Sendable, CountedError {
    let error: ErrorSpecification
    var count: FaultCount
  }

  /// Makes a record fail, in one zone or in any.
  struct RecordError: Sendable, CountedError {
    let recordName: String
    let zoneID: ZoneID?
    let error: ErrorSpecification
    var count: FaultCount
  }

  /// The errors of records of one name; of several for the same zone the last stands.
  struct RecordErrors: Sendable {
    /// For records in any zone.
    private var general: RecordError?
    private var exact = OrderedMap<ZoneID, RecordError>()

    var all: [RecordError] { (general.map { [$0] } ?? []) + exact.map(\.value) }

    fileprivate mutating func set(_ error: RecordError) {
      if let zoneID = error.zoneID {
        exact.updateValue(error, forKey: zoneID)
      } else {
        general = error
      }
    }

    /// The error of a record in a zone, by that for the zone before the one for every zone; both
    /// count it.
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
    calls.isEmpty && records.isEmpty && rules.isEmpty && networks.isEmpty
  }

  /// The names of the rules that came from a file and are still there, in the order of the rules.
  var loadedRules: [String] {
    if loaded.ids.isEmpty { return [] }
    let ids = Set(loaded.ids.map { ExactText($0) })
    return rules.all.map(\.rule.id).filter { ids.contains(ExactText($0)) }
  }

  // MARK: Setting

  /// Has the calls of a scope fail, in place of an earlier error of just that scope; nil removes the
  /// errors of all scopes that name what this one names.
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

  /// Sets the records that fail within just that scope; none leaves no error there.
  mutating func replaceRecordErrors(_ errors: [RecordError], of scope: FaultScope) {
    records.removeValue(of: scope)
    if !errors.isEmpty { setRecords(errors, scope) }
  }

  /// Sets the records that fail within a scope, in place of earlier ones; none removes those of every
  /// scope that names what this one names.
  mutating func setRecords(_ errors: [RecordError], _ scope: FaultScope) {
    guard !errors.isEmpty else { return records.remove(scope) }
    var byName = OrderedMap<String, RecordErrors>()
    for error in errors {
      byName.modify(error.recordName, default: RecordErrors()) { $0.set(error) }
    }
    records.set(byName, for: scope)
  }

  /// Removes all rules and errors; the networks stay.
  mutating func removeAll() {
    calls = ScopeTable()
    records = ScopeTable()
    rules.removeAll()
    loaded.ids = []
  }

  // MARK: Acting

  /// The error of a call; every error that applies counts it.
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

  /// Where the errors of records are that hold for a call, those that act first in front.
  func recordPlaces(
    for operation: String, _ context: CallContext
  ) -> [ScopeTable<OrderedMap<String, RecordErrors>>.Place] {
    records.isEmpty ? [] : records.places(for: operation, context)
  }

  /// The error of a record; every error at these places that applies counts it.
  mutating func error(
    forRecord name: String, in zoneID: ZoneID,
    at places: [ScopeTable<OrderedMap<String, RecordErrors>>.Place]
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

/// An error that acts on some of the calls or records that it is for.
protocol CountedError {
  var error: ErrorSpecification { get }
  var count: FaultCount { get set }
}

extension CountedError {
  /// Counts a call or a record that the error is for, and returns the error where it could act.
  ///
  /// - Parameter isFree: Whether no other error acts there.
  mutating func match(isFree: Bool) -> ErrorSpecification? {
    guard count.match(isFree: isFree) else { return nil }
    return error
  }
}
