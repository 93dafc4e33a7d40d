public import Foundation

/// What a test expected of a cloud, and what it got instead: the error of `expectRulesFired` and
/// `expectNoFindings`.
public struct UnmetExpectation: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The expectation, what the cloud reports instead, its last calls, and the place in the test.
  public let description: String

  public var errorDescription: String? { description }

  init(_ lines: [String], _ fileID: StaticString, _ line: UInt) {
    description = (lines + ["at \(fileID):\(line)"]).joined(separator: "\n")
  }
}
