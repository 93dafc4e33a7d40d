internal import CloudKit
internal import Foundation

/// Reports that the cloud of the process is used where no cloud is chosen.
package enum AbsentChoice {
  private static let reporter = Reporter()

  /// Lets containers be reported too, which are made where no cloud is chosen: a process whose tests
  /// choose clouds may have one that forgot to.
  package static func watchContainers() { _ = watchesContainers }

  private static let watchesContainers: Void = CloudChoice.reportAbsence {
    report(of: "CKContainer", oncePerTest: true)
  }

  /// Sets what reports the text in a test. It returns whether a test is running.
  ///
  /// - Parameter report: Gets a text, and whether each test has it at most once.
  package static func setReporter(
    _ report: @escaping @Sendable (_ text: String, _ oncePerTest: Bool) -> Bool
  ) {
    reporter.set(report)
  }

  /// - Parameter name: What uses the cloud of the process.
  static func report(of name: String, oncePerTest: Bool = false) {
    let text =
      "\(name): no cloud is chosen here, and that of the process is shared with other tests: choose "
      + "one with @Test(.mockCloud), MockCloudTestCase, MockCloud.with or MockCloud.use, and make no "
      + "detached tasks"
    guard reporter.mustWrite(text, oncePerTest) else { return }
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  private final class Reporter: @unchecked Sendable {
    private let lock = NSLock()
    private var inTest: (@Sendable (String, Bool) -> Bool)?
    private var hasWritten = false

    func set(_ report: @escaping @Sendable (String, Bool) -> Bool) {
      lock.withLock { inTest = report }
    }

    /// Reports the text in a test. Outside of one, it returns whether the text is to be written.
    func mustWrite(_ text: String, _ oncePerTest: Bool) -> Bool {
      if let inTest = lock.withLock({ inTest }), inTest(text, oncePerTest) { return false }
      return lock.withLock {
        defer { hasWritten = true }
        return !hasWritten
      }
    }
  }
}
