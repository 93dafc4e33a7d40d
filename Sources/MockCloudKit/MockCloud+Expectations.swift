internal import Foundation
internal import MockCloudCore

// What a test expects of the cloud at its end.
extension MockCloud {
  /// Throws unless each fault rule and each error that was set has acted on a call, so that a test
  /// with faults does not pass without them. Throws also if there was no rule. Rules that have acted in
  /// this cloud may have been removed since; of those that were removed before they acted, only rules
  /// with `mustFire` fail, and errors that another `setError` or `setRecordErrors` replaced. Rules with
  /// a probability below 1 or `mustFire: false` need not act, nor those of profiles. Of the errors that
  /// one `setError` sets for several operations, one has to act.
  public func expectRulesFired(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let rules = try perform(ReportFaults()).rules
    let found = ledger.found(rules)
    let unmet = found.unmetRules.map(\.text)
    let idle =
      core.idleLines(rules) { !$0.mayRest && !found.haveActed(with: $0.record) } + Self.lines(unmet)
    let isEmpty = rules.isEmpty && unmet.isEmpty
    if idle.isEmpty, !isEmpty || found.hasRemovedActing { return }
    let heading =
      "expected every fault rule to act, "
      + (isEmpty ? "got no rules" : "got rules that did not:")
    throw UnmetExpectation([heading] + idle + core.lastCallLines(), fileID, line)
  }

  /// Throws if `findings` has mistakes of clients: waits that were ignored, retries that came too
  /// early, and the others of `ClientFinding.Kind`.
  public func expectNoFindings(
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let found = try findings()
    if found.isEmpty { return }
    throw UnmetExpectation(
      ["expected no findings, got \(found.count):"] + Self.lines(found) + core.lastCallLines(),
      fileID, line)
  }

  /// What the findings of a cloud are for a test that passed otherwise.
  public enum FindingsCheck: Sendable {
    /// The test reads them with `findings` if it wants to.
    case off
    /// The test fails if there are findings.
    case error
  }

  /// The maximum number of rules, findings, and calls of a text.
  fileprivate static var shown: Int { 10 }

  static func lines<Item>(_ items: [Item], _ text: (Item) -> String = { "\($0)" })
    -> [String]
  {
    let rest = items.count - shown
    return items.prefix(shown).map { "  \(text($0))" } + (rest > 0 ? ["  and \(rest) more"] : [])
  }
}

extension Cloud {
  /// Returns a line for each of the first rules that did not act, with the reason.
  fileprivate func idleLines(
    _ rules: [ReportFaults.Entry], _ isIdle: (ReportFaults.Entry) -> Bool
  ) -> [String] {
    let texts = idleTexts(rules, isIdle)
    return MockCloud.lines(rules.compactMap { texts[$0.id] })
  }

  /// Returns a text for each rule that did not act, with the reason.
  func idleTexts(
    _ rules: [ReportFaults.Entry], _ isIdle: (ReportFaults.Entry) -> Bool
  ) -> [String: String] {
    let idle = rules.filter(isIdle)
    if idle.isEmpty { return [:] }
    let conditions = conditions(ofOnly: idle.count == 1 ? idle[0].id : nil)
    var texts: [String: String] = [:]
    for rule in idle {
      if let reason = rule.lastReason {
        let explanation = rule.explanation.map { ", \($0)" } ?? ""
        texts[rule.id] = "\(rule.id): did not act; last reason: \(reason)\(explanation)"
      } else {
        let condition = conditions[rule.id].map { ": \($0)" } ?? ""
        texts[rule.id] = "\(rule.id): did not act; no call met its conditions\(condition)"
      }
    }
    return texts
  }

  /// Returns the conditions of rules by the names of the rules.
  private func conditions(ofOnly id: String?) -> [String: String] {
    let ids = id.flatMap { try? JSONSerialization.data(withJSONObject: ["ids": [$0]]) }
    let request = ids.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    let response = Data(call("mock/faults/list", request).json.utf8)
    let list = try? JSONSerialization.jsonObject(with: response)
    let rules = (list as? [String: Any])?["rules"] as? [[String: Any]]
    var conditions: [String: String] = [:]
    for rule in rules ?? [] {
      guard let id = rule["id"] as? String, let condition = rule["when"],
        JSONSerialization.isValidJSONObject(condition),
        let text = try? JSONSerialization.data(
          withJSONObject: condition, options: [.sortedKeys, .withoutEscapingSlashes])
      else { continue }
      conditions[id] = String(decoding: text.prefix(300), as: UTF8.self)
    }
    return conditions
  }

  /// Whether the journal has calls.
  var hasCalls: Bool {
    var last = GetJournal()
    last.last = 1
    return (try? perform(last).entries.isEmpty) == false
  }

  /// Returns a line for each of the last calls, of those after a call number.
  func lastCallLines(since number: UInt64? = nil) -> [String] {
    var last = GetJournal(since: number)
    last.last = MockCloud.shown
    guard let calls = try? perform(last).entries, !calls.isEmpty else {
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
