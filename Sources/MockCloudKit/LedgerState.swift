internal import MockCloudCore

extension Ledger {
  struct State {
    /// The cloud, if the ledger may have to look at it when it is released.
    var cloud: Cloud?
    /// The clouds of the test that checks the cloud; nil if none does.
    var clouds: TestClouds?
    /// The rules with `mustFire` that were removed before they acted, and the errors that others
    /// replaced, with texts.
    var unmet: [Unmet] = []
    /// The rules that acted before they were removed, or before their counts started anew.
    var acted: Set<String> = []
    /// Those that acted in a run of the exploration.
    var actedInRuns: Set<Rule> = []
    /// The errors that one request set for several operations: one of them has to act.
    var groups = ErrorGroups()
    /// Whether one that acted was removed.
    var hasRemovedActing = false
    /// The rules that may act in a fork, or in the cloud of which this is one, instead.
    var forked: [String: ForkedRule] = [:]
    /// Texts about the findings that the cloud no longer has.
    var findings: [String] = []
    /// Whether an exploration is running.
    var isExploring = false
    /// Its current case.
    var tried: String?
  }

  /// A rule: others may have its name before it and after it.
  struct Rule: Hashable {
    let id: String
    let content: String
  }

  struct Unmet {
    let rule: Rule
    let text: String
    /// Whether the test fails because of it even if it expects nothing: not if it may act in another
    /// cloud yet, nor an error that was replaced.
    let isOverdue: Bool
    /// Whether a run of the exploration removed it.
    var isOfRun: Bool
  }

  /// What the ledger has found so far.
  struct Record {
    /// Texts about the rules with `mustFire` that were removed before they acted, and the errors that
    /// others replaced.
    let unmet: [String]
    /// Those because of which the test fails even if it expects nothing.
    let overdue: [String]
    let acted: Set<String>
    /// The rules that may act in another cloud.
    let forked: Set<String>
    let hasRemovedActing: Bool
    let findings: [String]
  }

  /// Whether a rule of that name is an error that was set.
  static func isError(_ id: String) -> Bool {
    id.hasPrefix(SetError.name) || id.hasPrefix(SetRecordErrors.name)
  }
}

extension Ledger.State {
  var record: Ledger.Record {
    Ledger.Record(
      unmet: unmet.map(\.text), overdue: unmet.filter(\.isOverdue).map(\.text),
      acted: acted.union(groups.acted), forked: Set(forked.keys),
      hasRemovedActing: hasRemovedActing, findings: findings)
  }

  mutating func compare(
    _ before: [ReportFaults.Entry], _ left: [String: ReportFaults.Entry],
    _ contents: [String: String], _ overdue: [String: String], _ change: RuleChange
  ) {
    groups.note(before)
    let isOfRun = isExploring || change == .run
    // The runs of an exploration have the same rules, whose texts may differ.
    var texts = isExploring || overdue.isEmpty ? [] : Set(unmet.map(\.text))
    var rules = isExploring && !overdue.isEmpty ? Set(unmet.map(\.rule)) : []
    for entry in before {
      let rule = Ledger.Rule(id: entry.id, content: contents[entry.id] ?? "")
      let kept = left[entry.id]
      if entry.injections > kept?.injections ?? 0 || entry.hasActed && kept?.hasActed != true {
        acted.insert(entry.id)
        forked[entry.id]?.act()
        if isOfRun { actedInRuns.insert(rule) }
        hasRemovedActing = true
      } else if entry.isOverdue, kept == nil, let text = overdue[entry.id] {
        forked[entry.id]?.note(text)
        if isExploring ? rules.insert(rule).inserted : texts.insert(text).inserted {
          unmet.append(
            Ledger.Unmet(
              rule: rule, text: text, isOverdue: forked[entry.id] == nil, isOfRun: isOfRun))
        }
      }
    }
    // It is enough if a rule of the scenario acts in one of the runs.
    if change == .run { unmet.removeAll { $0.isOfRun && actedInRuns.contains($0.rule) } }
  }

  /// Registers that an error was replaced or cleared.
  ///
  /// - Parameters:
  ///   - content: The content of its rule.
  ///   - isReplaced: Whether another error was set.
  ///   - isLeft: Whether the other one has its name.
  mutating func end(
    _ entry: ReportFaults.Entry, _ content: String, isReplaced: Bool, isLeft: Bool
  ) {
    let rule = Ledger.Rule(id: entry.id, content: content)
    if entry.hasActed {
      hasRemovedActing = true
      if isExploring { actedInRuns.insert(rule) }
      if !isLeft { acted.insert(entry.id) }
    } else if isReplaced, !groups.hasActed(entry.id),
      !isExploring || !unmet.contains(where: { $0.rule == rule })
    {
      let reason = entry.lastReason.map { "; last reason: \($0)" } ?? ""
      let text = "\(entry.id): did not act before another error replaced it\(reason)"
      unmet.append(Ledger.Unmet(rule: rule, text: text, isOverdue: false, isOfRun: isExploring))
    }
  }
}
