internal import CloudKit
internal import Foundation

/// A cloud that is not the one that a test means.
package enum ChoiceWarning: Sendable {
  /// `MockCloud.current` is used where no cloud is chosen.
  case absent
  /// A container is made where no cloud is chosen.
  case absentForContainer
  /// A cloud is made that of the process where another one is chosen.
  case hiddenUse
  /// A call is made in a container of the process's cloud, or of another test, where a cloud is chosen.
  case foreignContainer

  private var text: String {
    switch self {
    case .absent: Self.absence(of: "MockCloud.current")
    case .absentForContainer: Self.absence(of: "CKContainer")
    case .hiddenUse:
      "MockCloud.use: another cloud is chosen here, by @Test(.mockCloud), MockCloudTestCase or "
        + "MockCloud.with, and containers that are made here belong to that one: use MockCloud.with"
    case .foreignContainer:
      "CKContainer: a call is made in a container of another cloud than the chosen one, whose errors "
        + "and records it does not have: the container was made before a cloud was chosen, as in a "
        + "property of a test case, or in another test, as by a static let; make it in the test or in "
        + "setUp, and give it to the app's objects"
    }
  }

  /// - Parameter name: What uses the cloud of the process.
  private static func absence(of name: String) -> String {
    "\(name): no cloud is chosen here, and that of the process is shared with other tests: choose one "
      + "with @Test(.mockCloud), MockCloudTestCase, MockCloud.with or MockCloud.use, and make no "
      + "detached tasks"
  }

  private var isOncePerTest: Bool { self == .absentForContainer || self == .foreignContainer }

  /// The name of the running test of XCTest, whose warnings are written.
  @TaskLocal package static var testName: String?

  private static let reporter = Reporter()

  /// Lets containers be reported too, which are made where no cloud is chosen: a process whose tests
  /// choose clouds may have one that forgot to.
  package static func watchContainers() { _ = watchesContainers }

  private static let watchesContainers: Void = CloudChoice.reporters.setAbsent {
    ChoiceWarning.absentForContainer.report()
  }

  /// Lets calls be reported that are made in a container of another cloud than the chosen one.
  static func watchCalls() { _ = watchesCalls }

  private static let watchesCalls: Void = CloudChoice.reporters.setForeign {
    ChoiceWarning.foreignContainer.report()
  }

  /// Sets what reports the text in a test. It returns whether a test is running.
  ///
  /// - Parameter report: Gets a text, and whether each test has it at most once.
  package static func setReporter(
    _ report: @escaping @Sendable (_ text: String, _ oncePerTest: Bool) -> Bool
  ) {
    reporter.set(report)
  }

  func report() {
    guard let text = Self.reporter.report(self) else { return }
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  private final class Reporter: @unchecked Sendable {
    private let lock = NSLock()
    private var inTest: (@Sendable (String, Bool) -> Bool)?
    /// The warnings that were written, by the names of tests.
    private var written: [String: Set<ChoiceWarning>] = [:]

    func set(_ report: @escaping @Sendable (String, Bool) -> Bool) {
      lock.withLock { inTest = report }
    }

    /// Reports a warning in a test. In one of XCTest, and outside of tests, it returns the text if it is
    /// to be written, once.
    func report(_ warning: ChoiceWarning) -> String? {
      let text = warning.text
      if let inTest = lock.withLock({ inTest }), inTest(text, warning.isOncePerTest) { return nil }
      let name = ChoiceWarning.testName
      let isNew = lock.withLock { written[name ?? "", default: []].insert(warning).inserted }
      return isNew ? (name.map { "\($0): " } ?? "") + text : nil
    }
  }
}
