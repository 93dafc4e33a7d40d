import CloudKit
import MockCloudKit
import MockCloudKitFramework
import MockCloudTesting
import Testing

/// What the mocks of a fork, of a loaded state, and of callers with several names have.
@Suite(.mockCloud)
struct ForkTests {
  private let container = MockCKContainer.default()
  private let cloud: MockCloud

  init() throws { cloud = try MockCloud.current }

  private func titles(_ database: MockCKDatabase) -> [String]? {
    database.getRecords()?.map { $0["title"] as? String ?? "" }
  }

  // MARK: Forks

  @Test func aForkHasWhatTestsHaveSet() throws {
    container.containerIdentifier = "iCloud.a"
    container.setAccountStatus = .restricted
    container.setUserRecord = note("user")
    MockCKDatabaseOperation.setError = CKError(.zoneBusy)._nsError
    container.sharedCloudDatabase.addRecords(records: [note("shared")])
    let fork = cloud.fork()
    // Each has its own from then on.
    MockCKContainer.resetContainer()
    container.containerIdentifier = nil
    try MockCloud.with(fork) {
      let copy = MockCKContainer.default()
      #expect(copy.containerIdentifier == "iCloud.a")
      #expect(copy.setAccountStatus == .restricted)
      #expect(copy.setUserRecord?.recordID == id("user"))
      #expect(MockCKDatabaseOperation.setError?.code == CKError.Code.zoneBusy.rawValue)
      try fork.setAccountStatus(.available)
      #expect(titles(copy.sharedCloudDatabase) == ["Milk"])
    }
    #expect(container.sharedCloudDatabase.getRecords() == [])
  }

  @Test func theRecordsOfAForkAreOtherObjects() throws {
    let milk = note("n")
    container.privateCloudDatabase.addRecords(records: [milk])
    let fork = cloud.fork()
    let copy = MockCloud.with(fork) { MockCKContainer.default().privateCloudDatabase }
    let fetched = try #require(copy.getRecords()?.first)
    #expect(fetched !== milk)
    #expect(container.privateCloudDatabase.getRecords()?.first === milk)
  }

  @Test func newDatabasesOfAForkAreEmpty() {
    MockCKDatabase().addRecords(records: [note("n")])
    MockCloud.with(cloud.fork()) { #expect(MockCKDatabase().getRecords() == []) }
  }

  @Test func newDatabasesOfALoadedStateAreEmpty() throws {
    MockCKDatabase().addRecords(records: [note("n")])
    let other = try MockCloud()
    try other.load(try cloud.state())
    MockCloud.with(other) { #expect(MockCKDatabase().getRecords() == []) }
  }

  // MARK: Callers

  @Test func aDatabaseOfAnotherUserStaysTheirsWithoutHandles() throws {
    try cloud.addUser("bob")
    cloud.as(user: "bob") {
      let container = MockCKContainer.default()
      container.privateCloudDatabase = cloud.as(user: "me") { MockCKDatabase(with: .private) }
      container.privateCloudDatabase.addRecords(records: [note("n")])
    }
    cloud.as(user: "bob") {
      #expect(titles(MockCKContainer.default().privateCloudDatabase) == ["Milk"])
    }
    MockCloud.with(cloud.fork()) {
      cloud.as(user: "bob") {
        #expect(titles(MockCKContainer.default().privateCloudDatabase) == ["Milk"])
      }
    }
  }

  @Test func aDeviceHasOneAccountHoweverItIsNamed() throws {
    let named = cloud.as(user: "me") { MockCKContainer.default() }
    let onDevice = cloud.as(device: "device-1") { MockCKContainer.default() }
    container.setUserRecord = note("user")
    container.setAccountStatus = .available
    container.sharedCloudDatabase.addRecords(records: [note("shared")])
    for other in [named, onDevice] {
      #expect(other.setUserRecord?.recordID == id("user"))
      #expect(other.setAccountStatus == .available)
      #expect(titles(other.sharedCloudDatabase) == ["Milk"])
      #expect(other.privateCloudDatabase === container.privateCloudDatabase)
    }
    // Also while nobody is signed in.
    try cloud.signOut()
    #expect(named.setUserRecord?.recordID == id("user"))
    try cloud.addUser("alice")
    #expect(cloud.as(user: "alice") { MockCKContainer.default().setUserRecord } == nil)
    #expect(cloud.as(user: "nobody") { MockCKContainer.default().setUserRecord } == nil)
  }

  @Test func recordsOfUnknownUsersAreAFailure() {
    let database = cloud.as(user: "nobody") { MockCKContainer.default().privateCloudDatabase }
    #expect(database.getRecords(matching: [id("n")]) == nil)
    #expect(database.lastFailure != nil)
  }

  // MARK: Records

  @Test func ofRecordsWithTheSameIDTheLastIsSaved() throws {
    let (first, last, log) = (note("n", "first"), note("n", "last"), Log())
    let database = container.privateCloudDatabase
    database.add(modification(saving: [first, last, last], log))
    #expect(
      log.lines == [
        "n 1.0", "save n ok", "n 1.0", "save n ok", "n 1.0", "save n ok", "result ok", "completion",
      ])
    #expect(titles(database) == ["last"])
    #expect(database.getRecords()?.first === last)
    #expect(try cloud.journal(of: .modifyRecords).count == 1)
    database.addRecords(records: [first, first])
    #expect(database.lastFailure == nil)
    #expect(titles(database) == ["first"])
  }

  /// Returns a record that only the database refers to.
  private func stored(_ database: MockCKDatabase) -> () -> CKRecord? {
    let record = note("n")
    database.addRecords(records: [record])
    return { [weak record] in record }
  }

  @Test func recordsThatAreRemovedAreReleased() {
    let database = container.privateCloudDatabase
    let removals: [() -> Void] = [
      { database.removeRecords(with: [id("n")]) }, { database.resetStore() },
      { MockCKContainer.resetContainer() },
      { database.add(modification(deleting: [id("n")], Log())) },
    ]
    for remove in removals {
      let record = stored(database)
      #expect(record() != nil)
      remove()
      #expect(record() == nil)
    }
  }
}
