import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Without a chosen cloud, in a process with tests that choose one, or with a cloud that another one hides.
@Suite(.serialized)
struct AbsentCloudTests {
  /// Returns the names in the warnings of no chosen cloud.
  private func warnings(_ body: () throws -> Void) throws -> [String] {
    let log = Log()
    try withKnownIssue(isIntermittent: true) {
      try body()
    } matching: {
      log.adds($0, "no cloud is chosen here")
    }
    return log.lines
  }

  @Test func theCloudOfTheProcessIsReported() throws {
    #expect(try warnings { _ = try MockCloud.current } == ["MockCloud.current"])
  }

  @Test func aContainerIsReportedOnce() throws {
    let cloud = try MockCloud()
    #expect(try warnings { _ = MockCloud.with(cloud) { CKContainer.default() } }.isEmpty)
    #expect(try warnings { _ = cloud.container() }.isEmpty)
    #expect(try warnings { _ = CKContainer.default() } == ["CKContainer"])
    #expect(try warnings { _ = CKContainer(identifier: "iCloud.a") }.isEmpty)
  }

  @Test(.mockCloud) func aCloudOfTheProcessThatIsHiddenIsReported() throws {
    try withKnownIssue {
      MockCloud.use(try MockCloud.current)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("another cloud is chosen here") }
    }
    MockCloud.use(nil)
  }
}

/// Calls in containers of another cloud than the one that is chosen.
@Suite(.serialized)
struct ForeignContainerTests {
  /// Returns the names in the warnings of another cloud.
  private func warnings(_ body: () async throws -> Void) async throws -> [String] {
    let log = Log()
    try await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: {
      log.adds($0, "of another cloud than the chosen one")
    }
    return log.lines
  }

  /// A container that was made where nothing chooses a cloud, as the property of a test case is.
  private func property() throws -> CKContainer {
    var container: CKContainer?
    withKnownIssue(isIntermittent: true) { container = CKContainer.default() }
    return try #require(container)
  }

  private static func save(in container: CKContainer) async throws {
    try await container.privateCloudDatabase.save(CKRecord(recordType: "Note"))
  }

  @Test func aCallIsReportedOnce() async throws {
    let (container, cloud) = (try property(), try MockCloud())
    #expect(try await warnings { try await Self.save(in: container) } == [])
    let found = try await warnings {
      try await MockCloud.with(cloud) {
        try await Self.save(in: container)
        try await Self.save(in: container)
      }
    }
    #expect(found == ["CKContainer"])
    #expect(try cloud.journal().isEmpty)
  }

  @Test func aCallWithAHandlerIsReported() async throws {
    let (container, cloud) = (try property(), try MockCloud())
    let found = try await warnings {
      _ = await withCheckedContinuation { continuation in
        MockCloud.with(cloud) {
          container.fetchUserRecordID { recordID, _ in continuation.resume(returning: recordID) }
        }
      }
    }
    #expect(found == ["CKContainer"])
  }

  @Test func anOperationIsReportedWhenItIsAdded() async throws {
    let (container, cloud) = (try property(), try MockCloud())
    let operation = CKFetchRecordsOperation(recordIDs: [])
    let other = BlockOperation()
    operation.addDependency(other)
    let found = try await warnings {
      MockCloud.with(cloud) { container.privateCloudDatabase.add(operation) }
    }
    #expect(found == ["CKContainer"])
    other.start()
    await operation.end()
  }

  /// As by a `static let shared`, which the first test that uses it makes.
  @Test func aContainerOfAnotherTestIsReported() async throws {
    let shared = Shared()
    let first = try await issues { try await Self.save(in: shared.container) }
    #expect(first == [])
    let second = try await issues { try await Self.save(in: shared.container) }
    #expect(second.count == 1)
    #expect(second.first?.contains("of another cloud than the chosen one") == true)
    #expect(second.first?.contains("setUp") == true)
  }

  @Test(.mockCloud) func aCloudThatTheTestHasMadeIsNotReported() async throws {
    let cloud = try MockCloud()
    let container = MockCloud.with(cloud) { CKContainer.default() }
    let current = CKContainer.default()
    let found = try await warnings {
      for each in [container, cloud.container(), current] { try await Self.save(in: each) }
      try await MockCloud.with(cloud) { try await Self.save(in: current) }
      try await cloud.explore(.init(errors: [])) { _ in
        try? await Self.save(in: current)
        try? await Self.save(in: container)
      }
    }
    #expect(found == [])
  }

  private final class Shared: @unchecked Sendable {
    private(set) lazy var container = CKContainer.default()
  }
}

extension Log {
  /// Adds the first word of an issue with a text. Returns whether it has the text.
  fileprivate func adds(_ issue: Issue, _ text: String) -> Bool {
    guard let comment = issue.comments.first?.rawValue, comment.contains(text) else { return false }
    add(String(comment.prefix { $0 != ":" }))
    return true
  }
}
