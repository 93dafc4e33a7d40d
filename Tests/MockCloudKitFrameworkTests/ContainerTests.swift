import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

@Suite(.mockCloud)
struct ContainerTests {
  private let container = MockCKContainer.default()

  // MARK: What containers share

  @Test func containersShareTheirIdentifier() {
    #expect(container.containerIdentifier == "MockCKContainer")
    let named = MockCKContainer.`init`(identifier: "iCloud.a")
    #expect(named !== container)
    #expect(container.containerIdentifier == "iCloud.a")
    #expect(MockCKContainer.default().containerIdentifier == "iCloud.a")
    container.containerIdentifier = "iCloud.b"
    #expect(named.containerIdentifier == "iCloud.b")
    container.containerIdentifier = nil
    #expect(named.containerIdentifier == "MockCKContainer")
  }

  @Test func containersShareTheirDatabases() {
    let other = MockCKContainer.`init`(identifier: "iCloud.a")
    for scope in [CKDatabase.Scope.public, .private, .shared] {
      #expect(container.database(with: scope) === other.database(with: scope))
      #expect(container.database(with: scope).databaseScope == scope)
      container.database(with: scope).addRecords(records: [note("in \(scope)")])
      #expect(other.database(with: scope).names == ["in \(scope)"])
    }
    #expect(container.publicCloudDatabase === other.publicCloudDatabase)
    #expect(container.privateCloudDatabase === other.privateCloudDatabase)
    #expect(container.sharedCloudDatabase === other.sharedCloudDatabase)
  }

  @Test func databasesStayWithoutReferences() {
    MockCKContainer.default().privateCloudDatabase.add(modification(saving: [note("a")], Log()))
    let database = MockCKContainer.default().privateCloudDatabase
    #expect(database.names == ["a"])
    #expect(database.lastExecuted is MockCKModifyRecordsOperation)
  }

  @Test func anAssignedDatabaseIsThatOfAllContainers() {
    let database = MockCKDatabase(with: .private)
    database.addRecords(records: [note("a")])
    container.publicCloudDatabase = database
    let other = MockCKContainer.default()
    #expect(other.publicCloudDatabase === database)
    #expect(other.publicCloudDatabase.names == ["a"])
    #expect(other.database(with: .public) === database)
    MockCKContainer.resetContainer()
    #expect(database.names == [])
  }

  @Test func aDatabaseOfAnotherCloudCanBeAssigned() throws {
    let foreign = MockCloud.with(try MockCloud()) { MockCKDatabase() }
    foreign.addRecords(records: [note("a")])
    container.privateCloudDatabase = foreign
    #expect(MockCKContainer.default().privateCloudDatabase === foreign)
    #expect(MockCKContainer.default().privateCloudDatabase.names == ["a"])
  }

  // MARK: Accounts

  private func passed(by container: MockCKContainer) -> (CKAccountStatus, NSError?)? {
    var passed: (CKAccountStatus, NSError?)?
    container.accountStatus { passed = ($0, $1.map { $0 as NSError }) }
    return passed
  }

  private func userRecordID() -> (String?, NSError?)? {
    var passed: (String?, NSError?)?
    container.fetchUserRecordID { passed = ($0?.recordName, $1.map { $0 as NSError }) }
    return passed
  }

  @Test func theStatusIsUnknownUntilItIsSet() throws {
    let (status, error) = try #require(passed(by: container))
    #expect(status == .couldNotDetermine)
    #expect(error?.domain == "CKAccountStatus" && error?.code == 0)
  }

  @Test(arguments: [
    CKAccountStatus.available, .couldNotDetermine, .restricted, .noAccount, .temporarilyUnavailable,
  ])
  func theStatusThatWasSet(_ wanted: CKAccountStatus) async throws {
    container.setAccountStatus = wanted
    #expect(MockCKContainer.default().setAccountStatus == wanted)
    #expect(container.setAccountStatusError == wanted)
    let (status, error) = try #require(passed(by: MockCKContainer.default()))
    #expect(status == wanted)
    if wanted == .available {
      #expect(error == nil)
    } else {
      #expect(error?.domain == "CKAccountStatus" && error?.code == wanted.rawValue)
    }
    // It is that of the cloud.
    #expect(try await CKContainer.default().accountStatus() == wanted)
  }

  @Test func theErrorIsTheSameAsTheStatus() throws {
    container.setAccountStatusError = .noAccount
    #expect(try #require(passed(by: container)).0 == .noAccount)
    container.setAccountStatusError = .available
    #expect(try #require(passed(by: container)).1 == nil)
    container.setAccountStatusError = nil
    #expect(container.setAccountStatus == nil)
    #expect(try #require(passed(by: container)).0 == .couldNotDetermine)
  }

  @Test func aStatusThatTheCloudHas() throws {
    try MockCloud.current.setAccountStatus(.restricted)
    let (status, error) = try #require(passed(by: container))
    #expect(status == .restricted && error?.code == CKAccountStatus.restricted.rawValue)
  }

  @Test func userRecords() throws {
    container.setAccountStatus = .available
    var (name, error) = try #require(userRecordID())
    #expect(name == nil && error?.domain == CKErrorDomain && error?.code == 9)

    container.setUserRecord = note("alice")
    #expect(MockCKContainer.default().setUserRecord === container.setUserRecord)
    (name, error) = try #require(userRecordID())
    #expect(name == "alice" && error == nil)

    container.setAccountStatus = .restricted
    (name, error) = try #require(userRecordID())
    #expect(name == nil && error?.domain == "CKAccountStatus" && error?.code == 2)

    container.setAccountStatus = nil
    (name, error) = try #require(userRecordID())
    #expect(name == nil && error?.domain == "CKAccountStatus" && error?.code == 0)
  }

  // MARK: Resetting

  @Test func resetting() throws {
    let database = container.privateCloudDatabase
    for scope in [CKDatabase.Scope.public, .private, .shared] {
      container.database(with: scope).addRecords(records: [note("a")])
    }
    let separate = MockCKDatabase(with: .private)
    separate.addRecords(records: [note("a")])
    container.containerIdentifier = "iCloud.a"
    container.setAccountStatus = .noAccount
    container.setUserRecord = note("alice")
    MockCKDatabaseOperation.setError = NSError(domain: "D", code: 1)
    MockCKDatabaseOperation.setRecordErrors = [id("a")]
    MockCKDatabaseOperation.setRecordErrorCodes = [id("a"): .zoneBusy]
    database.add(fetch("a", log: Log()))
    database.databaseScope = .shared

    MockCKContainer.resetContainer()

    #expect(MockCKDatabaseOperation.setError == nil)
    #expect(MockCKDatabaseOperation.setRecordErrors == nil)
    #expect(MockCKDatabaseOperation.setRecordErrorCodes == nil)
    #expect(container.setAccountStatus == nil && container.setUserRecord == nil)
    for scope in [CKDatabase.Scope.public, .private, .shared] {
      #expect(container.database(with: scope).names == [])
    }
    // What stays.
    #expect(container.containerIdentifier == "iCloud.a")
    #expect(database.lastExecuted is MockCKFetchRecordsOperation)
    #expect(database.databaseScope == .shared)
    #expect(separate.names == ["a"])
    // The account is there again.
    let log = Log()
    database.add(modification(saving: [note("b")], log))
    #expect(log.lines.contains("result ok"))
  }
}
