import MockCloudCore
import Testing

extension Tasks {
  @Test func noAccount() throws {
    try cloud.setAccountStatus(.noAccount, device: "phone")
    #expect(try cloud.container().on(device: "phone").accountStatus() == .noAccount)
    try expect(.notAuthenticated) { try phone.record(named: "n1", in: notes) }
  }

  @Test func accountTemporarilyUnavailable() throws {
    try cloud.setAccountStatus(.temporarilyUnavailable)  // the user must confirm their password
    try expect(.accountTemporarilyUnavailable) { try phone.record(named: "n1", in: notes) }
    try cloud.setAccountStatus(.available)
    _ = try phone.record(named: "n1", in: notes)  // local data must be kept
  }

  @Test func accountRestricted() throws {
    try cloud.setAccountStatus(.restricted)  // by a profile, or parental controls
    #expect(try cloud.container().accountStatus() == .restricted)
    try cloud.setAccountStatus(.available)
    try cloud.setError(.managedAccountRestricted, for: ["records/modify"])  // a managed Apple ID
    try expect(.managedAccountRestricted) { try phone.save(note("n2", "Bread")) }
  }

  @Test func signOutWhileSyncing() throws {
    try seedNotes(1)
    try call("mock/limits/set", #"{"limits": {"pageSize": 1}}"#)
    var afterwards = FaultCondition()
    afterwards.phase = .after
    try cloud.addFault(
      FaultRule(when: afterwards, limit: .first(1), then: [.call(SignOut(device: "phone"))]))
    let page = try changes(on: phone)  // page 1 arrives, then the user signs out
    try expect(.notAuthenticated) { try changes(since: page.syncToken, on: phone) }
    guard case .accountChange(let change)? = cloud.takeEvent() else { throw CancellationError() }
    #expect(change.currentUser == nil)
  }

  @Test func accountSwitch() throws {
    try cloud.perform(SignIn("bob", device: "phone"))  // my phone is Bob's from now on
    guard case .accountChange(let change)? = cloud.takeEvent() else { throw CancellationError() }
    #expect(change.currentUser != change.previousUser)
    #expect(try phone.zones().map(\.zoneID.zoneName) == ["_defaultZone"])
  }

  @Test func signInLater() throws {
    try cloud.perform(SignOut(device: "phone"))
    try expect(.notAuthenticated) { try phone.save(note("n2", "Bread")) }
    try cloud.perform(SignIn("me", device: "phone"))
    #expect(cloud.takeEvent() != nil && cloud.takeEvent() != nil)  // signed out, then signed in
    try phone.save(note("n2", "Bread"))
  }

  @Test func userIdentity() throws {
    let mine = try cloud.container().userRecordName()
    #expect(try bob.userRecordName() != mine)  // compare it at launch: another user, other data
  }
}
