import CloudKit
import MockCloudKit
import Testing

/// Parts of a client that run beside each other have tokens of their own, which may be equal, and failed
/// readings of their own.
struct EqualTokenTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud()
    database = cloud.container().privateCloudDatabase
    try cloud.seedNotes(["a"], in: Self.zones)
  }

  private static let zones = ["Notes", "Work"].map { CKRecordZone.ID(zoneName: $0) }

  private func kinds() throws -> [String] { try cloud.findings().map(\.kind.rawValue) }

  private func read(_ place: Int) async throws {
    _ = try await database.recordZoneChanges(inZoneWith: Self.zones[place], since: nil)
  }

  private func failToRead(_ place: Int) async throws {
    try cloud.setError(.networkFailure, for: .fetchRecordZoneChanges, times: 1)
    await #expect(throws: CKError.self) { try await read(place) }
  }

  /// What the other task received does not show that this one has stored what it received.
  @Test(arguments: [false, true]) func aTokenOfAnotherTask(_ polls: Bool) async throws {
    let database = database
    let token = try await Task { try await database.databaseChanges(since: nil).changeToken }.value
    _ = try await database.databaseChanges(since: nil)
    if polls {
      _ = try await Task { try await database.databaseChanges(since: token) }.value
    }
    try await failToRead(0)
    _ = try await database.databaseChanges(since: nil)
    #expect(try kinds().isEmpty)
    _ = try await database.databaseChanges(since: nil)
    #expect(try kinds() == ["tokenThrownAway"])
  }

  /// The other task reads the zone of which this one discards all that it reads until it has it.
  @Test(arguments: [false, true]) func aZoneThatAnotherTaskReads(_ reads: Bool) async throws {
    try await failToRead(0)
    if reads { try await Task { try await read(0) }.value }
    try await read(1)
    try await read(0)
    try await read(1)
    #expect(try kinds().isEmpty)
    try await read(1)
    #expect(try kinds() == ["tokenThrownAway"])
  }

  /// The other task begins again, and this one has still to do so.
  @Test func aFailureAfterWhichAnotherTaskBeginsAgain() async throws {
    let database = database
    let (hasBegun, begun) = AsyncStream.makeStream(of: Void.self)
    let (hasFailed, failed) = AsyncStream.makeStream(of: Void.self)
    let other = Task {
      _ = try await database.databaseChanges(since: nil)
      begun.finish()
      for await _ in hasFailed {}
      _ = try await database.databaseChanges(since: nil)
    }
    for await _ in hasBegun {}
    try await failToRead(0)
    failed.finish()
    try await other.value
    try await read(1)
    try await read(0)
    try await read(1)
    #expect(try kinds().isEmpty)
  }
}
