import MockCloudCore
import Testing

extension Tasks {
  @Test func zoneBusy() throws {
    try cloud.setError(.zoneBusy(retryAfter: 3), for: ["records/modify"], times: 2)
    for _ in 0..<2 {
      let busy = try expect(.zoneBusy) { try phone.save(note("n2", "Bread")) }
      try cloud.advanceClock(seconds: busy.retryAfter ?? 1)  // the client waits
    }
    try phone.save(note("n2", "Bread"))
  }

  @Test func rateLimited() throws {
    var perDevice = FaultLimit()
    perDevice.key = .device
    let bucket = FaultEffect.rateLimit(FaultRate(perSecond: 1, burst: 2))
    try cloud.addFault(FaultRule(limit: perDevice, then: [bucket]))
    _ = try phone.record(named: "n1", in: notes)
    _ = try phone.record(named: "n1", in: notes)
    let error = try expect(.requestRateLimited) { try phone.record(named: "n1", in: notes) }
    #expect(error.retryAfter == 1)
    try cloud.advanceClock(seconds: 1)
    _ = try phone.record(named: "n1", in: notes)
  }

  @Test func serviceUnavailable() throws {
    try cloud.setError(.serviceUnavailable(retryAfter: 30))
    try expect(.serviceUnavailable) { try phone.record(named: "n1", in: notes) }
    try cloud.setError(nil)  // the outage ends
    #expect(try phone.record(named: "n1", in: notes)["title"] == "Milk")
  }

  @Test func growingWaits() throws {
    let growing = FaultWait.growing(factor: 2, most: 60)
    try cloud.addFault(FaultRule(then: [.error(.requestRateLimited(retryAfter: 1), growing)]))
    let waits = try (0..<4).map { _ in
      try expect(.requestRateLimited) { try phone.record(named: "n1", in: notes) }.retryAfter
    }
    #expect(waits == [1, 2, 4, 8])
  }

  @Test func retryTooEarly() throws {
    try cloud.setError(.zoneBusy(retryAfter: 3), for: ["records/query"], times: 1)
    try expect(.zoneBusy) { try phone.query("Note", in: notes) }
    _ = try phone.query("Note", in: notes)  // no wait: it succeeds, and is reported
    #expect(try cloud.findings().map(\.kind) == [.earlyRetry])
  }

  @Test func quotaFull() throws {
    let large = note("n2", .string(String(repeating: "x", count: 1000)))
    try call("mock/limits/set", #"{"limits": {"storagePerUser": 1000}}"#)
    try expect(.quotaExceeded) { try phone.save(large) }
    try call("mock/limits/set", #"{"limits": {"storagePerUser": null}}"#)
    try phone.save(large)  // the user bought storage
  }

  @Test func quotaHalfUsed() throws {
    let title = FieldValue.string(String(repeating: "x", count: 500))
    try call("mock/limits/set", #"{"limits": {"storagePerUser": 1200}}"#)
    try phone.save(note("n2", title))  // half of it is used
    try phone.save(note("n3", title))
    try expect(.quotaExceeded) { try phone.save(note("n4", title)) }
    try pad.deleteRecord(named: "n2", in: notes)  // frees storage
    try phone.save(note("n4", title))
  }

  @Test func quotaFullWhileSyncing() throws {
    try cloud.addFault(FaultRule(when: .records("big*", .save), then: [.error(.quotaExceeded)]))
    let results = try phone.save(
      [note("small", "Bread"), note("big-1", "Bread")], atomically: false)
    #expect(try results[0].get().recordName == "small")
    let error = #expect(throws: ItemError.self) { try results[1].get() }
    #expect(error?.error.code == .quotaExceeded)
  }

  @Test func tooManyRecords() throws {
    func save(_ batch: ArraySlice<RecordDraft>) throws {
      do throws(CloudError) {
        _ = try phone.save(Array(batch)).get()
      } catch {
        guard error.code == .limitExceeded else { throw error }
        try save(batch.prefix(batch.count / 2))
        try save(batch.dropFirst(batch.count / 2))
      }
    }
    try save((0..<401).map { note("b\($0)", "Bread") }[...])
    #expect(try cloud.journal(operation: "records/modify").map(\.status) == [27, 0, 0])
  }

  @Test func smallLimits() throws {
    // The code for more than 400 records is tested with 3.
    try call("mock/limits/set", #"{"limits": {"itemsPerRequest": 2}}"#)
    let drafts = (0..<3).map { note("b\($0)", "Bread") }
    try expect(.limitExceeded) { try phone.save(drafts) }
    try phone.save(Array(drafts.prefix(2)))
  }

  @Test func recordTooLarge() throws {
    func sized(_ bytes: Int) -> RecordDraft {
      note("n2", .string(String(repeating: "x", count: bytes)))
    }
    try expect(.limitExceeded) { try phone.save(sized(1_100_000)) }  // 1 MB, without files
    try phone.save(sized(1_000_000))
  }

  @Test func failsNowAndThen() throws {
    try cloud.addFault(FaultRule(limit: .chance(0.3), then: [.error(.serviceUnavailable)]))
    let calls = (0..<100).map { _ in try? phone.record(named: "n1", in: notes) }
    // The same calls fail in every run with this seed.
    #expect((15...45).contains(calls.count { $0 == nil }))
  }

  @Test func everyCallCanFail() throws {
    try cloud.beginExploration()
    repeat {
      do {  // the code under test: it saves, and tries once more
        try phone.save(note("n2", "Bread"), savePolicy: .allKeys)
      } catch {
        try cloud.pauseFaults()  // the fault is over
        try phone.save(note("n2", "Bread"), savePolicy: .allKeys)
      }
      #expect(try phone.storedRecords().map(\.recordName) == ["n1", "n2"])
    } while try cloud.nextCase() != nil
  }

  @Test func wrongContainer() throws {
    var configuration = Configuration()
    configuration.containersAreDeclared = true
    let strict = try Cloud(configuration)
    try expect(.badContainer) {
      try strict.container("iCloud.example.typo").privateDatabase.zones()
    }
    try strict.createContainer("iCloud.example.notes")
    #expect(try strict.container("iCloud.example.notes").privateDatabase.zones().count == 1)
  }
}
