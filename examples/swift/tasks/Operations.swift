import MockCloudCore
import Testing

// set-up begins
extension Tasks {
  /// Saves b1 and b2.
  var saveTwo: ModifyRecords {
    ModifyRecords([.init(.create, note("b1", "Bread")), .init(.create, note("b2", "Bread"))])
  }

  /// Takes events until a block with the given name, and returns its status, if it has one.
  @discardableResult
  func wait(for block: String) throws -> Int32? {
    try cloud.perform(RunUntilIdle())
    while case .operation(let report)? = cloud.takeEvent() {
      if report.block == block { return report.status }
    }
    return try #require(nil, "no block \(block) was called")
  }
}
// set-up ends

extension Tasks {
  @Test func cancelledBeforeItRuns() throws {
    let operation = try cloud.submit(saveTwo, as: phone.caller)
    try cloud.perform(CancelOperation(operation))
    #expect(try wait(for: "completion") == CKErrorCode.operationCancelled.rawValue)
    #expect(try phone.storedRecords().count == 1)
  }

  @Test func cancelledMidway() throws {
    let operation = try cloud.submit(saveTwo, as: phone.caller)
    try wait(for: "perRecordSave")  // b1 is saved
    try cloud.perform(CancelOperation(operation))
    #expect(try wait(for: "completion") == CKErrorCode.operationCancelled.rawValue)
    #expect(try phone.storedRecords().count == 3)  // b2 is stored nevertheless
  }

  @Test func timeout() throws {
    try cloud.addFault(FaultRule(then: [.hang]))
    var delivery = Delivery()
    delivery.timeoutMilliseconds = 5000
    _ = try cloud.submit(saveTwo, as: phone.caller, delivery)
    #expect(try wait(for: "completion") == CKErrorCode.networkFailure.rawValue)  // 5 s later
  }

  @Test func longLivedOperation() throws {
    var delivery = Delivery()
    delivery.isLongLived = true
    _ = try cloud.submit(saveTwo, as: phone.caller, delivery)
    try wait(for: "completion")  // the app is killed before it handles the blocks
    let kept = try cloud.perform(ListOperations(), as: Caller(device: "phone"))[0].operationID
    try call(
      "records/modify",
      #"{"deliver": "events", "device": "phone", "operationID": "\#(kept)"}"#)
    try wait(for: "perRecordSave")  // the blocks are repeated, the save is not
    #expect(try wait(for: "completion") == 0)
  }

  @Test func longLivedThroughView() throws {
    var delivery = Delivery()
    delivery.isLongLived = true
    let submitted = try cloud.submit(saveTwo, as: phone.caller, delivery)
    #expect(try cloud.perform(ListOperations(), as: Caller(device: "pad")).isEmpty)
    try wait(for: "completion")
    let kept = try cloud.perform(ListOperations(), as: Caller(device: "phone"))
    #expect(kept.map(\.operationID) == [submitted])
    try call(
      "records/modify",
      #"{"deliver": "events", "device": "phone", "operationID": "\#(submitted)"}"#)
    #expect(try wait(for: "completion") == 0)
    #expect(try cloud.perform(ListOperations(), as: Caller(device: "phone")).isEmpty)
  }

  @Test func operationsInOrder() throws {
    let first = try cloud.submit(ModifyZones([.init(.create, "Tasks")]), as: phone.caller)
    var delivery = Delivery()
    delivery.dependencies = [first]
    delivery.priority = .veryHigh
    let task = ModifyRecords([.init(.create, RecordDraft("Task", zoneID: "Tasks"))])
    _ = try cloud.submit(task, as: phone.caller, delivery)
    try wait(for: "completion")
    #expect(try wait(for: "completion") == 0)  // the zone existed
  }

  @Test func breaksOffMidway() throws {
    try seedNotes(1)
    let breaksOff = FaultEffect.interrupt(1, .networkFailure)
    try cloud.addFault(FaultRule(when: .calls("records/query"), then: [breaksOff]))
    let query = QueryRecords(Query(recordType: "Note"), zoneID: notes)
    _ = try cloud.submit(query, as: phone.caller)
    try wait(for: "recordMatched")  // one of two records arrived
    #expect(try wait(for: "result") == CKErrorCode.networkFailure.rawValue)
  }
}
