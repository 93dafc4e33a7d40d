import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// Clouds that a test makes and no longer has at its end.
@Suite(.mockCloud)
struct ReleasedCloudTests {
  private static let late = MockCloud.FaultRule(
    id: "late", when: .calls(.query), then: [.error(.zoneBusy)], mustFire: true)

  /// A handler has the cloud until it returns, and the test may end before.
  @Test func aCloudThatIsReleasedWhileTheTestEnds() async throws {
    for _ in 0..<100 {
      let found = try await issues {
        let database = CKContainer.default().privateCloudDatabase
        await withCheckedContinuation { next in
          database.save(CKRecord(recordType: "Note")) { _, _ in
            let cloud = try? MockCloud()
            _ = try? cloud?.addFaults(Self.late)
            next.resume()
            withExtendedLifetime(cloud) {}
          }
        }
      }
      #expect(found.count == 1 && found.first?.contains("late: did not act") == true)
    }
  }

  @Test func aTestKeepsNoCloudThatWasReleased() async throws {
    let found = try await issues {
      weak var released: Cloud?
      do {
        let cloud = try MockCloud().fork()
        try cloud.addFaults(Self.late)
        released = cloud.core
      }
      #expect(released == nil)
    }
    #expect(found.count == 1 && found.first?.contains("late: did not act") == true)
  }

  /// The cloud of a trait inside another one is not the other one's too.
  @Test func aCloudIsCheckedOnce() async throws {
    let log = Log()
    let found = try await issues {
      let inner = try await issues { try MockCloud.current.addFaults(Self.late) }
      for line in inner { log.add(line) }
    }
    #expect(found == [] && log.lines.count == 1)
  }
}
