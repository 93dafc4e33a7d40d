import XCTest

@testable import CloudKit

private func participant(_ name: String) -> CKShare.Participant {
  CKShareParticipant(CKUserIdentity(userRecordID: CKRecord.ID(recordName: name)))
}

/// Records that one thread changes while another one reads them.
final class ThreadTests: XCTestCase {
  private let zoneID = CKRecordZone.ID(zoneName: "Lists")

  /// Runs both at the same time, many times.
  private func race(
    _ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<3000 { thread == 0 ? first() : second() }
    }
  }

  private func share() -> CKShare {
    CKShare(
      rootRecord: CKRecord(
        recordType: "List", recordID: CKRecord.ID(recordName: "l", zoneID: zoneID)))
  }

  func testSharesAreCopiedAndArchivedWhileTheyChange() throws {
    let share = share()
    let guest = participant("guest")
    race {
      share.addParticipant(guest)
      share.publicPermission = .readOnly
      share.removeParticipant(guest)
    } _: {
      let copy = share.copy() as? CKShare
      XCTAssertEqual(copy?.owner.role, .owner)
      _ = try? archive(share)
    }
    XCTAssertEqual(share.participants, [share.owner])
    XCTAssertEqual(share.publicPermission, .readOnly)
  }

  /// Two threads that add users lose none of them.
  func testNoParticipantIsLost() {
    let share = share()
    let names = (0..<200).map { "user-\($0)" }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for name in names { share.addParticipant(participant("\(thread)-\(name)")) }
    }
    XCTAssertEqual(share.participants.count, 1 + 2 * names.count)
  }

  /// The first of two changes keeps the value that the participant was fetched with.
  func testChangesOfParticipantsKeepWhatWasFetched() {
    let guest = participant("guest")
    race {
      guest.permission = .readWrite
      guest.role = .publicUser
    } _: {
      _ = guest.copy()
    }
    XCTAssertEqual(guest.unchanged, participant("guest"))
  }
}
