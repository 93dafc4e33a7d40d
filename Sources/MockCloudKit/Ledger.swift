internal import CloudKit
internal import Foundation
internal import MockCloudCore

/// What the checks at the end of a test need of the rules and findings that a cloud no longer has: they
/// are removed by `heal` and `clearFaults`, and replaced by `restore`, `reset`, `load` and the runs of an
/// exploration.
final class Ledger: CloudAddition, @unchecked Sendable {
  private let lock = NSLock()
  private var state = State()
  /// The cloud, if the test made it, and the clouds of the test. Set once, before others have the
  /// ledger.
  private var made: (cloud: Cloud, clouds: TestClouds)?

  fileprivate struct State {
    /// The rules with `mustFire` that were removed before they acted, with texts.
    var unmet: [(id: String, text: String)] = []
    /// The rules that acted before they were removed, or before their counts started anew.
    var acted: Set<String> = []
    /// Those that acted in a run of the exploration.
    var actedInRuns: Set<String> = []
    /// Whether one was removed other than by an exploration.
    var hasRemovedActing = false
    /// The rules that the cloud had when it was copied: they may act in the other cloud.
    var copied: Set<String> = []
    /// Texts about the findings that the cloud no longer has.
    var findings: [String] = []
    /// The case of an exploration that is running.
    var tried: String?
  }

  /// A copy of a cloud does not have its obligations.
  func copied() -> any CloudAddition { Ledger() }

  // A test may release a cloud that it made before it ends.
  deinit {
    guard let made else { return }
    made.clouds.add(made.cloud.problems(findings: made.clouds.findings, state.record))
  }

  /// What the ledger has found so far.
  struct Record {
    let unmet: [String]
    let acted: Set<String>
    /// The rules that may act in a copy of the cloud.
    let copied: Set<String>
    let hasRemovedActing: Bool
    let findings: [String]
  }

  var record: Record { lock.withLock { state.record } }

  // MARK: Clouds that a test makes

  func watch(_ cloud: Cloud, for clouds: TestClouds) { made = (cloud, clouds) }

  /// Whether the test made the cloud itself.
  var isOfTest: Bool { made != nil }

  /// Expects nothing of the rules that a cloud has when it is copied.
  func excuse(_ rules: [ReportFaults.Entry]) {
    lock.withLock { state.copied.formUnion(rules.map(\.id)) }
  }

  // MARK: Changes

  /// Registers that an exploration begins.
  func beginRuns() { lock.withLock { state.actedInRuns = [] } }

  /// Remembers the case of an exploration that is running; nil if none is.
  func setCase(_ tried: String?) { lock.withLock { state.tried = tried } }

  /// Registers new rules. Former ones may have had their names.
  func added(_ ids: [String]) {
    lock.withLock {
      state.acted.subtract(ids)
      state.copied.subtract(ids)
    }
  }

  /// Runs what removes or replaces rules of a cloud, and registers those that are gone.
  func changing<R, E: Error>(
    _ cloud: Cloud, _ change: RuleChange, _ body: () throws(E) -> R
  ) throws(E) -> R {
    let before = (try? cloud.perform(ReportFaults()).rules) ?? []
    let overdue = before.contains(where: \.isOverdue) ? cloud.idleTexts(before, \.isOverdue) : [:]
    let findings = change == .removal ? [] : (try? cloud.perform(ReportFindings())) ?? []
    let result = try body()
    let after = (try? cloud.perform(ReportFaults()).rules) ?? []
    let left = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let found = change == .removal ? 0 : (try? cloud.perform(ReportFindings()).count) ?? 0
    lock.withLock {
      state.compare(before, left, overdue, change)
      if findings.count > found {
        let run = state.tried.map { " (in the run with \($0))" } ?? ""
        state.findings += findings.dropFirst(found).map { "\($0)\(run)" }
      }
    }
    return result
  }
}

/// How an operation changes rules.
enum RuleChange {
  /// Removes some.
  case removal
  /// Replaces all of them, with their counts, by those of another state.
  case replacement
  /// The same, between the runs of an exploration.
  case run

  /// Nil for operations that remove no rules.
  init?(_ operation: String) {
    switch operation {
    case RemoveFault.name, ClearFaults.name, HealFaults.name, LoadFaults.name: self = .removal
    case RestoreSnapshot.name, ResetCloud.name, LoadState.name: self = .replacement
    case NextCase.name, EndExploration.name: self = .run
    default: return nil
    }
  }

  /// Nil unless the operation clears errors that were set.
  init?<O: CloudHarnessOperation>(clearing operation: O) {
    switch operation {
    case let setting as SetError where setting.error == nil: self = .removal
    case let setting as SetRecordErrors where setting.records.isEmpty: self = .removal
    default: return nil
    }
  }
}

extension Ledger.State {
  fileprivate var record: Ledger.Record {
    Ledger.Record(
      unmet: unmet.map(\.text), acted: acted, copied: copied, hasRemovedActing: hasRemovedActing,
      findings: findings)
  }

  fileprivate mutating func compare(
    _ before: [ReportFaults.Entry], _ left: [String: ReportFaults.Entry],
    _ overdue: [String: String], _ change: RuleChange
  ) {
    // A rule that is there again may act yet.
    if change == .replacement { unmet.removeAll { left[$0.id] != nil } }
    var known = overdue.isEmpty ? [] : Set(unmet.map(\.text))
    for rule in before {
      if rule.injections > (left[rule.id]?.injections ?? 0) {
        acted.insert(rule.id)
        if change == .run { actedInRuns.insert(rule.id) } else { hasRemovedActing = true }
      } else if rule.isOverdue, left[rule.id] == nil, !copied.contains(rule.id),
        let text = overdue[rule.id]
      {
        if known.insert(text).inserted { unmet.append((rule.id, text)) }
      }
    }
    // It is enough if a rule of the scenario acts in one of the runs.
    if change == .run { unmet.removeAll { actedInRuns.contains($0.id) } }
  }
}

/// The clouds that a test makes itself, whose rules and findings are checked at its end too.
package final class TestClouds: @unchecked Sendable {
  /// Those of the running test.
  @TaskLocal package static var current: TestClouds?

  let findings: MockCloud.FindingsCheck
  private let lock = NSLock()
  private var hosts: [WeakHost] = []
  private var texts: [String] = []

  private struct WeakHost {
    weak var host: CloudHost?
  }

  package init(findings: MockCloud.FindingsCheck) { self.findings = findings }

  /// Adds texts about a cloud that is released before the test ends.
  func add(_ problems: [String]) {
    if !problems.isEmpty { lock.withLock { texts += problems } }
  }

  /// Registers a cloud that the test has made.
  func add(_ cloud: MockCloud) {
    cloud.ledger.watch(cloud.core, for: self)
    lock.withLock { hosts.append(WeakHost(host: cloud.host)) }
  }

  /// The problems of all clouds of the test, at its end.
  package var problems: [String] {
    var found = lock.withLock { texts }
    let hosts = lock.withLock { self.hosts }
    for case let host? in hosts.map({ $0.host }) {
      found += MockCloud(host: host).problemsAtEnd(findings: findings)
    }
    return found
  }
}
