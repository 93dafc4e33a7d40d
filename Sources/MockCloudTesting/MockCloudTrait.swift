public import MockCloudCore
public import MockCloudKit
internal import Synchronization
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
///
/// A test without issues of its own fails if one of the fault rules of its cloud, or of a cloud that it
/// made by `MockCloud()` or `fork()`, has `mustFire` and did not act, also if the rule was removed since.
/// With `findings: .error` it fails too if its client made mistakes that `MockCloud.findings` lists, also
/// those in the runs of `explore`, and in calls before `reset`, `restore` or `load`. Of a suite and its
/// test, the stricter `findings` count. Known issues are issues, too: they may be why a rule could not act.
public struct MockCloudTrait: TestTrait, SuiteTrait, TestScoping {
  /// Creates the cloud of a test.
  let makeCloud: @Sendable () throws -> MockCloud
  let findings: MockCloud.FindingsCheck

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let cloud = try makeCloud()
    let isStrict = findings == .error || TestClouds.current?.findings == .error
    TestClouds.current?.hide()
    let clouds = TestClouds(of: cloud, findings: isStrict ? .error : .off)
    let failures = Failures()
    try await failures.watch(test, testCase) {
      try await TestClouds.$current.withValue(clouds) {
        try await MockCloud.with(cloud) { try await function() }
      }
    }
    if failures.exist { return }
    for problem in clouds.problems {
      Issue.record(Comment(rawValue: problem), sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == MockCloudTrait {
  /// A new cloud for each test.
  public static var mockCloud: Self { mockCloud() }

  /// A new cloud for each test, as a configuration describes it.
  ///
  /// - Parameter findings: Whether mistakes of the client fail the test.
  public static func mockCloud(
    _ configuration: MockCloud.Configuration = MockCloud.Configuration(),
    findings: MockCloud.FindingsCheck = .off
  ) -> Self {
    ChoiceWarning.warnInTests()
    return MockCloudTrait(makeCloud: { try MockCloud(configuration) }, findings: findings)
  }
}

/// Whether issues were recorded in a test, where the toolchain tells.
private final class Failures: Sendable {
  private let found = Atomic(false)

  var exist: Bool { found.load(ordering: .sequentiallyConsistent) }

  func watch(
    _ test: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.3)
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        // A known issue, too, may be why a rule could not act.
        if issue.severity == .error {
          self.found.store(true, ordering: .sequentiallyConsistent)
        }
        return issue
      }
      try await trait.provideScope(for: test, testCase: testCase, performing: body)
    #else
      try await body()
    #endif
  }
}

extension ChoiceWarning {
  /// Lets a running test have a warning for the use of the cloud of the process.
  fileprivate static func warnInTests() {
    watchContainers()
    #if compiler(>=6.3)
      setReporter { text, oncePerTest in
        guard let test = Test.current else { return false }
        if oncePerTest, !warned.insert(test.id, text) { return true }
        Issue.record(Comment(rawValue: text), severity: .warning)
        return true
      }
    #endif
  }

  private static let warned = WarnedTests()
}

/// The tests that had a warning which each test has once.
private final class WarnedTests: Sendable {
  private let texts = Mutex<[Test.ID: Set<String>]>([:])

  /// Returns whether the test did not have the text before.
  func insert(_ id: Test.ID, _ text: String) -> Bool {
    texts.withLock { $0[id, default: []].insert(text).inserted }
  }
}
