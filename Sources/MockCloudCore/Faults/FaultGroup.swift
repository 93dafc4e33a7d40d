/// Rules of a list for which the reason why they do not act is known without evaluating them: that of
/// the caller, or the name of a record or zone that the call does not have.
///
/// They are not written at each call. Instead, the calls are counted together.
struct FaultGroup: Sendable {
  /// The places among the cloud's rules, in order.
  private(set) var places: [Int] = []
  /// Nil for a rule that was removed.
  private(set) var reasons: [FaultReason?] = []
  /// The indexes of the rules that must be evaluated, by the hash of a name.
  private var indexes: [UInt64: [Int]] = [:]
  private var tally = PrefixTally()
  /// The number of first rules that the last call has passed.
  private(set) var covered = 0
  /// The rules that the last call evaluated, by their indexes, with the reason why they did not act.
  private(set) var evaluated: [Int: FaultReason?] = [:]
  /// Whether rules have changed since the journal last had them.
  var isChanged = true
  private var roster: FaultRoster?

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ place: Int, _ reason: FaultReason, unless key: UInt64?) {
    if let key { indexes[key, default: []].append(places.count) }
    places.append(place)
    reasons.append(reason)
    tally.add()
    (roster, isChanged) = (nil, true)
  }

  /// Whether a rule must be evaluated for calls that have a name with the given hash.
  func has(_ key: UInt64) -> Bool { indexes[key] != nil }

  /// Removes a rule that may be in the group.
  mutating func remove(at place: Int) {
    let index = count(before: place)
    guard index < places.count, places[index] == place else { return }
    reasons[index] = nil
    isChanged = true
  }

  /// The indexes of the rules that must be evaluated, in order.
  func found(_ facts: FaultFacts, _ item: FaultItem?) -> [Int] {
    if indexes.isEmpty { return [] }
    var found: [Int] = []
    if let item {
      if let name = item.recordName { add(name, to: &found) }
      if let zoneID = item.zoneID { add(zoneID.zoneName, to: &found) }
    } else {
      for zoneID in facts.request.zoneIDs { add(zoneID.zoneName, to: &found) }
    }
    return found.count < 2 ? found : Set(found).sorted()
  }

  private func add(_ name: ExactText, to found: inout [Int]) {
    if let more = indexes[FaultTraits.hash(name.text)] { found += more }
  }

  /// The number of rules before a place.
  func count(before place: Int) -> Int {
    Bisection.first(in: places.indices) { places[$0] >= place }
  }

  /// Begins a call, which has passed and evaluated no rule so far.
  mutating func beginCall() {
    covered = 0
    if !evaluated.isEmpty { evaluated = [:] }
  }

  /// Counts a point at which the rules up to a place were passed.
  ///
  /// - Parameters:
  ///   - last: Greater than all places if every rule was passed.
  ///   - own: The rules that were evaluated there.
  mutating func pass(
    upTo last: Int, at point: UInt64, beginsCall: Bool, _ own: [(index: Int, reason: FaultReason?)]
  ) {
    let number = last == .max ? places.count : count(before: last + 1)
    tally.count(number, at: point)
    if beginsCall { beginCall() }
    covered = max(covered, number)
    if !evaluated.isEmpty { evaluated = evaluated.filter { $0.key >= number } }
    for entry in own { evaluated[entry.index] = .some(entry.reason) }
  }

  /// Notes the reason of a rule that the last call did not pass.
  mutating func note(_ reason: FaultReason, at index: Int) { evaluated[index] = .some(reason) }

  /// Adds what was counted to the rules.
  mutating func settle(_ rules: inout [ArmedRule]) {
    let (places, reasons) = (places, reasons)
    tally.settle { index, passed in
      guard let reason = reasons[index] else { return }
      rules[places[index]].count(passed.count)
      rules[places[index]].noteLate(reason, passed.point)
    }
  }

  mutating func roster(_ rules: [ArmedRule]) -> FaultRoster {
    if let roster { return roster }
    let new = FaultRoster(places, rules)
    roster = new
    return new
  }
}

/// The rules of a list with their places, shared by all calls that evaluated them.
final class FaultRoster: Sendable {
  let entries: [(place: Int, rule: FaultRule)]

  init(_ places: [Int], _ rules: [ArmedRule]) {
    entries = places.map { ($0, rules[$0].rule) }
  }
}
