/// The rules that were evaluated for a call and did not act, as the journal reports them.
///
/// The rules and reasons are shared by all calls that have the same ones.
public struct FaultPasses: Sendable {
  /// A rule that did not act.
  public struct Pass: Sendable {
    /// The rule's name.
    public let rule: String
    /// The key of the rule that did not match, as in `mock/faults/report`.
    public let reason: String
  }

  /// The rules of one phase.
  fileprivate struct Part: Sendable {
    let screens: FaultRoster
    let reasons: [FaultReason?]
    let shadows: [Int: FaultRule]
    let group: FaultRoster
    let groupReasons: [FaultReason?]
    let covered: Int
    let evaluated: [Int: FaultReason?]

    var isEmpty: Bool {
      covered == 0 && evaluated.isEmpty && reasons.allSatisfy { $0 == nil }
    }

    var all: [Pass] {
      var found: [(place: Int, pass: Pass)] = []
      for (index, (entry, reason)) in zip(screens.entries, reasons).enumerated() {
        guard let reason else { continue }
        found.append((entry.place, Pass(entry.rule, reason, shadows[index])))
      }
      for (index, (entry, reason)) in zip(group.entries, groupReasons).enumerated() {
        if let known = evaluated[index] {
          guard let known else { continue }
          found.append((entry.place, Pass(entry.rule, known, shadows[-1 - index])))
        } else if index < covered, let reason {
          found.append((entry.place, Pass(entry.rule, reason, nil)))
        }
      }
      return found.genericSorted { $0.place < $1.place }.map(\.pass)
    }
  }

  /// The set errors that did not act.
  private let setErrors: [Pass]
  private let parts: [Part]
  /// The approximate number of bytes in memory, without what the previous call has too.
  let weight: Int

  fileprivate init?(_ setErrors: [Pass], _ parts: [Part], weight: Int) {
    if setErrors.isEmpty, parts.isEmpty { return nil }
    self.setErrors = setErrors
    self.parts = parts
    self.weight = weight &+ setErrors.count &* MemoryLayout<Pass>.stride
  }

  /// The passes in the order of the points of a call, and at each point in the order of the rules.
  public var all: [Pass] { setErrors + parts.flatMap(\.all) }
}

extension FaultPasses.Pass {
  init(_ rule: FaultRule, _ reason: FaultReason, _ shadow: FaultRule?) {
    self.rule = rule.id
    self.reason = reason.text(shadowedBy: shadow?.id)
  }
}

extension FaultRules {
  /// Returns the rules that were evaluated for a call and did not act.
  mutating func passes(at place: FaultPlace, of call: UInt64) -> FaultPasses? {
    var parts: [FaultPasses.Part] = []
    var weight = 0
    for phase in FaultList.phases {
      guard let part = part(place, phase, call, &weight), !part.isEmpty else { continue }
      parts.append(part)
    }
    let errors = place.touched.isEmpty ? [] : setErrorPasses(place.touched)
    return FaultPasses(errors, parts, weight: weight)
  }

  private mutating func part(
    _ place: FaultPlace, _ phase: FaultPhase, _ call: UInt64,
    _ weight: inout Int
  ) -> FaultPasses.Part? {
    guard isCurrent(place), lists[place.list][phase].call == call,
      !lists[place.list][phase].isEmpty
    else { return nil }
    var stage = FaultStage()
    swap(&stage, &lists[place.list][phase])
    defer { swap(&stage, &lists[place.list][phase]) }
    if stage.isChanged { weight &+= stage.reasons.count }
    if stage.group.isChanged { weight &+= stage.group.reasons.count }
    (stage.isChanged, stage.group.isChanged) = (false, false)
    weight &+= stage.group.evaluated.count &* 16 &+ stage.shadows.count &* 24
    return FaultPasses.Part(
      screens: stage.roster(slots), reasons: stage.reasons, shadows: stage.shadows,
      group: stage.group.roster(slots), groupReasons: stage.group.reasons,
      covered: stage.group.covered, evaluated: stage.group.evaluated)
  }

  private func setErrorPasses(_ places: [Int]) -> [FaultPasses.Pass] {
    var seen: Set<Int> = []
    return places.compactMap { place in
      guard seen.insert(place).inserted, slots.indices.contains(place),
        let reason = slots[place].counters.lastReason
      else { return nil }
      return FaultPasses.Pass(slots[place].rule, reason, slots[place].counters.shadow)
    }
  }
}
