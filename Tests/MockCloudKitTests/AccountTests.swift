import CloudKit
import MockCloudCore
import MockCloudKit
import MockCloudTesting
import Testing

/// When `CKAccountChanged` is posted.
@Suite(.mockCloud)
struct AccountTests {
  private let cloud: MockCloud
  private let container = CKContainer.default()

  init() throws { cloud = try MockCloud.current }

  /// Returns the devices for which the notification was posted in a cloud meanwhile.
  private func posted(
    in cloud: MockCloud? = nil, _ body: () async throws -> Void
  ) async throws -> Int {
    let (cloud, log) = (cloud ?? self.cloud, Log())
    let observer = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged, object: nil, queue: nil
    ) { _ in
      // Other tests post it at the same time, in clouds of their own.
      if (try? MockCloud.current.core) === cloud.core { log.add("posted") }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try await body()
    return log.lines.count
  }

  @Test func afterAnotherWorldWasChosen() async throws {
    try cloud.snapshot("signed in")
    let state = try cloud.state()
    for change in [
      { try cloud.restore("signed in") }, { try cloud.load(state) }, { try cloud.reset() },
      { cloud.call("mock/restore", #"{"name": "signed in"}"#) }, { try cloud.heal() },
    ] as [() throws -> Void] {
      try cloud.setAccountStatus(.noAccount)
      try cloud.snapshot("signed in")
      try cloud.snapshot("signed out")
      try cloud.setAccountStatus(.available)
      try cloud.snapshot("signed in")
      try cloud.setAccountStatus(.noAccount)
      #expect(try await posted { try change() } == 1)
      #expect(try await container.accountStatus() == .available)
    }
  }

  @Test func notWhenTheAccountsAreTheSame() async throws {
    try cloud.addDevice("pad")
    try cloud.snapshot("s")
    try cloud.addDevice("phone")
    #expect(
      try await posted {
        try cloud.restore("s")
        try cloud.load(try cloud.state())
        try cloud.reset(keeping: [.users])
        _ = try cloud.now
      } == 0)
  }

  @Test func onceForEachDevice() async throws {
    try cloud.addDevice("pad")
    try cloud.snapshot("s")
    try cloud.setAccountStatus(.noAccount)
    #expect(try await posted { try cloud.restore("s") } == 2)
    try cloud.addUser("alice")
    try cloud.snapshot("s")
    try cloud.signIn("alice", device: "pad")
    #expect(try await posted { try cloud.restore("s") } == 1)
  }

  @Test func notAgainInAFork() async throws {
    try cloud.setAccountStatus(.noAccount)
    let fork = cloud.fork()
    #expect(try await posted(in: fork) { _ = try fork.now } == 0)
    #expect(try await posted(in: fork) { try fork.setAccountStatus(.available) } == 1)
  }

  /// Makes calls until a rule of the profile has changed the account. Returns how often it was posted
  /// until then, without a call of the harness.
  private func postsUntilChanged(_ call: () async throws -> Void) async throws -> Int {
    // The account is available until a call has changed it.
    try cloud.addFaultProfile(.accountChurn, intensity: 1)
    return try await posted {
      for _ in 0..<100 {
        try await call()
        // This makes the account available again, for the next call of the app.
        if try await container.accountStatus() == .temporarilyUnavailable { return }
      }
    }
  }

  @Test func afterARuleOfAClientsCall() async throws {
    #expect(
      try await postsUntilChanged {
        _ = try? await container.privateCloudDatabase.save(CKRecord(recordType: "Note"))
      } == 2)
  }

  @Test func afterARuleOfAnOperation() async throws {
    #expect(
      try await postsUntilChanged {
        let operation = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
        container.privateCloudDatabase.add(operation)
        await operation.end()
      } == 2)
  }
}
