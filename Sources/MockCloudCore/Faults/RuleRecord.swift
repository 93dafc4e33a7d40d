internal import Synchronization

/// The identity of a rule with its counts, and whether it has acted in any copy of its cloud.
///
/// Snapshots, forks, and the clouds that return to them have the rule with the same record. A rule that
/// is added again, or whose counts start anew, has another one. It is in no state document.
package final class RuleRecord: Sendable, Hashable {
  /// What all records of a rule share.
  private final class Rule: Sendable {
    let number = ProcessNumber.next()
    let acts = Atomic<Int>(0)
  }

  private let rule: Rule
  private let count = Atomic<Int>(0)
  /// A number that no other record of the process has.
  let number: Int

  /// Creates the record of another rule.
  init() {
    rule = Rule()
    number = rule.number
  }

  /// - Parameter former: The record of the counts that the rule had before.
  private init(after former: RuleRecord) {
    rule = former.rule
    number = ProcessNumber.next()
  }

  /// Returns the record of new counts of the rule.
  func renewed() -> RuleRecord { RuleRecord(after: self) }

  /// The number of times that the rule acted, in all copies.
  package var acts: Int { count.load(ordering: .relaxed) }

  package var hasActed: Bool { acts > 0 }

  /// The same, also before its counts started anew.
  var allActs: Int { rule.acts.load(ordering: .relaxed) }

  /// A number that no other rule of the process has. Counts that start anew do not change it.
  var identity: Int { rule.number }

  func noteAct() {
    count.wrappingAdd(1, ordering: .relaxed)
    rule.acts.wrappingAdd(1, ordering: .relaxed)
  }

  package static func == (left: RuleRecord, right: RuleRecord) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
