internal import CloudKit
internal import Foundation
internal import MockCloudCore

/// What the checks at the end of a test need of the rules and findings that a cloud no longer has: they
/// are removed by `heal` and `clearFaults`, and replaced by `restore`, `reset`, `load` and the runs of an
/// exploration.
final class Ledger: CloudAddition, @unchecked Sendable {
  private let lock = NSLock()
  private var state = State()

  /// A copy of a cloud does not have its obligations.
  func copied() -> any CloudAddition {
    let copy = Ledger()
    copy.state.groups = lock.withLock { state.groups }
    return copy
  }

  // A test may release a cloud that it made before it ends.
  deinit {
    guard let cloud = state.cloud else { return }
    settleForkedRules()
    guard let clouds = state.clouds else { return }
    clouds.add(cloud.problems(findings: clouds.findings, state.record))
  }

  var record: Record { lock.withLock { state.record } }

  /// Returns what the ledger has found so far, given the reports of the present rules.
  func record(_ rules: [ReportFaults.Entry]) -> Record {
    lock.withLock {
      state.groups.note(rules)
      return state.record
    }
  }

  // MARK: Clouds that a test checks

  func watch(_ cloud: Cloud, for clouds: TestClouds) {
    lock.withLock { (state.cloud, state.clouds) = (cloud, clouds) }
  }

  /// The clouds of the test that checks the cloud; nil if none does.
  var clouds: TestClouds? { lock.withLock { state.clouds } }

  // MARK: Forks

  /// Lets rules that have not acted do so in this cloud or in its fork, and returns them.
  ///
  /// - Parameters:
  ///   - rules: The names of those with `mustFire`.
  ///   - cloud: The cloud of this ledger.
  func share(_ rules: [String], of cloud: Cloud, with fork: Ledger) -> [ForkedRule] {
    let shared = lock.withLock {
      state.cloud = cloud
      return rules.map { id in
        let rule = state.forked[id] ?? ForkedRule(hasActed: state.acted.contains(id))
        state.forked[id] = rule
        return (id, rule)
      }
    }
    fork.lock.withLock { for (id, rule) in shared { fork.state.forked[id] = rule } }
    return shared.map(\.1)
  }

  /// Notes which rules that may act in several clouds have acted in this one.
  func settleForkedRules() {
    let (cloud, forked) = lock.withLock { (state.cloud, state.forked) }
    guard !forked.isEmpty, let cloud, let rules = try? cloud.perform(ReportFaults()).rules else {
      return
    }
    let texts = cloud.idleTexts(rules) { $0.isOverdue && forked[$0.id] != nil }
    for rule in rules {
      if rule.hasActed { forked[rule.id]?.act() }
      if let text = texts[rule.id] { forked[rule.id]?.note(text) }
    }
  }

  // MARK: Changes

  /// Registers that an exploration begins.
  func beginRuns() { lock.withLock { (state.isExploring, state.actedInRuns) = (true, []) } }

  /// Registers that the exploration has ended.
  func endRuns() {
    lock.withLock {
      state.isExploring = false
      for index in state.unmet.indices { state.unmet[index].isOfRun = false }
    }
  }

  /// Remembers the case of an exploration that is running; nil if none is.
  func setCase(_ tried: String?) { lock.withLock { state.tried = tried } }

  /// Registers new rules. Former ones may have had their names.
  func added(_ ids: [String]) {
    lock.withLock {
      state.acted.subtract(ids)
      // Each run of an exploration adds the rules of its scenario again.
      if !state.isExploring { for id in ids { state.forked[id] = nil } }
    }
  }

  /// Registers rules whose counts started anew: those with `mustFire` must act again.
  func reset(_ ids: [String], of cloud: Cloud) {
    let acted = lock.withLock { state.acted.intersection(ids) }
    if acted.isEmpty { return }
    let reports = (try? cloud.perform(ReportFaults(acted.map { FaultPattern($0) })).rules) ?? []
    let overdue = reports.filter(\.isOverdue).map(\.id)
    lock.withLock { state.acted.subtract(acted.intersection(overdue)) }
  }

  /// Runs what removes or replaces rules of a cloud, and registers those that are gone.
  ///
  /// - Parameter only: The rule that is removed; nil if others may be.
  func changing<R, E: Error>(
    _ cloud: Cloud, _ change: RuleChange, only: String? = nil, _ body: () throws(E) -> R
  ) throws(E) -> R {
    if change == .setting { return try setting(cloud, body) }
    let before = cloud.reports(only)
    let hasOverdue = before.contains(where: \.isOverdue)
    let overdue = hasOverdue ? cloud.idleTexts(before, \.isOverdue) : [:]
    let contents = hasOverdue || isExploring || change == .run ? cloud.contents() : [:]
    let findings = change == .removal ? [] : (try? cloud.perform(ReportFindings())) ?? []
    let result = try body()
    // The one that is removed is gone.
    let after = only == nil ? cloud.reports(nil) : []
    let left = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let found = change == .removal ? 0 : (try? cloud.perform(ReportFindings()).count) ?? 0
    let present = change == .removal || !hasUnmet ? [:] : cloud.contents()
    lock.withLock {
      // A rule that is there again may act yet.
      state.unmet.removeAll { present[$0.rule.id] == $0.rule.content }
      state.compare(before, left, contents, overdue, change)
      if findings.count > found {
        let run = state.tried.map { " (in the run with \($0))" } ?? ""
        state.findings += findings.dropFirst(found).map { "\($0)\(run)" }
      }
    }
    return result
  }

  private var isExploring: Bool { lock.withLock { state.isExploring } }

  private var hasUnmet: Bool { lock.withLock { !state.unmet.isEmpty } }

  /// Runs what sets errors, and registers those that others replace before they acted.
  private func setting<R, E: Error>(_ cloud: Cloud, _ body: () throws(E) -> R) throws(E) -> R {
    let before = cloud.reports(nil).filter { Ledger.isError($0.id) }
    let rules = cloud.contents(where: Ledger.isError)
    let result = try body()
    let after = cloud.contents(where: Ledger.isError)
    let changed = after.filter { rules[$0.key] != $0.value }
    lock.withLock {
      state.acted.subtract(changed.keys)
      state.groups.note(before)
      for entry in before where after[entry.id] == nil || changed[entry.id] != nil {
        state.end(
          entry, rules[entry.id] ?? "", isReplaced: !changed.isEmpty, isLeft: after[entry.id] != nil
        )
      }
      state.groups.set(changed.keys)
    }
    return result
  }
}

extension Cloud {
  /// Returns the report of a rule, if it exists; nil means all rules.
  fileprivate func reports(_ only: String?) -> [ReportFaults.Entry] {
    let ids = only.map { [FaultPattern($0)] }
    let reports = (try? perform(ReportFaults(ids)).rules) ?? []
    return only.map { only in reports.filter { $0.id == only } } ?? reports
  }

  /// The contents of the rules, or of those with some names, by name.
  fileprivate func contents(where isWanted: (String) -> Bool = { _ in true }) -> [String: String] {
    let rules = ((try? perform(ListFaults())) ?? []).filter { isWanted($0.id) }
    return Dictionary(rules.map { ($0.id, $0.content) }, uniquingKeysWith: { first, _ in first })
  }
}
