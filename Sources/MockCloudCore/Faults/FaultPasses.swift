/// The rules that were evaluated for a call and did not act, as the journal reports them.
///
/// The rules and reasons are shared by all calls that have the same ones.
public struct FaultPasses: Sendable {
  /// A rule that did not act.
  public struct Pass: Sendable {
    /// The rule's name.
    public internal(set) var rule: String
    /// The key of the rule that did not match, as in `mock/faults/report`.
    public internal(set) var reason: String
  }

  /// The rules of one phase. A class, because calls that have the same ones share it.
  final class Part: Sendable {
    let screens: FaultRoster
    let reasons: [FaultReason?]
    let shadows: [Int: FaultRule]
    let group: FaultRoster
    let groupReasons: [FaultReason?]
    let covered: Int
    let evaluated: [Int: FaultReason?]
    /// The number of the stage in its list.
    let stage: Int
    let isEmpty: Bool

    fileprivate init(
      _ stage: FaultStage, at number: Int, _ screens: FaultRoster, group: FaultRoster
    ) {
      self.stage = number
      self.screens = screens
      reasons = stage.reasons
      shadows = stage.shadows
      self.group = group
      groupReasons = stage.group.reasons
      covered = stage.group.covered
      evaluated = stage.group.evaluated
      isEmpty =
        stage.group.covered == 0 && stage.group.evaluated.isEmpty
        && stage.reasons.allSatisfy { $0 == nil }
    }

    /// The approximate number of bytes in memory that only this call has.
    var weight: Int { evaluated.count &* 16 &+ shadows.count &* 24 }

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

  /// The rules of the first stage of the list that has some. Most calls have nothing else.
  private var first: Part?
  private var rest: Boxed<Rest>?
  /// The approximate number of bytes in memory, without what the previous call has too.
  fileprivate(set) var weight = 0

  /// What few calls have.
  private struct Rest: Sendable {
    /// The set errors that did not act.
    var setErrors: [Pass] = []
    /// The rules that a state document names, from phases before it was saved.
    var former: [Pass] = []
    /// The rules of the other stages, in the order of these.
    private(set) var parts: [Part] = []

    init(setErrors: [Pass] = [], former: [Pass] = []) {
      self.setErrors = setErrors
      self.former = former
    }

    /// Adds the rules of a stage, or replaces them. Returns whether there were none.
    mutating func add(_ part: Part) -> Bool {
      if let known = parts.firstIndex(where: { $0.stage == part.stage }) {
        parts[known] = part
        return false
      }
      parts.append(part)
      return true
    }
  }

  init() {}

  /// The passes of a call under way, as a state document has them.
  struct Saved: Sendable {
    var setErrors: [Pass] = []
    var rules: [Pass] = []

    /// The maximum number of each that a document has.
    static var most: Int { 1000 }
  }

  init(_ saved: Saved) {
    if saved.setErrors.isEmpty, saved.rules.isEmpty { return }
    rest = Boxed(Rest(setErrors: saved.setErrors, former: saved.rules))
    weight = (saved.setErrors.count &+ saved.rules.count) &* MemoryLayout<Pass>.stride
  }

  var saved: Saved {
    Saved(
      setErrors: Array(setErrors.prefix(Saved.most)), rules: Array(rules.prefix(Saved.most)))
  }

  var isEmpty: Bool { first == nil && rest == nil }

  private var setErrors: [Pass] { rest?.read { $0.setErrors } ?? [] }

  /// The passes in the order of the points of a call, and at each point in the order of the rules.
  public var all: [Pass] { setErrors + rules }

  private var rules: [Pass] {
    let rest = rest?.value ?? Rest()
    return rest.former + (first?.all ?? []) + rest.parts.flatMap(\.all)
  }

  /// Adds set errors.
  fileprivate mutating func add(_ errors: [Pass]) {
    if errors.isEmpty { return }
    if rest == nil { rest = Boxed(Rest()) }
    rest?.value.setErrors += errors
    weight &+= errors.count &* MemoryLayout<Pass>.stride
  }

  /// Adds the rules of a stage of a list, or replaces them by those of more points of it.
  fileprivate mutating func add(_ part: Part) {
    if first == nil {
      first = part
      weight &+= part.weight
    } else if first?.stage == part.stage {
      first = part
    } else {
      if rest == nil { rest = Boxed(Rest()) }
      if rest?.value.add(part) == true { weight &+= part.weight }
    }
  }
}

extension FaultPasses.Pass {
  /// A pass of a state document, to be read.
  static var empty: Self { Self(rule: "", reason: "") }

  init(_ rule: FaultRule, _ reason: FaultReason, _ shadow: FaultRule?) {
    self.rule = rule.id
    self.reason = reason.text(shadowedBy: shadow?.id)
  }
}

extension FaultStage {
  /// The rules that the last call evaluated and that did not act: those of the call before if they
  /// are the same.
  fileprivate mutating func part(
    at number: Int, _ rules: [ArmedRule], _ weight: inout Int
  ) -> FaultPasses.Part {
    let (screens, others) = (roster(rules), group.roster(rules))
    if let lastPart, !isChanged, !group.isChanged, lastPart.screens === screens,
      lastPart.group === others, lastPart.covered == group.covered, lastPart.weight == 0,
      shadows.isEmpty, group.evaluated.isEmpty
    {
      return lastPart
    }
    if isChanged { weight &+= reasons.count }
    if group.isChanged { weight &+= group.reasons.count }
    (isChanged, group.isChanged) = (false, false)
    let part = FaultPasses.Part(self, at: number, screens, group: others)
    lastPart = part
    return part
  }
}

extension FaultRules {
  /// Adds the rules that were evaluated for a call and did not act, before the rules can be evaluated
  /// for another call.
  mutating func takePasses(
    at place: inout FaultPlace, of call: UInt64, into passes: inout FaultPasses
  ) {
    if !place.touched.isEmpty {
      passes.add(setErrorPasses(place.touched))
      place.touched = []
    }
    guard isCurrent(place) else { return }
    var filled = lists[place.list].filled
    while filled != 0 {
      let stage = filled.trailingZeroBitCount
      filled &= filled &- 1
      guard lists[place.list].stages[stage].call == call else { continue }
      let part = lists[place.list].stages[stage].part(at: stage, slots, &passes.weight)
      if !part.isEmpty { passes.add(part) }
    }
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
