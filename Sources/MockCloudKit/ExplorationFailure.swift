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

  /// Nil if no case failed, all faults acted, except for those that the options allow, and each of the
  /// options added a case.
  init?(
    _ cases: [MockCloud.ExploredCase], _ options: MockCloud.ExplorationOptions,
    _ first: (any Error)?
  ) {
    let allowed = options.allowing
    let unused = options.namesWithoutCases(in: cases)
    let failed = cases.filter(\.hasFailed)
    let inactive = cases.filter { tried in
      MockCloud.InactiveCase(rawValue: tried.verdict).map { !allowed.contains($0) } ?? false
    }
    if failed.isEmpty, inactive.isEmpty, unused.isEmpty { return nil }
    self.cases = cases
    underlyingError = first
    var lines: [String] = []
    if !failed.isEmpty {
      lines.append("the scenario failed in \(failed.count) of \(cases.count) cases:")
      lines += Self.lines(failed)
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

extension MockCloud.ExplorationOptions {
  /// Returns the names of the options that added no case.
  fileprivate func namesWithoutCases(in cases: [MockCloud.ExploredCase]) -> [String] {
    func none(_ isAdded: (MockCloud.ExplorationCase.Effect) -> Bool) -> Bool {
      !cases.contains { isAdded($0.tried.effect) }
    }
    var names: [String] = []
    if conflict != nil, none({ if case .conflict = $0 { true } else { false } }) {
      names.append("conflict")
    }
    if items,
      none({
        switch $0 {
        case .itemError, .prefix: true
        default: false
        }
      })
    {
      names.append("items")
    }
    if lasting, none({ if case .lasting = $0 { true } else { false } }) { names.append("lasting") }
    if pairs, !cases.contains(where: { $0.tried.second != nil }) { names.append("pairs") }
    return names
  }
}
