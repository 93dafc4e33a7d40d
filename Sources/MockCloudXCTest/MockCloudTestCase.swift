public import MockCloudKit
public import XCTest

/// A test case in which each test has a cloud of its own: containers that it makes belong to it.
///
/// A test that passes otherwise fails if one of the fault rules of its cloud, or of a cloud that it made
/// by `MockCloud()` or `fork()`, has `mustFire` and did not act, also if the rule was removed since.
open class MockCloudTestCase: XCTestCase {
  private lazy var made = Result { try makeCloud() }

  /// The cloud of the test. Throws what `makeCloud` throws.
  public var cloud: MockCloud { get throws { try made.get() } }

  /// Creates the cloud of a test.
  open func makeCloud() throws -> MockCloud { try MockCloud() }

  /// With `error`, a test fails if its client made mistakes that `MockCloud.findings` lists.
  open var findingsCheck: MockCloud.FindingsCheck { .off }

  open override func invokeTest() {
    ChoiceWarning.watchContainers()
    switch made {
    // Asynchronous tests run in a task that inherits it.
    case .success(let cloud):
      let clouds = TestClouds(of: cloud, findings: findingsCheck)
      ChoiceWarning.$testName.withValue(name) {
        TestClouds.$current.withValue(clouds) { MockCloud.with(cloud) { super.invokeTest() } }
      }
      guard testRun.map({ $0.totalFailureCount == 0 && !$0.hasBeenSkipped }) ?? true else { return }
      for problem in clouds.problems {
        fail(problem)
      }
    case .failure(let error):
      fail("the test has no cloud: \(error)")
    }
  }

  private func fail(_ text: String) {
    recordFailure(withDescription: text, inFile: #file, atLine: #line, expected: false)
  }
}
