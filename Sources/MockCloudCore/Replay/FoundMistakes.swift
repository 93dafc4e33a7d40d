/// The findings about calls.
struct FoundMistakes: Sendable {
  /// Those about calls that have ended, in their order.
  private(set) var numbered: [ClientFinding] = []
  /// Those about calls that have not ended, under their provisional numbers.
  private var unnumbered = RareMap<UInt64, [ClientFinding]>()
  private var unnumberedCount = 0

  mutating func add(_ finding: ClientFinding) {
    guard numbered.count + unnumberedCount < ClientWatch.limit else { return }
    if CallContext.isProvisional(finding.call) {
      unnumbered.modify(finding.call, default: []) { $0.append(finding) }
      unnumberedCount += 1
    } else {
      numbered.append(finding)
    }
  }

  /// Gives the findings about a call its number.
  mutating func number(_ provisional: UInt64, _ number: UInt64) {
    guard unnumberedCount > 0, let findings = unnumbered.removeValue(forKey: provisional) else {
      return
    }
    unnumberedCount -= findings.count
    for finding in findings {
      numbered.append(ClientFinding(kind: finding.kind, call: number, message: finding.message))
    }
  }

  /// Removes those about calls that have not ended.
  mutating func forgetUnnumbered() {
    unnumbered.removeAll()
    unnumberedCount = 0
  }
}
