import CloudKit
import MockCloudKit
import MockCloudXCTest
import XCTest

/// Each test has a cloud of its own: none finds the record of another.
final class TestCaseTests: MockCloudTestCase {
  private let recordID = CKRecord.ID(recordName: "n")

  func testFirst() async throws { try await check() }
  func testSecond() async throws { try await check() }

  private func check() async throws {
    let database = CKContainer.default().privateCloudDatabase
    let saved = try await database.save(CKRecord(recordType: "Note", recordID: recordID))
    XCTAssertNotNil(saved.recordChangeTag)
    XCTAssertEqual(try cloud.journal().count, 1)
  }

  func testSynchronous() throws {
    let database = CKContainer.default().privateCloudDatabase
    let saved = expectation(description: "saved")
    database.save(CKRecord(recordType: "Note", recordID: recordID)) { record, _ in
      if record != nil { saved.fulfill() }
    }
    wait(for: [saved], timeout: 10)
    XCTAssertEqual(try cloud.journal().count, 1)
  }
}

/// The cloud of the process, which counts where no task chooses another.
final class ProcessCloudTests: XCTestCase {
  func testUse() async throws {
    let cloud = try MockCloud()
    MockCloud.use(cloud)
    defer { MockCloud.use(nil) }
    try await CKContainer.default().privateCloudDatabase.save(CKRecord(recordType: "Note"))
    XCTAssertEqual(try cloud.journal().count, 1)
    XCTAssertTrue(try MockCloud.current.core === cloud.core)
    let other = try MockCloud()
    try await MockCloud.with(other) {
      try await CKContainer.default().privateCloudDatabase.save(CKRecord(recordType: "Note"))
    }
    XCTAssertEqual(try cloud.journal().count, 1)
    MockCloud.use(nil)
    XCTAssertFalse(try MockCloud.current.core === cloud.core)
  }
}

/// Not a test of Swift Testing: XCTest waits in a loop for its parts, as long as others run.
final class OverdueRuleTests: XCTestCase {
  func testOverdueRulesFailTestCases() {
    let rule = MockCloud.FaultRule(
      id: "late", when: .calls(.query), then: [.error(.zoneBusy)], mustFire: true)
    XCTAssertEqual(
      RecordingCase.failures { try $0.addFaults(rule) }.first?.contains("late"), true)
    XCTAssertEqual(RecordingCase.failures { _ in }, [])
  }
}

/// A test case whose failures are kept instead of reported.
private final class RecordingCase: MockCloudTestCase {
  private var failures: [String] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    failures.append(description)
  }

  static func failures(of body: @escaping (MockCloud) throws -> Void) -> [String] {
    let test = RecordingCase(name: "testBody") { test in
      if let test = test as? RecordingCase { try body(try test.cloud) }
    }
    test.invokeTest()
    return test.failures
  }
}
