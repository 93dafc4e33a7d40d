import MockCloudCore
import Testing

extension Tasks {
  @Test func firstRun() throws {
    let task = RecordDraft("Task", recordName: "t1", zoneID: "Tasks")
    try expect(.zoneNotFound) { try phone.save(task) }
    try phone.createZone(named: "Tasks")
    try phone.save(task)
  }

  @Test func zoneDeletedElsewhere() throws {
    let token = try zoneChanges(on: phone).syncToken
    try pad.deleteZone(named: "Notes")
    try expect(.zoneNotFound) { try phone.record(named: "n1", in: notes) }
    #expect(try deletionReason(zoneChanges(since: token, on: phone)) == .deleted)
  }

  @Test func zoneRecreatedElsewhere() throws {
    let token = try changes(on: phone).syncToken
    try pad.deleteZone(named: "Notes")
    try pad.createZone(named: "Notes")
    // The token is from the deleted zone.
    try expect(.changeTokenExpired) { try changes(since: token, on: phone) }
  }

  @Test func zonePurged() throws {
    let token = try zoneChanges(on: phone).syncToken
    try cloud.perform(PurgeZone(notes), as: phone.caller)  // Settings, iCloud, Delete Data
    try expect(.userDeletedZone) { try phone.record(named: "n1", in: notes) }
    #expect(try deletionReason(zoneChanges(since: token, on: phone)) == .purged)
    try phone.createZone(named: "Notes")  // only if the user agrees
    try phone.save(note("n1", "Milk"))
  }

  @Test func zonePurgedDuringSync() throws {
    let purge = FaultEffect.call(PurgeZone(notes), as: pad.caller)
    try cloud.addFaults([
      FaultRule(
        when: .calls("records/modify"), limit: FaultLimit(skip: 1, injections: 1), then: [purge])
    ])
    try phone.save(note("n2", "Bread"))
    try expect(.userDeletedZone) { try phone.save(note("n3", "Oats")) }
  }

  @Test func encryptedDataReset() throws {
    var secret = note("n2", "Bread")
    secret.setEncrypted("1234", for: "pin")
    try phone.save(secret)
    let token = try zoneChanges(on: phone).syncToken
    try cloud.perform(ResetEncryptedData(notes), as: phone.caller)
    let error = try expect(.zoneNotFound) { try phone.record(named: "n1", in: notes) }
    #expect(error.userDidResetEncryptedData)
    #expect(try deletionReason(zoneChanges(since: token, on: phone)) == .encryptedDataReset)
    try phone.deleteZone(named: "Notes")  // then create it again, and upload the local data
    try phone.createZone(named: "Notes")
  }
}
