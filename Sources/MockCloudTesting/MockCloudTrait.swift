public import MockCloudCore
public import MockCloudKit
public import Testing

/// Gives each test a cloud of its own, so that tests may run in parallel.
///
/// ```swift
/// @Test(.mockCloud) func saves() async throws {
///   let database = CKContainer.default().privateCloudDatabase
///   …
/// }
/// ```
///
/// In the test, `MockCloud.current` is its cloud. On a suite, the trait applies to each of its tests.
public struct MockCloudTrait: TestTrait, SuiteTrait, TestScoping {
  /// Creates the cloud of a test.
  let makeCloud: @Sendable () throws -> MockCloud

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await MockCloud.with(try makeCloud()) { try await function() }
  }
}

extension Trait where Self == MockCloudTrait {
  /// A new cloud for each test.
  public static var mockCloud: Self { mockCloud() }

  /// A new cloud for each test, as a configuration describes it.
  public static func mockCloud(
    _ configuration: MockCloud.Configuration = MockCloud.Configuration()
  ) -> Self {
    MockCloudTrait { try MockCloud(configuration) }
  }
}
