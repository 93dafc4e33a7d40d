internal import Foundation

/// Reports that the harness is used where no cloud is chosen.
package enum AbsentChoice {
  private static let text =
    "MockCloud.current: no cloud is chosen here, and that of the process is shared with other tests: "
    + "choose one with @Test(.mockCloud), MockCloudTestCase, MockCloud.with or MockCloud.use, and make "
    + "no detached tasks"

  private static let reporter = Reporter()

  /// Sets what reports the text in a test. It returns whether a test is running.
  package static func setReporter(_ report: @escaping @Sendable (String) -> Bool) {
    reporter.set(report)
  }

  static func report() {
    guard let other = reporter.report(text) else { return }
    FileHandle.standardError.write(Data((other + "\n").utf8))
  }

  private final class Reporter: @unchecked Sendable {
    private let lock = NSLock()
    private var inTest: (@Sendable (String) -> Bool)?
    private var hasWritten = false

    func set(_ report: @escaping @Sendable (String) -> Bool) { lock.withLock { inTest = report } }

    /// Returns the text if it is to be written.
    func report(_ text: String) -> String? {
      if let inTest = lock.withLock({ inTest }), inTest(text) { return nil }
      return lock.withLock {
        defer { hasWritten = true }
        return hasWritten ? nil : text
      }
    }
  }
}
