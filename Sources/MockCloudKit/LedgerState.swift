internal import Foundation
internal import MockCloudCore

extension Ledger {
  struct State {
    /// The clouds of the test that checks the cloud, which have this ledger; nil if none does.
    weak var clouds: TestClouds?
    /// The number of the cloud among them.
    var number = 0
    /// The rules with `mustFire` that were removed before they acted, and the errors that others
    /// replaced.
    var unmet: [Unmet] = []
    /// The rules that acted here, of which the cloud no longer has the counts.
    var acted: Set<RuleRecord> = []
    /// Those that acted in a run of the exploration. A fork that a run makes has those of its origin.
    var actedInRuns = ActedInRuns()
    /// The errors that one request set for several operations: one of them has to act.
    var groups = ErrorGroups()
    /// Whether one that acted was removed.
    var hasRemovedActing = false
    /// Texts about the findings that the cloud no longer has.
    var findings: [String] = []
    /// Whether an exploration is running, here or in the cloud of which this is a fork.
    var isExploring = false
    /// Its current case.
    var tried: String?
  }

  /// A rule by its name and content, which the runs of an exploration add again and again.
  struct Rule: Hashable {
    let id: String
    let content: String
  }

  final class ActedInRuns: @unchecked Sendable {
    private let lock = NSLock()
    private var rules: Set<Rule> = []

    func insert(_ rule: Rule) { lock.withLock { _ = rules.insert(rule) } }

    func contains(_ rule: Rule) -> Bool { lock.withLock { rules.contains(rule) } }
  }

  struct Unmet {
    let rule: Rule
    let record: RuleRecord
    let text: String
    /// Whether the test fails because of it even if it expects nothing: not because of an error that was
    /// replaced.
    let isOverdue: Bool
    /// Whether a run of the exploration had it: it is enough if the rule acts in another one.
    let isOfRun: Bool
  }

  /// Whether a rule of that name is an error that was set.
  static func isError(_ id: String) -> Bool {
    id.hasPrefix(SetError.name) || id.hasPrefix(SetRecordErrors.name)
  }
}

/// The rules of a cloud before or after a change.
struct RulesAtChange {
  var entries: [ReportFaults.Entry] = []
  /// By name; empty unless rules are compared by content.
  var contents: [String: String] = [:]

  func rule(_ entry: ReportFaults.Entry) -> Ledger.Rule {
    Ledger.Rule(id: entry.id, content: contents[entry.id] ?? "")
  }
}

extension ReportFaults.Entry {
  /// Whether the rule has acted until now: perhaps since the report was made, but before a change.
  var hasActedByNow: Bool { hasActed || record.acts > acts }
}

extension Ledger.State {
  /// Whether a rule has acted in this cloud, or one that was set with it.
  func haveActed(with record: RuleRecord) -> Bool {
    acted.contains(record) || groups.haveActed(with: record)
  }

  private func isMet(_ unmet: Ledger.Unmet) -> Bool {
    haveActed(with: unmet.record) || unmet.isOfRun && actedInRuns.contains(unmet.rule)
  }

  /// The rules that were removed or replaced before they acted.
  var unmetRules: [Ledger.Unmet] { unmet.filter { !isMet($0) } }

  /// Compares the rules before and after a change.
  ///
  /// - Parameter overdue: Texts about those with `mustFire` that had not acted before, by name.
  mutating func compare(
    _ before: RulesAtChange, _ after: RulesAtChange, _ overdue: [String: String],
    _ change: RuleChange
  ) {
    groups.note(before.entries)
    let left = Set(after.entries.map(\.record)).union(loaded(before, after))
    // A rule that is there again may act yet.
    if !unmet.isEmpty { unmet.removeAll { left.contains($0.record) } }
    let isOfRun = isExploring || change == .run
    var known = isOfRun && !overdue.isEmpty ? Set(unmet.map(\.rule)) : []
    let counted = Set(after.entries.filter(\.hasActed).map(\.record))
    for entry in before.entries {
      let (rule, isLeft) = (before.rule(entry), left.contains(entry.record))
      if isOfRun, entry.hasActedByNow || entry.record.hasActed { actedInRuns.insert(rule) }
      if entry.hasActedByNow {
        if !isLeft { hasRemovedActing = true }
        if !counted.contains(entry.record) { acted.insert(entry.record) }
      } else if !isLeft, entry.isOverdue, !haveActed(with: entry.record),
        let text = overdue[entry.id], !isOfRun || known.insert(rule).inserted
      {
        unmet.append(
          Ledger.Unmet(
            rule: rule, record: entry.record, text: text, isOverdue: true, isOfRun: isOfRun))
      }
    }
  }

  /// Returns the rules that a loaded state has, too: it has other records of them, which stand for those
  /// before.
  private mutating func loaded(
    _ before: RulesAtChange, _ after: RulesAtChange
  ) -> [RuleRecord] {
    if after.contents.isEmpty || before.contents.isEmpty { return [] }
    let former = Dictionary(before.entries.map { (before.rule($0), $0) }) { first, _ in first }
    let known = Set(before.entries.map(\.record))
    return after.entries.compactMap { entry in
      guard !known.contains(entry.record), let same = former[after.rule(entry)] else { return nil }
      let acts = same.hasActedByNow || acted.contains(same.record)
      // One that has acted only in the document was removed since, and another one added.
      if entry.hasActed, !acts { return nil }
      if acts { acted.insert(entry.record) }
      groups.replace(same.record, by: entry.record)
      return same.record
    }
  }

  /// Registers errors that were set, and those that they replaced or that were cleared.
  mutating func set(_ before: RulesAtChange, _ after: RulesAtChange) {
    groups.note(before.entries)
    let known = Set(before.entries.map(\.record))
    let left = Set(after.entries.map(\.record))
    let new = after.entries.filter { !known.contains($0.record) }
    let same = Set(new.map(after.rule))
    var rules = isExploring ? Set(unmet.map(\.rule)) : []
    for entry in before.entries where !left.contains(entry.record) {
      let rule = before.rule(entry)
      if entry.hasActedByNow {
        hasRemovedActing = true
        if isExploring { actedInRuns.insert(rule) }
        acted.insert(entry.record)
      } else if !new.isEmpty, !same.contains(rule), !isExploring || rules.insert(rule).inserted {
        let reason = entry.lastReason.map { "; last reason: \($0)" } ?? ""
        let text = "\(entry.id): did not act before another error replaced it\(reason)"
        unmet.append(
          Ledger.Unmet(
            rule: rule, record: entry.record, text: text, isOverdue: false, isOfRun: isExploring))
      }
    }
    groups.set(new)
  }
}
