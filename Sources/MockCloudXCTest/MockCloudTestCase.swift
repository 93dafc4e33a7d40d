public import MockCloudKit
public import XCTest

/// A test case in which each test has a cloud of its own: containers that it makes belong to it.
open class MockCloudTestCase: XCTestCase {
  private lazy var made = Result { try makeCloud() }

  /// The cloud of the test. Throws what `makeCloud` throws.
  public var cloud: MockCloud { get throws { try made.get() } }

  /// Creates the cloud of a test.
  open func makeCloud() throws -> MockCloud { try MockCloud() }

  open override func invokeTest() {
    switch made {
    // Asynchronous tests run in a task that inherits it.
    case .success(let cloud): MockCloud.with(cloud) { super.invokeTest() }
    case .failure(let error):
      recordFailure(
        withDescription: "the test has no cloud: \(error)", inFile: #file, atLine: #line,
        expected: false)
    }
  }
}
