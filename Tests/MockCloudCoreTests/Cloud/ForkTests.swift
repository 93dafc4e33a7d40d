import Testing

@testable import MockCloudCore

/// Copies of a cloud: they are independent, and their cost does not depend on the size of the
/// cloud.
@Suite struct ForkTests {
  private func cloud(records count: Int) throws -> Cloud {
    let cloud = try Cloud()
    try cloud.seed(
      (0..<count).map {
        RecordDraft("Note", recordName: "n\($0)", fields: ["n": .int64(Int64($0))])
      })
    return cloud
  }

  @Test func aForkAndItsOriginGoTheirOwnWays() throws {
    let origin = try cloud(records: 300)
    let fork = origin.fork()
    let before = origin.stateDocument
    #expect(fork.stateDocument == before)
    try fork.privateDatabase.deleteRecord(named: "n7")
    try fork.createContainer("iCloud.fork")
    try fork.advanceClock(seconds: 60)
    try fork.addUser("alice")
    try fork.setError(.zoneBusy)
    #expect(origin.stateDocument == before)
    let changed = fork.stateDocument
    try origin.privateDatabase.save(RecordDraft("Note", recordName: "new"))
    #expect(fork.stateDocument == changed)
    #expect(try origin.privateDatabase.record(named: "n7")["n"] == 7)
  }

  @Test func aForkCarriesEverything() throws {
    let origin = try Cloud()
    try origin.snapshot("empty")
    try origin.setAccountStatus(.restricted)
    _ = try origin.container().accountStatus()
    let fork = origin.fork()
    #expect(try fork.journal().map(\.operation) == ["account/status"])
    #expect(fork.nextEvent() == origin.nextEvent())
    try fork.restore("empty")
    #expect(try fork.container().accountStatus() == .available)
    #expect(try origin.container().accountStatus() == .restricted)
    // From here on, the same names are drawn in both.
    try origin.restore("empty")
    let names = try [origin, fork].map {
      try $0.privateDatabase.save(RecordDraft("Note")).recordName
    }
    #expect(names[0] == names[1])
  }

  @Test func snapshotsAreIndependentToo() throws {
    let cloud = try cloud(records: 300)
    try cloud.snapshot("a")
    let a = cloud.stateDocument
    try cloud.privateDatabase.deleteRecord(named: "n1")
    try cloud.snapshot("b")
    let b = cloud.stateDocument
    try cloud.restore("a")
    try cloud.privateDatabase.deleteRecord(named: "n2")
    try cloud.restore("b")
    #expect(cloud.restoredDocument == b)
    try cloud.restore("a")
    #expect(cloud.restoredDocument == a)
  }

  #if DEBUG
    private static let many = 20_000
    private static let (forkLimit, writeLimit) = (
      Duration.milliseconds(1), Duration.milliseconds(10)
    )
  #else
    private static let many = 100_000
    private static let (forkLimit, writeLimit) = (
      Duration.microseconds(100), Duration.milliseconds(1)
    )
  #endif

  /// The limits are 100 microseconds and a millisecond for 100,000 records in an optimised build,
  /// and ten times as much for fewer records in a debug build. The best of many rounds is used,
  /// since the machine may be busy.
  @Test func costsNothingHoweverMuchThereIs() throws {
    let cloud = try cloud(records: Self.many)
    let clock = ContinuousClock()
    var (fork, write) = (Duration.seconds(1), Duration.seconds(1))
    for round in 0..<30 {
      var copy: Cloud?
      fork = min(fork, clock.measure { copy = cloud.fork() })
      let database = try #require(copy).privateDatabase
      let draft = RecordDraft("Note", recordName: "n\(round * 17)", fields: ["n": -1])
      write = min(write, try clock.measure { try database.save(draft, savePolicy: .changedKeys) })
    }
    #expect(fork < Self.forkLimit)
    #expect(write < Self.writeLimit)
  }
}
