public import Foundation
public import MockCloudCore

/// The error of an exploration: cases in which the scenario failed, or whose fault did not act.
public struct ExplorationFailure: Error, CustomStringConvertible, LocalizedError {
  /// All cases that were tried, in their order; empty if the run without faults failed.
  public let cases: [MockCloud.ExploredCase]
  /// The error of the first run that failed; nil if none failed.
  public let underlyingError: (any Error)?
  public let description: String

  public var errorDescription: String? { description }

  /// The maximum number of cases of each kind in the text.
  private static var shown: Int { 10 }

  /// The run without faults failed.
  init(withoutFaults error: any Error) {
    cases = []
    underlyingError = error
    description = "the scenario failed in its first run, which has no fault: \(error)"
  }

  init(withoutCases reason: String) {
    cases = []
    underlyingError = nil
    description = reason
  }

  /// Nil if no case failed, all faults acted, and each of the options added a case, except for what is
  /// allowed.
  init?(
    _ report: ReportExploration.Answer, _ allowed: Set<MockCloud.InactiveCase>,
    _ runs: FailedRuns
  ) {
    let cases = report.entries
    // The option is called `conflict`.
    let unused =
      allowed.contains(.noCase)
      ? [] : report.keysWithoutCases.map { $0 == "conflicts" ? "conflict" : $0 }
    let failed = cases.filter(\.hasFailed)
    let inactive = cases.filter { tried in
      let reason = MockCloud.InactiveCase(rawValue: tried.verdict)
      return !tried.hasFailed && reason.map { !allowed.contains($0) } ?? false
    }
    if failed.isEmpty, inactive.isEmpty, unused.isEmpty { return nil }
    self.cases = cases
    underlyingError = runs.first
    var lines: [String] = []
    if !failed.isEmpty {
      lines.append("the scenario failed in \(failed.count) of \(cases.count) cases:")
      lines += runs.lines(failed)
    }
    if !inactive.isEmpty {
      lines.append("the faults of \(inactive.count) of \(cases.count) cases did not act:")
      lines += Self.lines(inactive)
      lines += [
        "  until its fault, a run must make the calls of the first one: make clients in the",
        "  scenario, or list in `allowing` of the options what may occur",
      ]
    }
    if !unused.isEmpty {
      lines.append(
        "no call of the scenario had a case for these options, leave them out: "
          + unused.joined(separator: ", "))
    }
    description = lines.joined(separator: "\n")
  }

  private static func lines(_ cases: [MockCloud.ExploredCase]) -> [String] {
    let rest = cases.count - shown
    return cases.prefix(shown).map { "  \($0)" } + (rest > 0 ? ["  and \(rest) more"] : [])
  }
}
