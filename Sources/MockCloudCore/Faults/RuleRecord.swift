internal import Synchronization

/// The identity of a rule with its counts, and whether it has acted in any copy of its cloud.
///
/// Snapshots, forks, and the clouds that return to them have the rule with the same record. A rule that
/// is added again, or whose counts start anew, has another one. It is in no state document.
package final class RuleRecord: Sendable, Hashable {
  private let count = Atomic<Int>(0)

  init() {}

  /// The number of times that the rule acted, in all copies.
  package var acts: Int { count.load(ordering: .relaxed) }

  package var hasActed: Bool { acts > 0 }

  func noteAct() { count.wrappingAdd(1, ordering: .relaxed) }

  package static func == (left: RuleRecord, right: RuleRecord) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
