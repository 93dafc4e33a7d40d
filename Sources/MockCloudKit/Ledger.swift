internal import CloudKit
internal import Foundation
internal import MockCloudCore

/// What the checks at the end of a test need of the rules and findings that a cloud no longer has: they
/// are removed by `heal` and `clearFaults`, and replaced by `restore`, `reset`, `load` and the runs of an
/// exploration.
///
/// A rule is known by its record, which copies of the cloud share: it has to act in one of them.
final class Ledger: CloudAddition, @unchecked Sendable {
  private let lock = NSLock()
  private var state = State()

  /// A copy of a cloud has no obligations of its own yet.
  func copied() -> any CloudAddition {
    let copy = Ledger()
    lock.withLock {
      copy.state.groups = state.groups
      copy.state.isExploring = state.isExploring
      if state.isExploring { copy.state.actedInRuns = state.actedInRuns }
    }
    return copy
  }

  // A test may release a cloud that it made before it ends.
  func hostEnds() {
    let (clouds, number) = lock.withLock { (state.clouds, state.number) }
    clouds?.checkReleased(number)
  }

  // MARK: Clouds that a test checks

  /// Registers the test that checks the cloud: it is that of one test.
  ///
  /// - Parameter number: The number of the cloud among those of the test.
  func beWatched(by clouds: TestClouds, as number: Int) {
    let former = lock.withLock {
      defer { (state.clouds, state.number) = (clouds, number) }
      return (clouds: state.clouds, number: state.number)
    }
    former.clouds?.remove(former.number)
  }

  /// The clouds of the test that checks the cloud; nil if none does.
  var clouds: TestClouds? { lock.withLock { state.clouds } }

  /// Returns a copy of what the ledger has found so far.
  ///
  /// - Parameter rules: The reports of the present rules.
  func found(_ rules: [ReportFaults.Entry]) -> State {
    lock.withLock {
      state.groups.note(rules)
      return state
    }
  }

  // MARK: Changes

  /// Registers that an exploration begins.
  func beginRuns() {
    lock.withLock { (state.isExploring, state.actedInRuns) = (true, ActedInRuns()) }
  }

  /// Registers that the exploration has ended.
  func endRuns() { lock.withLock { state.isExploring = false } }

  /// Remembers the case of an exploration that is running; nil if none is.
  func setCase(_ tried: String?) { lock.withLock { state.tried = tried } }

  /// Runs what removes or replaces rules of a cloud, and registers those that are gone.
  ///
  /// - Parameters:
  ///   - only: The rule that is removed; nil if others may be.
  ///   - isRefused: Whether the result says that nothing has changed.
  func changing<R, E: Error>(
    _ cloud: Cloud, _ change: RuleChange, only: String? = nil,
    isRefused: (R) -> Bool = { _ in false }, _ body: () throws(E) -> R
  ) throws(E) -> R {
    let isExploring = lock.withLock { state.isExploring }
    let isSetting = change == .setting
    // An error may be set again, a loaded state has other rules of the same content, and runs add theirs
    // again.
    let isRepeated = isSetting || change == .load
    let before = cloud.rules(
      change, only, withContents: isRepeated || isExploring || change == .run)
    let overdue = isSetting ? [:] : cloud.idleTexts(before.entries, \.isOverdue)
    let findings = cloud.findings(change)
    let result = try body()
    if isRefused(result) { return result }
    // The one that is removed is gone.
    let after =
      only == nil ? cloud.rules(change, nil, withContents: isRepeated) : RulesAtChange()
    let left = findings.isEmpty ? [] : cloud.findings(change)
    lock.withLock {
      if isSetting {
        state.set(before, after)
      } else {
        state.compare(before, after, overdue, change)
      }
      state.add(findings, without: left)
    }
    return result
  }
}

extension Ledger.State {
  /// Adds the findings that the cloud no longer has.
  fileprivate mutating func add(_ former: [ClientFinding], without left: [ClientFinding]) {
    let run = tried.map { " (in the run with \($0))" } ?? ""
    var kept: [String: Int] = [:]
    for finding in left { kept["\(finding)", default: 0] += 1 }
    for finding in former {
      let text = "\(finding)"
      if let count = kept[text], count > 0 {
        kept[text] = count - 1
      } else {
        findings.append(text + run)
      }
    }
  }
}

extension Cloud {
  /// Returns the findings that a change may discard. The client may still make the calls that are
  /// missing, unless it is that of a run, which has ended.
  fileprivate func findings(_ change: RuleChange) -> [ClientFinding] {
    switch change {
    case .removal, .setting: []
    case .load, .replacement: findingsAboutCalls
    case .run: (try? perform(ReportFindings())) ?? []
    }
  }

  /// Returns the rules, or the errors that were set.
  ///
  /// - Parameter only: The name of the only rule; nil means all.
  fileprivate func rules(
    _ change: RuleChange, _ only: String?, withContents: Bool
  ) -> RulesAtChange {
    let reports = (try? perform(ReportFaults(only.map { [FaultPattern($0)] })).rules) ?? []
    let isSetting = change == .setting
    let entries = reports.filter { entry in
      only.map { $0 == entry.id } ?? (!isSetting || Ledger.isError(entry.id))
    }
    guard withContents, !entries.isEmpty else { return RulesAtChange(entries: entries) }
    return RulesAtChange(
      entries: entries, contents: contents { !isSetting || Ledger.isError($0) })
  }

  /// The contents of the rules, or of those with some names, by name.
  func contents(where isWanted: (String) -> Bool = { _ in true }) -> [String: String] {
    let rules = ((try? perform(ListFaults())) ?? []).filter { isWanted($0.id) }
    return Dictionary(rules.map { ($0.id, $0.content) }, uniquingKeysWith: { first, _ in first })
  }
}
