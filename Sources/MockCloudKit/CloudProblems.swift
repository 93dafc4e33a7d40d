internal import MockCloudCore

/// What is wrong with a cloud at the end of a test that passed otherwise.
struct CloudProblems {
  /// The rules with `mustFire` that did not act in the cloud. They may have acted in a copy of it.
  let idle: [IdleRule]
  /// A line for each mistake of its client.
  let findings: [String]
  /// Lines about its last calls.
  let calls: [String]

  struct IdleRule {
    let record: RuleRecord
    /// The rule if the runs of an exploration have had it: it has to act in one of them.
    let rule: Ledger.Rule?
    let actedInRuns: Ledger.ActedInRuns
    let text: String

    fileprivate var isMet: Bool {
      record.hasActed || rule.map(actedInRuns.contains) == true
    }

    /// The same for the rule in all copies of the cloud, and in all runs.
    fileprivate var key: AnyHashable { rule.map { AnyHashable($0) } ?? AnyHashable(record) }
  }

  /// Returns a text for each problem of some clouds. A rule is named once.
  static func texts(_ clouds: [CloudProblems]) -> [String] {
    var counts: [AnyHashable: Int] = [:]
    for cloud in clouds {
      for key in Set(cloud.idle.map(\.key)) { counts[key, default: 0] += 1 }
    }
    var (texts, shared): ([String], [String]) = ([], [])
    for cloud in clouds {
      var own: [String] = []
      for rule in cloud.idle where !rule.isMet {
        guard let count = counts.removeValue(forKey: rule.key) else { continue }
        if count > 1 { shared.append(rule.text) } else { own.append(rule.text) }
      }
      if !own.isEmpty {
        texts.append(text("fault rules with mustFire did not act:", own, cloud.calls))
      }
      if !cloud.findings.isEmpty {
        texts.append(text("the client made mistakes:", cloud.findings, cloud.calls))
      }
    }
    if shared.isEmpty { return texts }
    let heading = "fault rules with mustFire acted neither in their cloud nor in its forks:"
    return texts + [text(heading, shared, [])]
  }

  private static func text(_ heading: String, _ lines: [String], _ calls: [String]) -> String {
    ([heading] + MockCloud.lines(lines) + calls).joined(separator: "\n")
  }
}

extension Ledger {
  /// Returns what is wrong with the cloud of the ledger, which may have no handles any more.
  func problems(of cloud: Cloud, findings check: MockCloud.FindingsCheck) -> CloudProblems {
    let rules = (try? cloud.perform(ReportFaults()).rules) ?? []
    let found = found(rules)
    let texts = cloud.idleTexts(rules) { $0.isOverdue && !found.haveActed(with: $0.record) }
    // A cloud that a run of an exploration made has the rules of the run.
    let contents = found.isExploring && !texts.isEmpty ? cloud.contents() : [:]
    let present = rules.compactMap { entry in
      texts[entry.id].map { text in
        CloudProblems.IdleRule(
          record: entry.record,
          rule: contents[entry.id].map { Rule(id: entry.id, content: $0) },
          actedInRuns: found.actedInRuns, text: text)
      }
    }
    let removed = found.unmetRules.filter(\.isOverdue).map { unmet in
      CloudProblems.IdleRule(
        record: unmet.record, rule: unmet.isOfRun ? unmet.rule : nil,
        actedInRuns: found.actedInRuns, text: unmet.text)
    }
    let findings =
      check == .off
      ? []
      : found.findings + ((try? cloud.perform(ReportFindings())) ?? []).map { "\($0)" }
    let isRight = present.isEmpty && removed.isEmpty && findings.isEmpty
    return CloudProblems(
      idle: present + removed, findings: findings, calls: isRight ? [] : cloud.lastCallLines())
  }
}
