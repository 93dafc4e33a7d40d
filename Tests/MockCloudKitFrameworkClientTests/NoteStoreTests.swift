import CloudKit
import MockCloudKitFramework
import XCTest

/// Tests as they are written for MockCloudKitFramework, in one process that chooses no cloud.
final class NoteStoreTests: XCTestCase {
  private var container: MockCKContainer!
  private var store: NoteStore<MockCKContainer>!

  override func setUp() {
    super.setUp()
    container = MockCKContainer.`init`(identifier: "iCloud.org.example.notes")
    store = NoteStore(container: container)
  }

  override func tearDown() {
    MockCKContainer.resetContainer()
    super.tearDown()
  }

  private func note(_ name: String, _ title: String = "Milk") -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name))
    record["title"] = title as CKRecordValue
    return record
  }

  func testSignIn() {
    let user = CKRecord(recordType: "Users", recordID: CKRecord.ID(recordName: "alice"))
    container.setAccountStatus = .available
    container.setUserRecord = user
    var name: String?
    store.signIn { name = try? $0.get().recordName }
    XCTAssertEqual(name, "alice")
    XCTAssertEqual(store.name, "iCloud.org.example.notes")

    container.setAccountStatusError = .noAccount
    var error: Error?
    store.signIn { if case .failure(let failure) = $0 { error = failure } }
    XCTAssertEqual(error?.toNSError().domain, "CKAccountStatus")
    XCTAssertEqual(error?.toNSError().code, CKAccountStatus.noAccount.rawValue)
  }

  func testSaveFetchDelete() {
    let (first, second) = (note("a"), note("b", "Bread"))
    let isSaved = expectation(description: "saved")
    store.save([first, second]) { result in
      XCTAssertEqual(try? result.get(), [first, second])
      isSaved.fulfill()
    }
    wait(for: [isSaved], timeout: 1)
    XCTAssertTrue(store.lastExecuted is MockCKModifyRecordsOperation)
    XCTAssertEqual(container.privateCloudDatabase.getRecords(), [first, second])

    var found: [CKRecord] = []
    store.fetch([second.recordID, CKRecord.ID(recordName: "none")]) {
      found = (try? $0.get()) ?? []
    }
    XCTAssertEqual(found, [second])
    store.titled("Milk") { found = (try? $0.get()) ?? [] }
    XCTAssertEqual(found, [first])

    var deleted: [CKRecord.ID] = []
    store.delete([first.recordID, CKRecord.ID(recordName: "none")]) {
      deleted = (try? $0.get()) ?? []
    }
    XCTAssertEqual(deleted, [first.recordID])
    XCTAssertEqual(container.privateCloudDatabase.getRecords(), [second])
  }

  func testErrors() {
    MockCKDatabaseOperation.setError = NSError(
      domain: CKError.errorDomain, code: CKError.zoneBusy.rawValue,
      userInfo: [CKErrorRetryAfterKey: 3.0])
    for _ in 0..<2 {
      var error: Error?
      store.save([note("a")]) { if case .failure(let failure) = $0 { error = failure } }
      XCTAssertEqual(error?.createCKError().code, .zoneBusy)
      XCTAssertEqual(error?.createCKError().retryAfterSeconds, 3)
    }
    MockCKDatabaseOperation.setError = nil

    let (good, bad) = (note("good"), note("bad"))
    MockCKModifyRecordsOperation.setRecordErrors = [bad.recordID]
    var error: Error?
    store.save([good, bad]) { if case .failure(let failure) = $0 { error = failure } }
    let failure = error?.createCKError()
    XCTAssertEqual(failure?.code, .partialFailure)
    XCTAssertEqual(failure?.getPartialErrors()?.count, 1)
    XCTAssertNotNil(failure?.getPartialErrors()?["bad"] as? CKError)
  }

  func testOperationsOfMocks() {
    let operation = MockCKModifyRecordsOperation(recordsToSave: nil, recordIDsToDelete: nil)
    var isDone = false
    configure(operation, saving: [note("a")]) { isDone = true }
    container.privateCloudDatabase.add(operation)
    XCTAssertTrue(isDone)
    XCTAssertEqual(container.privateCloudDatabase.getRecords()?.count, 1)
    XCTAssertTrue(operation.database === container.privateCloudDatabase)
  }

  func testConversion() {
    let operation = CKModifyRecordsOperation(
      recordsToSave: [note("a")], recordIDsToDelete: [CKRecord.ID(recordName: "b")])
    operation.modifyRecordsResultBlock = { _ in }
    operation.name = "saving"
    let mock: MockCKModifyRecordsOperation = operation.getMock(database: MockCKDatabase())
    XCTAssertEqual(mock.recordsToSave, operation.recordsToSave)
    XCTAssertEqual(mock.recordIDsToDelete, operation.recordIDsToDelete)
    XCTAssertEqual(mock.savePolicy, operation.savePolicy)
    XCTAssertNotNil(mock.modifyRecordsResultBlock)
    XCTAssertNil(mock.perRecordSaveBlock)
    XCTAssertEqual(mock["name"] as? String, operation["name"] as? String)
    XCTAssertEqual(mock.properties(), operation.properties())
  }

  /// The same app with Apple's classes.
  func testRealContainer() {
    let store = NoteStore(container: CKContainer(identifier: "iCloud.org.example.other"))
    let isSaved = expectation(description: "saved")
    store.save([note("a")]) { result in
      XCTAssertEqual(try? result.get().map(\.recordID.recordName), ["a"])
      isSaved.fulfill()
    }
    wait(for: [isSaved], timeout: 10)
    XCTAssertNil(store.lastExecuted)
    let isSignedIn = expectation(description: "signed in")
    store.signIn { result in
      XCTAssertNotNil(try? result.get())
      isSignedIn.fulfill()
    }
    wait(for: [isSignedIn], timeout: 10)
    let operation = CKModifyRecordsOperation()
    let isDone = expectation(description: "done")
    configure(operation, saving: [note("b")]) { isDone.fulfill() }
    CKContainer(identifier: "iCloud.org.example.other").privateCloudDatabase.add(operation)
    wait(for: [isDone], timeout: 10)
    CKContainer.default().accountStatus { status, _ in XCTAssertEqual(status, .available) }
  }
}
