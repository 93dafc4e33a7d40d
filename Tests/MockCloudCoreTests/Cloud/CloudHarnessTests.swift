import Testing

@testable import MockCloudCore

/// Operations of the harness, from Swift.
@Suite struct CloudHarnessTests {
  private let cloud: Cloud
  private let database: CloudDatabase

  init() throws {
    cloud = try Cloud.withNote()
    database = cloud.privateDatabase
  }

  /// The generated members; a code whose member is missing or another's fails here.
  @Test func everyErrorHasItsName() {
    let errors: [ErrorSpecification] = [
      .internalError, .partialFailure, .networkUnavailable, .networkFailure, .badContainer,
      .serviceUnavailable, .requestRateLimited, .missingEntitlement, .notAuthenticated,
      .permissionFailure, .unknownItem, .invalidArguments, .resultsTruncated,
      .serverRecordChanged, .serverRejectedRequest, .assetFileNotFound, .assetFileModified,
      .incompatibleVersion, .constraintViolation, .operationCancelled, .changeTokenExpired,
      .batchRequestFailed, .zoneBusy, .badDatabase, .quotaExceeded, .zoneNotFound,
      .limitExceeded, .userDeletedZone, .tooManyParticipants, .alreadyShared,
      .referenceViolation, .managedAccountRestricted, .participantMayNeedVerification,
      .serverResponseLost, .assetNotAvailable, .accountTemporarilyUnavailable,
      .participantAlreadyInvited,
    ]
    #expect(errors == CKErrorCode.allCases.map { ErrorSpecification($0) })
  }

  @Test func anErrorKeepsWhatATestGivesIt() throws {
    let reset = ErrorSpecification.zoneNotFound(userDidResetEncryptedData: true)
    #expect(reset == ErrorSpecification(.zoneNotFound, userDidResetEncryptedData: true))
    try cloud.setError(.zoneBusy(reason: "Later", retryAfter: 3), for: ["zones/list"])
    let error = try #require(throws: CloudError.self) { try cloud.privateDatabase.zones() }
    #expect((error.code, error.reason, error.retryAfter) == (.zoneBusy, "Later", 3))
    try cloud.setError(nil)
    try cloud.setRecordErrors(["n1"], .quotaExceeded(retryAfter: 5))
    let full = try #require(throws: CloudError.self) {
      try cloud.privateDatabase.record(named: "n1")
    }
    #expect((full.code, full.retryAfter) == (.quotaExceeded, 5))
  }

  @Test func seedsAnyDatabase() throws {
    let counts = try cloud.publicDatabase.seed([RecordDraft("City", recordName: "c1")])
    #expect(counts.records == 1)
    #expect(try cloud.publicDatabase.record(named: "c1").recordType == "City")
    #expect(try cloud.seed([], zones: ["Trips", "Notes"]).zones == 2)
    #expect(try database.zones().count == 3)
    let error = #expect(throws: Misuse.self) {
      try cloud.seed([
        RecordDraft("Note", recordName: "ok"), RecordDraft("Note", recordName: "_no"),
      ])
    }
    #expect(error?.key == "records[1].recordName")
    #expect(try database.storedRecords().map(\.recordName) == ["n1"])
  }

  @Test func anOperationFailsWhileTheRecordStays() throws {
    try cloud.setError(.zoneBusy(reason: "Busy", retryAfter: 3), for: ["records/lookup"])
    let error = try #require(throws: CloudError.self) { _ = try database.record(named: "n1") }
    #expect(error.code == .zoneBusy)
    #expect(error.retryAfter == 3)
    #expect(error.reason == "Busy")
    try database.save(RecordDraft("Note", recordName: "n2"))
    let misspelt = #expect(throws: Misuse.self) {
      try cloud.setError(.zoneBusy, for: ["zones/list", "records/lokup"])
    }
    #expect(misspelt?.key == "operation")
    #expect(misspelt?.nearest == "records/lookup")
    #expect(try database.zones().count == 1)
    try cloud.setError(.internalError)
    #expect(try code { _ = try database.zones() } == .internalError)
    try cloud.setError(nil)
    #expect(try database.record(named: "n1")["title"] == "Milk")
  }

  @Test func recordsFailAndStayAsTheyWere() throws {
    try cloud.setRecordErrors(["n1"], .quotaExceeded)
    let draft = RecordDraft("Note", recordName: "n1", fields: ["title": "Bread"])
    let results = try database.save(
      [draft, RecordDraft("Note", recordName: "n2")], savePolicy: .allKeys)
    #expect(results.map(\.errorCode) == [.quotaExceeded, nil])
    #expect(try code { try database.save(draft) } == .quotaExceeded)
    try cloud.setRecordErrors([])
    #expect(try database.record(named: "n1")["title"] == "Milk")
    try cloud.setRecordErrors(["n1"])
    let drawn = try code { _ = try database.record(named: "n1") }
    #expect(try code { _ = try database.record(named: "n1") } == drawn)
  }

  @Test func accountsCome() throws {
    try cloud.addDevice("device-2")
    try cloud.setAccountStatus(.restricted, device: "device-2")
    #expect(try cloud.container().on(device: "device-2").accountStatus() == .restricted)
    #expect(try cloud.container().accountStatus() == .available)
    try cloud.addUser("alice")
    try cloud.setAccountStatus(.temporarilyUnavailable, user: "alice")
    let hers = cloud.container().as("alice")
    #expect(try code { _ = try hers.privateDatabase.zones() } == .accountTemporarilyUnavailable)
    #expect(cloud.nextEvent()?.contains("device-2") == true)
    #expect(cloud.nextEvent()?.contains("alice-1") == true)
    #expect(cloud.nextEvent() == nil)
  }

  @Test func timePasses() throws {
    let start = try cloud.now()
    #expect(try cloud.advanceClock(seconds: 1.5) == start + 1500)
    #expect(try database.save(RecordDraft("Note")).created.timestamp == start + 1500)
    for seconds in [-1, .nan, .infinity, 1e300] {
      #expect(throws: Misuse.self) { try cloud.advanceClock(seconds: seconds) }
    }
    #expect(try cloud.now() == start + 1500)
  }

  @Test func goesBack() throws {
    try cloud.snapshot("before")
    let before = cloud.stateDocument
    try database.deleteRecord(named: "n1")
    try cloud.advanceClock(seconds: 1)
    try cloud.restore("before")
    #expect(cloud.restoredDocument == before)
    #expect(cloud.stateDocument != before)
    let error = #expect(throws: Misuse.self) { try cloud.restore("befor") }
    #expect(error?.nearest == "before")
    try cloud.reset()
    #expect(cloud.stateDocument == (try Cloud().stateDocument))
    try cloud.addUser("alice")
    try cloud.reset(keeping: [.users])
    #expect(try cloud.container().as("alice").accountStatus() == .available)
  }

  @Test func tellsWhatHappened() throws {
    _ = try? database.record(named: "n1", in: "None")
    try cloud.setError(.zoneBusy, for: ["zones/list"])
    _ = try? database.zones()
    let calls = try cloud.journal()
    #expect(calls.map(\.operation) == ["records/lookup", "zones/list"])
    #expect(calls.map(\.number) == [1, 2])
    #expect(calls.last?.status == CKErrorCode.zoneBusy.rawValue)
    #expect(calls.last?.device == "device-1")
    #expect(try cloud.journal(since: 1).map(\.number) == [2])
    #expect(try cloud.journal(operation: "records/lookup").map(\.number) == [1])
    _ = try cloud.perform(LookupRecords([.init("nobody")]))
    #expect(try cloud.journal(since: 2).map(\.status) == [2])
    #expect(try cloud.droppedCalls() == 0)
    #expect(cloud.call("mock/limits/set", #"{"limits": {"journalBytes": 0}}"#).status == 0)
    _ = try? database.zones()
    #expect(try cloud.journal().map(\.number) == [4])
    #expect(try cloud.droppedCalls() == 3)
  }

  @Test func chooses() throws {
    try cloud.addUser("alice")
    try database.save(RecordDraft("Note", recordName: "n2"))
    _ = try? database.record(named: "n1", in: "None")
    try cloud.setError(.zoneBusy, for: ["zones/list"])
    _ = try? database.zones()
    _ = try? cloud.container().as("alice").privateDatabase.record(named: "n2")
    #expect(try cloud.journal(status: 0).map(\.number) == [1])
    #expect(try cloud.journal(status: CKErrorCode.zoneBusy.rawValue).map(\.number) == [3])
    #expect(try cloud.journal(recordName: "n2").map(\.number) == [1, 4])
    #expect(try cloud.journal(faults: true).map(\.number) == [3])
    #expect(try cloud.journal(faults: false, last: 1).map(\.number) == [4])
    #expect(try cloud.journal(last: 0).isEmpty)
    #expect(throws: Misuse.self) { try cloud.journal(last: -1) }
    #expect(try cloud.journal(user: "alice").map(\.number) == [4])
    #expect(try cloud.journal(user: "alice", device: "alice-1").map(\.number) == [4])
    let missing = #expect(throws: Misuse.self) { try cloud.writeJournal(to: "/nowhere/at/all") }
    #expect(missing?.key == "path")
  }

  @Test func declaredContainersMustBeCreated() throws {
    var configuration = Configuration()
    configuration.containersAreDeclared = true
    let cloud = try Cloud(configuration)
    let database = cloud.container("iCloud.declared").privateDatabase
    #expect(try code { _ = try database.zones() } == .badContainer)
    try cloud.createContainer("iCloud.declared")
    #expect(try database.zones().count == 1)
  }

  /// A draft has the same meaning in Swift and as JSON.
  @Test func swiftAndJSONMakeTheSameWorld() throws {
    let (typed, wire) = (try Cloud(), try Cloud())
    let database = typed.privateDatabase
    try database.createZone(named: "Trips")
    try database.save(
      RecordDraft("Trip", recordName: "t1", zoneID: "Trips", fields: ["days": 3, "to": "Rome"]))
    _ = wire.call(
      "zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Trips"}}}]}"#)
    _ = wire.call(
      "records/modify",
      """
      {"operations":[{"operationType":"save","record":{"recordName":"t1","recordType":"Trip",
      "zoneID":{"zoneName":"Trips"},"fields":{"days":{"value":3},"to":{"value":"Rome"}}}}]}
      """)
    #expect(typed.stateDocument == wire.stateDocument)
  }
}
