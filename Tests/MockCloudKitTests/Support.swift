import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// What the blocks of operations were called with, in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [String] = []

  func add(_ line: String) { lock.withLock { stored.append(line) } }

  var lines: [String] { lock.withLock { stored } }
}

extension Result {
  /// `ok`, or the code of the error.
  var text: String {
    guard case .failure(let error) = self else { return "ok" }
    return (error as? CKError).map { "\($0.errorCode)" } ?? "\(error)"
  }
}

/// Returns the code of the error of CloudKit that is thrown; nil if there is none.
func code(_ body: () async throws -> Void) async -> CKError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? CKError)?.code
  }
}

extension Operation {
  /// Waits until the operation has finished.
  func end() async {
    let queue = OperationQueue()
    await withCheckedContinuation { continuation in
      let follower = BlockOperation { continuation.resume() }
      follower.addDependency(self)
      queue.addOperation(follower)
    }
  }
}

extension CKDatabase {
  /// The names of the records that the private database of the configured user stores.
  func storedNames(in cloud: MockCloud) throws -> [String] {
    try cloud.core.privateDatabase.storedRecords().map(\.recordName.text).sorted()
  }
}

extension MockCloud {
  /// Stores notes with these names in each of the zones.
  func seedNotes(_ names: [String], in zones: [CKRecordZone.ID]) throws {
    for zone in zones {
      try seed(
        names.map { CKRecord(recordType: "Note", recordID: .init(recordName: $0, zoneID: zone)) })
    }
  }

  /// Returns the badges of the pushes that the first device gets when another one changes a record.
  ///
  /// - Parameter body: Runs before the change.
  func pushedBadges(_ body: () async throws -> Void) async throws -> [NSNumber?] {
    try addDevice("pad")
    let database = container().privateCloudDatabase
    let saved = try await database.save(CKRecord(recordType: "Note"))
    let subscription = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(value: true), options: .firesOnRecordUpdate)
    subscription.notificationInfo = CKSubscription.NotificationInfo(
      alertBody: "Changed", shouldBadge: true)
    try await database.save(subscription)
    try await body()
    saved["text"] = "Milk"
    try await container(device: "pad").privateCloudDatabase.save(saved)
    return try takePushes(device: "device-1").map(\.notification?.badge)
  }
}

/// Tasks that inherit nothing.
enum Detached {
  static func run(_ body: @escaping @Sendable () async -> Void) async {
    await Task.detached { await body() }.value
  }
}

/// Runs a body as a test with a trait of its own, and returns the texts of the issues.
func issues(
  _ trait: MockCloudTrait = .mockCloud, _ body: @Sendable () async throws -> Void
) async throws -> [String] {
  let test = try #require(Test.current)
  let log = Log()
  try await withKnownIssue(isIntermittent: true) {
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  } matching: { issue in
    log.add(issue.comments.map(\.rawValue).joined())
    return true
  }
  return log.lines
}
