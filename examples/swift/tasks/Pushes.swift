import MockCloudCore
import Testing

// set-up begins
extension Tasks {
  /// Subscribes all my devices to silent pushes for my changes, which the changing device does not
  /// get.
  func subscribe(_ kind: Subscription.Kind = .database) throws {
    var info = NotificationInfo()
    info.shouldSendContentAvailable = true
    var subscription = SubscriptionDraft(kind, subscriptionID: "changes")
    subscription.notificationInfo = info
    if kind == .query { subscription.query = Query(recordType: "Note") }
    _ = try cloud.perform(ModifySubscriptions([.init(.create, subscription)]), as: phone.caller)
  }

  /// Advances the clock, and takes the pushes that arrive.
  func pushes(after seconds: Double = 0) throws -> [Event.Notification] {
    try cloud.advanceClock(seconds: seconds)
    var pushes: [Event.Notification] = []
    while case .notification(let push)? = cloud.takeEvent() { pushes.append(push) }
    return pushes
  }
}

extension Event.Notification {
  /// Returns the name of the record of a push, for query subscriptions.
  var recordName: RecordName? {
    guard case .made(let notice, _) = push, case .record(let id, _, _) = notice.cause else {
      return nil
    }
    return id.recordName
  }
}
// set-up ends

extension Tasks {
  @Test func pushArrives() throws {
    try subscribe()
    try pad.save(note("n2", "Bread"))
    let pushes = try pushes()  // they arrive with the clock, not on the writing device
    #expect(pushes.map(\.device) == ["phone"])
  }

  @Test func pushWithFields() throws {
    var info = NotificationInfo()
    info.alertBody = "New note"
    info.additionalFields = ["title"]
    var subscription = SubscriptionDraft(.query)
    subscription.query = Query(recordType: "Note")
    subscription.notificationInfo = info
    _ = try cloud.perform(ModifySubscriptions([.init(.create, subscription)]), as: phone.caller)
    try pad.save(note("n2", "Bread"))
    try cloud.advanceClock(seconds: 0)
    #expect(cloud.nextEvent()?.contains(#""af":{"title":"Bread"}"#) == true)
  }

  @Test func pushLost() throws {
    try subscribe()
    try cloud.addFault(FaultRule(then: [.drop]))
    try pad.save(note("n2", "Bread"))
    #expect(try pushes(after: 3600).isEmpty)  // the client must find the change without a push
    #expect(try cloud.faultReport().map(\.injections) == [1])
  }

  @Test func pushLate() throws {
    try subscribe()
    try cloud.addFault(FaultRule(then: [.delay(.fixed(60_000))]))
    try pad.save(note("n2", "Bread"))
    #expect(try pushes(after: 59).isEmpty)
    #expect(try pushes(after: 1).count == 1)
  }

  @Test func pushesCoalesced() throws {
    try subscribe()
    try cloud.addFault(FaultRule(then: [.coalesce(10_000)]))
    for number in 0..<5 { try pad.save(note("b\(number)", "Bread")) }
    #expect(try pushes(after: 10).count == 1)  // one push for five changes
  }

  @Test func pushComesTwice() throws {
    try subscribe()
    try cloud.addFault(FaultRule(then: [.repeat(1)]))
    try pad.save(note("n2", "Bread"))
    #expect(try pushes().count == 2)
  }

  @Test func pushesOvertake() throws {
    try subscribe(.query)
    try cloud.addFault(FaultRule(limit: .first(1), then: [.delay(.fixed(5000))]))
    try pad.save(note("first", "Bread"))
    try pad.save(note("second", "Butter"))
    #expect(try pushes(after: 10).map(\.recordName) == ["second", "first"])
  }

  @Test func pushWaitsForNetwork() throws {
    try subscribe()
    try cloud.setNetwork(.offline, device: "phone", schedule: [.init(after: 3_600_000, .online)])
    try pad.save(note("n2", "Bread"))
    #expect(try pushes(after: 60).isEmpty)
    #expect(try pushes(after: 3600).count == 1)
  }
}
