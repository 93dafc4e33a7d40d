import Testing

@testable import MockCloudCore

/// Operations that report by events, from Swift and in large numbers.
@Suite struct OperationsInFlightTests {
  private func save(_ name: RecordName) -> ModifyRecords {
    ModifyRecords([.init(.save, RecordDraft("Note", recordName: name))])
  }

  private func reports(_ cloud: Cloud) -> [Event.OperationReport] {
    var reports: [Event.OperationReport] = []
    while case .operation(let report)? = cloud.takeEvent() { reports.append(report) }
    return reports
  }

  @Test func blocksComeTyped() throws {
    let cloud = try Cloud()
    let id = try cloud.submit(save("a"))
    #expect(cloud.takeEvent() == nil)
    #expect(try cloud.perform(ListOperations()).map(\.operationID) == [id])
    try cloud.perform(AdvanceClock(milliseconds: 0))
    let reports = reports(cloud)
    #expect(
      reports.map(\.block) == [
        "perRecordProgress", "perRecordProgress", "perRecordSave", "result", "completion",
      ])
    #expect(reports.allSatisfy { $0.operationID == id && $0.operation == "records/modify" })
    #expect(reports.map(\.isLast) == [false, false, false, false, true])
    #expect(reports.map(\.status) == [nil, nil, nil, 0, 0])
    #expect(try cloud.privateDatabase.record(named: "a").recordType == "Note")
  }

  @Test func whatCannotBeTakenIsRefused() throws {
    let cloud = try Cloud()
    var delivery = Delivery()
    delivery.dependencies = ["none"]
    let unknown = #expect(throws: CloudError.self) { try cloud.submit(save("a"), delivery) }
    #expect(unknown?.code == .invalidArguments)
    let stranger = #expect(throws: CloudError.self) {
      try cloud.submit(save("a"), as: Caller(user: "nobody"))
    }
    #expect(stranger?.code == .invalidArguments)
    #expect(try cloud.perform(ListOperations()).isEmpty)
  }

  /// The system's clock advances by itself; operations run at the latest when an event is
  /// requested.
  @Test func theSystemsClockRunsOperations() throws {
    let cloud = try Cloud(json: #"{"clock": "system"}"#)
    _ = try cloud.submit(save("a"))
    #expect(reports(cloud).map(\.block).last == "completion")
  }

  /// Nothing is stored of operations that have ended. Their IDs stay known.
  @Test func endedOperationsTakeNoMemory() throws {
    let cloud = try Cloud()
    var ids: [String] = []
    for _ in 0..<2000 {
      ids.append(try cloud.submit(GetAccountStatus()))
      if ids.count % 100 == 0 {
        try cloud.perform(AdvanceClock(milliseconds: 0))
        #expect(reports(cloud).count == 200)
      }
    }
    #expect(Set(ids).count == 2000)
    #expect(cloud.withCore { $0.state.world.operations.entries.count } == 0)
    for id in [ids[0], ids[1999]] {
      try cloud.perform(CancelOperation(id))
      try cloud.perform(RunUntilIdle(operationID: id))
    }
    var delivery = Delivery()
    delivery.dependencies = [ids[0], ids[999]]
    delivery.isLongLived = true
    ids.append(try cloud.submit(GetAccountStatus(), delivery))
    try cloud.perform(AdvanceClock(milliseconds: 0))
    #expect(reports(cloud).count == 3)
    // Its answer is kept, and can be asked for.
    #expect(try cloud.perform(ListOperations()).map(\.operationID) == [ids[2000]])
    let next = IdentifierSource.operationID(seed: 1, number: 2002)
    #expect(throws: Misuse.self) { try cloud.perform(CancelOperation(next)) }
  }

  /// They wait at the same time.
  @Test func manyWaitTogether() throws {
    let cloud = try Cloud()
    try cloud.addFault(FaultRule(then: [.latency(.fixed(10))]))
    let count = 3000
    for _ in 0..<count { _ = try cloud.submit(GetAccountStatus()) }
    try cloud.perform(AdvanceClock(milliseconds: 9))
    #expect(reports(cloud).isEmpty)
    try cloud.perform(AdvanceClock(milliseconds: 1))
    let reports = reports(cloud)
    #expect(reports.count == 2 * count)
    #expect(reports.allSatisfy { $0.time == Clock.defaultStart + 10 })
  }

  /// Each of them sets the clock, and none of them runs within another.
  @Test func manyThatSetTheClockDoNotNest() throws {
    let cloud = try Cloud()
    try cloud.addFault(FaultRule(then: [.jump(10)]))
    let count = 3000
    for _ in 0..<count { _ = try cloud.submit(GetAccountStatus()) }
    try cloud.perform(AdvanceClock(milliseconds: 0))
    let reports = reports(cloud)
    #expect(reports.count == 2 * count)
    #expect(reports.last?.time == Clock.defaultStart + 10 * Int64(count))
  }

  /// Each depends on the previous one, and the priorities alternate.
  @Test func aLongChainRunsInOrder() throws {
    let cloud = try Cloud()
    var ids: [String] = []
    for _ in 0..<2000 {
      var delivery = Delivery()
      delivery.dependencies = ids.suffix(1)
      delivery.priority = ids.count.isMultiple(of: 2) ? .veryHigh : .low
      ids.append(try cloud.submit(GetAccountStatus(), delivery))
    }
    #expect(try cloud.problems().isEmpty)
    try cloud.perform(RunUntilIdle())
    #expect(reports(cloud).filter(\.isLast).map(\.operationID) == ids)
    #expect(try cloud.problems().isEmpty)
    #expect(try cloud.perform(ListOperations()).isEmpty)
  }

  /// The blocks are the same in the cloud and its copy, which have separate queues.
  @Test func aForkRunsThemToo() throws {
    let cloud = try Cloud()
    _ = try cloud.submit(save("a"))
    let fork = cloud.fork()
    for each in [cloud, fork] { try each.perform(AdvanceClock(milliseconds: 0)) }
    var count = 0
    while let event = cloud.nextEvent() {
      #expect(fork.nextEvent() == event)
      count += 1
    }
    #expect(count == 5)
    #expect(fork.nextEvent() == nil)
  }
}
