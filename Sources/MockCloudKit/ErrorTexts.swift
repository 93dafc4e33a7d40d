public import Foundation
public import MockCloudCore

// The core does without Foundation, whose text for the errors of others is "The operation could not be
// completed".

extension Misuse: LocalizedError {
  public var errorDescription: String? { description }
}

extension CloudError: LocalizedError {
  public var errorDescription: String? { reason }
}

extension ExplorationCase: CustomStringConvertible {
  /// The call with its fault, for example `call 2 (records/modify): zoneBusy`.
  public var description: String {
    let second = second.map { ", then \($0.operation): \($0.effect.name)" } ?? ""
    return "call \(call) (\(operation)): \(effect.name)\(second)"
  }
}

extension ReportExploration.Entry: CustomStringConvertible {
  /// The case, and how its run ended.
  public var description: String {
    if hasFailed { return "\(tried): \(message ?? "failed")" }
    return "\(tried): \(verdict)" + (divergence.map { ": \($0)" } ?? "")
  }
}

extension ReportFaults.Entry: CustomStringConvertible {
  /// The rule with its counts.
  public var description: String {
    let reason = lastReason.map { ", last reason: \($0)" } ?? ""
    return "\(id): acted \(injections) times in \(evaluations) evaluations\(reason)"
  }
}
