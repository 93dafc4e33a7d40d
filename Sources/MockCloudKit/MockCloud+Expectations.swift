internal import Foundation
internal import MockCloudCore

// What a test expects of the cloud at its end.
extension MockCloud {
  /// Throws unless each fault rule and each error that was set has acted on a call, so that a test
  /// with faults does not pass without them. Throws also if there is no rule. Rules with a probability
  /// below 1 need not act, nor those of profiles.
  public func expectRulesFired(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let rules = try perform(ReportFaults()).rules
    let idle = idleLines { $0.injections == 0 && !$0.isByChance && !$0.id.hasPrefix("profile/") }
    if !rules.isEmpty, idle.isEmpty { return }
    let heading =
      "expected every fault rule to act, "
      + (rules.isEmpty ? "got no rules" : "got rules that did not:")
    throw UnmetExpectation([heading] + idle + lastCallLines(), fileID, line)
  }

  /// Throws if `findings` has mistakes of clients: waits that were ignored, retries that came too
  /// early, and the others of `ClientFinding.Kind`.
  public func expectNoFindings(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let found = try findings()
    if found.isEmpty { return }
    throw UnmetExpectation(
      ["expected no findings, got \(found.count):"] + Self.lines(found) + lastCallLines(),
      fileID, line)
  }

  /// Returns a text for each thing that is wrong with the cloud at the end of a test that passed:
  /// rules with `mustFire` that did not act, and mistakes of clients.
  package func problemsAtEnd(findings check: FindingsCheck) -> [String] {
    var problems: [String] = []
    let overdue = idleLines(\.isOverdue)
    if !overdue.isEmpty {
      problems.append(
        (["fault rules with mustFire did not act:"] + overdue + lastCallLines())
          .joined(separator: "\n"))
    }
    if check == .error, let found = try? findings(), !found.isEmpty {
      problems.append(
        (["the client made mistakes:"] + Self.lines(found) + lastCallLines())
          .joined(separator: "\n"))
    }
    return problems
  }

  /// What the findings of a cloud are for a test that passed otherwise.
  public enum FindingsCheck: Sendable {
    /// The test reads them with `findings` if it wants to.
    case off
    /// The test fails if there are findings.
    case error
  }

  /// The maximum number of rules, findings, and calls of a text.
  private static var shown: Int { 10 }

  private static func lines<Item>(_ items: [Item], _ text: (Item) -> String = { "\($0)" })
    -> [String]
  {
    let rest = items.count - shown
    return items.prefix(shown).map { "  \(text($0))" } + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  /// Returns a line for each of the first rules that did not act, with the reason.
  private func idleLines(_ isIdle: (ReportFaults.Entry) -> Bool) -> [String] {
    guard let rules = try? perform(ReportFaults()).rules else { return [] }
    let idle = rules.enumerated().filter { isIdle($0.element) }
    if idle.isEmpty { return [] }
    let conditions = conditions()
    return Self.lines(idle) { place, rule in
      if let reason = rule.lastReason {
        let explanation = rule.explanation.map { ", \($0)" } ?? ""
        return "\(rule.id): did not act; last reason: \(reason)\(explanation)"
      }
      let text = conditions.indices.contains(place) ? conditions[place] : ""
      return "\(rule.id): did not act; no call met its conditions\(text)"
    }
  }

  /// Returns the conditions of the rules, in the order of their report.
  private func conditions() -> [String] {
    let list = try? JSONSerialization.jsonObject(with: Data(call("mock/faults/list").json.utf8))
    let rules = (list as? [String: Any])?["rules"] as? [[String: Any]]
    return (rules ?? []).map { rule in
      guard let condition = rule["when"], JSONSerialization.isValidJSONObject(condition),
        let text = try? JSONSerialization.data(
          withJSONObject: condition, options: [.sortedKeys, .withoutEscapingSlashes])
      else { return "" }
      return ": " + String(decoding: text.prefix(300), as: UTF8.self)
    }
  }

  /// Returns a line for each of the last calls.
  private func lastCallLines() -> [String] {
    guard let calls = try? journal(last: Self.shown), !calls.isEmpty else {
      return ["no calls were made"]
    }
    return ["last calls:"]
      + calls.map { call in
        let caller = call.device.map { " by \($0.text)" } ?? ""
        let end = call.status == 0 ? "ok" : CKErrorCode(rawValue: call.status)?.name
        return "  \(call.number): \(call.operation)\(caller): \(end ?? "\(call.status)")"
      }
  }
}
