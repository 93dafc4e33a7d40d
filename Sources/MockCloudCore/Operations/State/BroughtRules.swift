/// The rules that watched files have brought to a cloud, so that one that comes again is known to be the
/// same, and it is known which are missing.
///
/// They are no part of the state that is saved, restored or reset: neither is the file.
struct BroughtRules: Sendable {
  private struct Entry: Sendable {
    let rule: FaultRule
    let record: RuleRecord
    /// Whether the rule is expected to come again if it does not exist.
    var isAwaited = true
    /// The number of the first content of a file without the rule; nil if the last one has it.
    var dropped: Int?
  }

  private var entries: [ExactText: Entry] = [:]
  /// The number of contents that were read.
  private var contents = 0

  /// The maximum number of rules that no file has any more.
  private static let mostDropped = 1000

  /// Registers the rules of a changed file. Those that have the name of one that it brought before are
  /// the same.
  ///
  /// - Parameter earlier: The rules of the file before.
  mutating func read(in plan: inout FaultPlan, _ earlier: [ArmedRule]) {
    for (name, armed) in Self.byName(earlier) {
      // It may have been restored, or its counts have started anew. One of a state document has another
      // record, and stands for the known one.
      let known = entries[name]?.record
      let record = known.map { $0.identity == armed.record.identity ? armed.record : $0 }
      entries[name] = Entry(rule: armed.rule, record: record ?? armed.record)
      // Its record does not have the acts that the document shows.
      if record != nil, record != armed.record, armed.counters.injections > 0 {
        entries[name]?.isAwaited = false
      }
    }
    for armed in plan.rulesOfFile {
      if let known = entries[ExactText(armed.rule.id)] {
        plan.rules.resume(armed.rule.id, known.record)
      }
    }
    note(plan.rulesOfFile)
  }

  /// Registers the rules of a file that a request loads. Those with the name and the content of earlier
  /// ones are the same, with new counts.
  mutating func load(in plan: inout FaultPlan, _ earlier: [ArmedRule]) {
    let present = Self.byName(earlier)
    for armed in plan.rulesOfFile {
      let name = ExactText(armed.rule.id)
      let known = [
        present[name].map { ($0.rule, $0.record) }, entries[name].map { ($0.rule, $0.record) },
      ]
      let same = known.lazy.compactMap { $0 }.first { $0.0.content == armed.rule.content }
      if let same { plan.rules.resume(armed.rule.id, same.1.renewed()) }
    }
    awaitNone()
    note(plan.rulesOfFile)
  }

  private static func byName(_ rules: [ArmedRule]) -> [ExactText: ArmedRule] {
    Dictionary(rules.map { (ExactText($0.rule.id), $0) }) { first, _ in first }
  }

  private mutating func note(_ rules: [ArmedRule]) {
    Steps.take(entries.count)
    contents += 1
    let present = Self.byName(rules)
    for name in entries.keys where present[name] == nil && entries[name]?.dropped == nil {
      entries[name]?.dropped = contents
    }
    for (name, armed) in present { entries[name] = Entry(rule: armed.rule, record: armed.record) }
    let dropped = entries.compactMap { name, entry in entry.dropped.map { (number: $0, name: name) }
    }
    if dropped.count <= Self.mostDropped { return }
    let oldest = dropped.genericSorted { ($0.number, $0.name) < ($1.number, $1.name) }
    for entry in oldest.prefix(dropped.count - Self.mostDropped) { entries[entry.name] = nil }
  }

  /// Registers that all rules were removed.
  mutating func awaitNone() {
    Steps.take(entries.count)
    for name in entries.keys { entries[name]?.isAwaited = false }
  }

  /// Returns the rules with `mustFire` that are missing, in the order of their names.
  ///
  /// - Parameter present: The rules of the file that exist. Those of a state document have others'
  ///   identities until a call reads the file.
  func awaited(besides present: [String]) -> [ReportFaults.Awaited] {
    Steps.take(entries.count)
    let present = Set(present.map { ExactText($0) })
    let missing = entries.filter { name, entry in
      entry.isAwaited && entry.rule.mustFire == true && !present.contains(name)
    }
    let sorted = Array(missing.values).genericSorted {
      ExactText($0.rule.id) < ExactText($1.rule.id)
    }
    return sorted.map { entry in
      ReportFaults.Awaited(
        identity: entry.record.identity, acts: entry.record.acts, rule: entry.rule,
        isDropped: entry.dropped != nil)
    }
  }
}
