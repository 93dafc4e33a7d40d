import CloudKit
import MockCloudKit
import Testing

/// Operations that fail before their call reaches the cloud, after which a client discards what it read
/// of other zones.
struct UnsentReadingTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud()
    database = cloud.container().privateCloudDatabase
    try cloud.seedNotes((0..<4).map { "\($0)" }, in: Self.zones)
  }

  private static let zones = ["Notes", "Work"].map { CKRecordZone.ID(zoneName: $0) }

  /// Reads zones from the beginning, one after the other, and calls `end` in the last block.
  ///
  /// - Parameter change: Changes an operation before it is added.
  private static func read(
    _ zones: ArraySlice<CKRecordZone.ID>, in database: CKDatabase,
    _ change: @escaping @Sendable (CKFetchRecordZoneChangesOperation) -> Void = { _ in },
    end: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    guard let zone = zones.first else { return end(.success(())) }
    let reading = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: .init(resultsLimit: 1)])
    reading.fetchRecordZoneChangesResultBlock = { result in
      guard case .success = result else { return end(result) }
      read(zones.dropFirst(), in: database, change, end: end)
    }
    change(reading)
    database.add(reading)
  }

  private func kinds() throws -> [String] { try cloud.findings().map(\.kind.rawValue) }

  /// Reads all zones, and again from the beginning in the last block of a reading that failed.
  ///
  /// - Parameter change: Changes the first operation for the second zone.
  /// - Returns: Whether a reading failed.
  private func readTwice(
    _ change: @escaping @Sendable (CKFetchRecordZoneChangesOperation) -> Void
  ) async -> Bool {
    let database = database
    return await withCheckedContinuation { done in
      Self.read(Self.zones[...], in: database) { reading in
        if reading.recordZoneIDs == [Self.zones[1]] { change(reading) }
      } end: { first in
        Self.read(Self.zones[...], in: database) { second in
          if case .failure = second { Issue.record("the second reading failed") }
          if case .failure = first {
            done.resume(returning: true)
          } else {
            done.resume(returning: false)
          }
        }
      }
    }
  }

  @Test(arguments: [true, false]) func aReadingThatIsNotSent(_ isCancelled: Bool) async throws {
    let hasFailed = await readTwice { if isCancelled { $0.cancel() } }
    #expect(hasFailed == isCancelled)
    // Who has read all of it begins again without a reason.
    #expect(try kinds() == (isCancelled ? [] : ["tokenThrownAway", "tokenThrownAway"]))
  }

  /// The client cannot find the zones to read.
  @Test(arguments: [true, false]) func aListOfZonesThatIsNotSent(_ isCancelled: Bool) async throws {
    let database = database
    let zones = Self.zones.prefix(1)
    await withCheckedContinuation { done in
      Self.read(zones, in: database) { _ in
        let list = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        list.fetchRecordZonesResultBlock = { _ in
          Self.read(zones, in: database) { _ in done.resume() }
        }
        if isCancelled { list.cancel() }
        database.add(list)
      }
    }
    #expect(try kinds() == (isCancelled ? [] : ["tokenThrownAway"]))
  }

  /// A client may give up a feed.
  @Test func aNextPageThatIsCancelled() async throws {
    let (database, zone) = (database, Self.zones[0])
    let token = try await database.recordZoneChanges(
      inZoneWith: zone, since: nil, resultsLimit: 1
    ).changeToken
    #expect(try kinds() == ["moreComingIgnored"])
    let next = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zone],
      configurationsByRecordZoneID: [zone: .init(previousServerChangeToken: token)])
    next.cancel()
    database.add(next)
    await next.end()
    #expect(try kinds().isEmpty)
  }

  /// In a page or between two of them.
  @Test func aReadingThatAnotherThreadCancels() async throws {
    var count = 0
    for round in 0..<60 {
      let test = try Self()
      let hasFailed = await test.readTwice { reading in
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: Double(round) * 0.000_02)
          reading.cancel()
        }
      }
      guard hasFailed else { continue }
      count += 1
      #expect(try test.kinds().isEmpty, "round \(round)")
    }
    #expect(count > 0)
  }
}
