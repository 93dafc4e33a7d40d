internal import CloudKit
internal import Foundation
internal import MockCloudCore

/// What the checks at the end of a test need of the rules and findings that a cloud no longer has: they
/// are removed by `heal` and `clearFaults`, and replaced by `restore`, `reset`, `load` and the runs of an
/// exploration.
final class Ledger: CloudAddition, @unchecked Sendable {
  private let lock = NSLock()
  private var state = State()

  fileprivate struct State {
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
    var actedInRuns: Set<String> = []
    /// Whether one was removed other than by an exploration.
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

  fileprivate struct Unmet {
    let id: String
    let text: String
    /// Whether the test fails because of it even if it expects nothing: not if it may act in another
    /// cloud yet, nor an error that was replaced.
    let isOverdue: Bool
    /// The error that was replaced. The one that replaced it has the same name.
    var error: FaultRule?
  }

  /// A copy of a cloud does not have its obligations.
  func copied() -> any CloudAddition { Ledger() }

  // A test may release a cloud that it made before it ends.
  deinit {
    guard let cloud = state.cloud else { return }
    settleForkedRules()
    guard let clouds = state.clouds else { return }
    clouds.add(cloud.problems(findings: clouds.findings, state.record))
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

  var record: Record { lock.withLock { state.record } }

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
      if rule.injections > 0 { forked[rule.id]?.act() }
      if let text = texts[rule.id] { forked[rule.id]?.note(text) }
    }
  }

  // MARK: Changes

  /// Registers that an exploration begins.
  func beginRuns() { lock.withLock { (state.isExploring, state.actedInRuns) = (true, []) } }

  /// Registers that the exploration has ended.
  func endRuns() { lock.withLock { state.isExploring = false } }

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

  /// Runs what removes or replaces rules of a cloud, and registers those that are gone.
  ///
  /// - Parameter only: The rule that is removed; nil if others may be.
  func changing<R, E: Error>(
    _ cloud: Cloud, _ change: RuleChange, only: String? = nil, _ body: () throws(E) -> R
  ) throws(E) -> R {
    if change == .setting { return try setting(cloud, body) }
    let before = cloud.reports(only)
    let overdue = before.contains(where: \.isOverdue) ? cloud.idleTexts(before, \.isOverdue) : [:]
    let findings = change == .removal ? [] : (try? cloud.perform(ReportFindings())) ?? []
    let result = try body()
    // The one that is removed is gone.
    let after = only == nil ? cloud.reports(nil) : []
    let left = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let found = change == .removal ? 0 : (try? cloud.perform(ReportFindings()).count) ?? 0
    let errors = change == .removal || !hasReplacedErrors ? [:] : cloud.errors().rules
    lock.withLock {
      state.compare(before, left, errors, overdue, change)
      if findings.count > found {
        let run = state.tried.map { " (in the run with \($0))" } ?? ""
        state.findings += findings.dropFirst(found).map { "\($0)\(run)" }
      }
    }
    return result
  }

  private var hasReplacedErrors: Bool {
    lock.withLock { state.unmet.contains { $0.error != nil } }
  }

  /// Runs what sets errors, and registers those that others replace before they acted.
  private func setting<R, E: Error>(_ cloud: Cloud, _ body: () throws(E) -> R) throws(E) -> R {
    let (rules, before) = cloud.errors()
    let result = try body()
    let after = cloud.errors().rules
    let changed = after.filter { id, rule in rules[id].map { !rule.isSameError(as: $0) } ?? true }
    lock.withLock {
      state.acted.subtract(changed.keys)
      for entry in before where after[entry.id] == nil || changed[entry.id] != nil {
        if entry.injections > 0 {
          state.hasRemovedActing = true
          if state.isExploring { state.actedInRuns.insert(entry.id) }
          if after[entry.id] == nil { state.acted.insert(entry.id) }
        } else if !changed.isEmpty {
          let reason = entry.lastReason.map { "; last reason: \($0)" } ?? ""
          let text = "\(entry.id): did not act before another error replaced it\(reason)"
          state.unmet.append(
            Unmet(id: entry.id, text: text, isOverdue: false, error: rules[entry.id]))
        }
      }
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

  /// The errors that are set, by name, and their reports.
  fileprivate func errors() -> (rules: [String: FaultRule], reports: [ReportFaults.Entry]) {
    let reports = (try? perform(ReportFaults()).rules) ?? []
    let rules = (try? perform(ListFaults())) ?? []
    let errors = zip(rules, reports).filter { $0.0.isSetError }
    let byName = errors.map { ($0.0.id, $0.0) }
    return (Dictionary(byName, uniquingKeysWith: { first, _ in first }), errors.map(\.1))
  }
}

extension FaultRule {
  fileprivate var isSetError: Bool {
    id.hasPrefix(SetError.name) || id.hasPrefix(SetRecordErrors.name)
  }

  /// Whether two errors that are set, for the same calls or records, are the same.
  fileprivate func isSameError(as other: FaultRule) -> Bool {
    guard case .error(let error, _)? = effects.first,
      case .error(let otherError, _)? = other.effects.first
    else { return false }
    return error == otherError && limit == other.limit
  }
}

/// How an operation changes rules.
enum RuleChange {
  /// Removes some.
  case removal
  /// Sets errors, which may replace or clear others.
  case setting
  /// Replaces all of them, with their counts, by those of another state.
  case replacement
  /// The same, between the runs of an exploration.
  case run

  /// Nil for operations that remove no rules.
  init?(_ operation: String) {
    switch operation {
    case RemoveFault.name, ClearFaults.name, HealFaults.name, LoadFaults.name: self = .removal
    case SetError.name, SetRecordErrors.name: self = .setting
    case RestoreSnapshot.name, ResetCloud.name, LoadState.name: self = .replacement
    case NextCase.name, EndExploration.name: self = .run
    default: return nil
    }
  }
}

extension Ledger.State {
  fileprivate var record: Ledger.Record {
    Ledger.Record(
      unmet: unmet.map(\.text), overdue: unmet.filter(\.isOverdue).map(\.text), acted: acted,
      forked: Set(forked.keys), hasRemovedActing: hasRemovedActing, findings: findings)
  }

  fileprivate mutating func compare(
    _ before: [ReportFaults.Entry], _ left: [String: ReportFaults.Entry],
    _ errors: [String: FaultRule], _ overdue: [String: String], _ change: RuleChange
  ) {
    // A rule that is there again may act yet.
    if change != .removal {
      unmet.removeAll { rule in
        guard let error = rule.error else { return left[rule.id] != nil }
        return errors[rule.id]?.isSameError(as: error) ?? false
      }
    }
    var known = overdue.isEmpty ? [] : Set(unmet.map { isExploring ? $0.id : $0.text })
    for rule in before {
      if rule.injections > (left[rule.id]?.injections ?? 0) {
        acted.insert(rule.id)
        forked[rule.id]?.act()
        if isExploring || change == .run { actedInRuns.insert(rule.id) }
        if change != .run { hasRemovedActing = true }
      } else if rule.isOverdue, left[rule.id] == nil, let text = overdue[rule.id] {
        forked[rule.id]?.note(text)
        // The runs of an exploration have the same rules.
        if known.insert(isExploring ? rule.id : text).inserted {
          unmet.append(Ledger.Unmet(id: rule.id, text: text, isOverdue: forked[rule.id] == nil))
        }
      }
    }
    // It is enough if a rule of the scenario acts in one of the runs.
    if change == .run { unmet.removeAll { actedInRuns.contains($0.id) } }
  }
}
