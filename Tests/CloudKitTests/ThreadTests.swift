import XCTest

@testable import CloudKit

private func participant(_ name: String) -> CKShare.Participant {
  CKShareParticipant(CKUserIdentity(userRecordID: CKRecord.ID(recordName: name)))
}

/// Records that one thread changes while another one reads them.
final class ThreadTests: XCTestCase {
  private let zoneID = CKRecordZone.ID(zoneName: "Lists")

  /// Runs both at the same time, many times, each on two threads.
  private func race(
    _ times: Int = 20_000, _ first: @escaping @Sendable () -> Void,
    _ second: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<times { thread.isMultiple(of: 2) ? first() : second() }
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
      if copy?.participants.first?.role != .owner { XCTFail("the owner is missing") }
    }
    race(200) {
      share.addParticipant(guest)
      share.removeParticipant(guest)
    } _: {
      _ = try? archive(share)
    }
    XCTAssertEqual(share.participants, [share.owner])
    XCTAssertEqual(share.publicPermission, .readOnly)
  }

  /// Threads that add users lose none of them.
  func testNoParticipantIsLost() {
    for _ in 0..<10 {
      let share = share()
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<100 { share.addParticipant(participant("\(thread)-\(number)")) }
      }
      XCTAssertEqual(share.participants.count, 1 + 4 * 100)
    }
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
