internal import Foundation

/// A cloud that is not the one that a test means.
package enum ChoiceWarning: Sendable {
  /// The harness is used where no cloud is chosen.
  case absent
  /// A cloud is made that of the process where another one is chosen.
  case hiddenUse

  private var text: String {
    switch self {
    case .absent:
      "MockCloud.current: no cloud is chosen here, and that of the process is shared with other tests: "
        + "choose one with @Test(.mockCloud), MockCloudTestCase, MockCloud.with or MockCloud.use, and "
        + "make no detached tasks"
    case .hiddenUse:
      "MockCloud.use: another cloud is chosen here, by @Test(.mockCloud), MockCloudTestCase or "
        + "MockCloud.with, and containers that are made here belong to that one: use MockCloud.with"
    }
  }

  private static let reporter = Reporter()

  /// Sets what reports the text in a test. It returns whether a test is running.
  package static func setReporter(_ report: @escaping @Sendable (String) -> Bool) {
    reporter.set(report)
  }

  func report() {
    guard let other = Self.reporter.report(self, text) else { return }
    FileHandle.standardError.write(Data((other + "\n").utf8))
  }

  private final class Reporter: @unchecked Sendable {
    private let lock = NSLock()
    private var inTest: (@Sendable (String) -> Bool)?
    private var written: Set<ChoiceWarning> = []

    func set(_ report: @escaping @Sendable (String) -> Bool) { lock.withLock { inTest = report } }

    /// Returns the text if it is to be written, once.
    func report(_ warning: ChoiceWarning, _ text: String) -> String? {
      if let inTest = lock.withLock({ inTest }), inTest(text) { return nil }
      return lock.withLock { written.insert(warning).inserted ? text : nil }
    }
  }
}
