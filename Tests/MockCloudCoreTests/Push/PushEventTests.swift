import Testing

@testable import MockCloudCore

/// Events as Swift values.
@Suite struct PushEventTests {
  private let cloud: Cloud

  init() throws {
    cloud = try Cloud()
    try cloud.addDevice("pad")
  }

  /// Subscribes to new notes on the first device, and saves one from there.
  private func save(_ fields: [String: FieldValue], badge: Bool = false) throws {
    var draft = SubscriptionDraft(.query, subscriptionID: "notes")
    draft.query = Query(recordType: "Note")
    draft.firesOn = [.create]
    var info = NotificationInfo()
    info.alertLocalizationKey = "key"
    info.alertLocalizationArgs = ["title", "missing"]
    info.additionalFields = ["count"]
    info.shouldBadge = badge
    draft.notificationInfo = info
    let database = cloud.container("iCloud.c").privateDatabase
    try database.save(
      RecordDraft("Note", recordName: "first", fields: ["title": "a", "count": 1, "other": "b"]))
    _ = try cloud.perform(ModifySubscriptions([.init(.create, draft)]), as: database.caller)
      .map { try $0.get() }
    try database.save(RecordDraft("Note", recordName: "n1", fields: fields))
  }

  private func takePush() throws -> Event.Notification {
    let event = try #require(cloud.takeEvent())
    guard case .notification(let notification) = event else {
      throw CloudError(.internalError, "not a push")
    }
    return notification
  }

  @Test func aChangedAccountIsAValue() throws {
    try cloud.setAccountStatus(.noAccount, device: "pad")
    let event = try #require(cloud.takeEvent())
    guard case .accountChange(let change) = event else {
      Issue.record("not a change of the account")
      return
    }
    #expect(change.time == (try cloud.now()))
    #expect(change.device == "pad")
    #expect(change.status == .noAccount)
    #expect(change.previousUser?.text.hasPrefix("_") == true)
    #expect(change.currentUser == nil)
    #expect(cloud.takeEvent() == nil)
  }

  @Test func aPushSaysWhatItIsFor() throws {
    try save(["title": "Milk", "count": 2, "other": "secret"], badge: true)
    try cloud.advanceClock(seconds: 0)
    let push = try takePush()
    #expect(push.device == "pad")
    guard case .made(let notice, let badge) = push.push else {
      Issue.record("made in this cloud")
      return
    }
    #expect(badge == 1)
    #expect(notice.subscription.subscriptionID == "notes")
    #expect(notice.container == "iCloud.c")
    #expect(notice.environment == .development)
    #expect(notice.database == .private)
    #expect(notice.userRecordName == push.userRecordName)
    guard case .record(let record, let fields, let trigger) = notice.cause else {
      Issue.record("a record")
      return
    }
    #expect(record.recordName == "n1")
    #expect(fields.map(\.name) == ["count", "title"])
    #expect(trigger == .create)
    #expect(String(decoding: push.push.payload, as: UTF8.self).contains(notice.id))
    #expect(cloud.takeEvent() == nil)
  }

  @Test func bothWaysTakeTheSameEvents() throws {
    try save(["title": "Milk", "count": 2])
    try cloud.advanceClock(seconds: 0)
    let json = try #require(cloud.fork().nextEvent())
    let payload = String(decoding: try takePush().push.payload, as: UTF8.self)
    #expect(json.hasSuffix(#","payload":\#(payload)}"#))
    #expect(payload.contains(#""loc-args":["Milk",""]"#))
    #expect(payload.contains(#""af":{"count":2}"#))
    #expect(cloud.nextEvent() == nil)
  }

  @Test func aDocumentKeepsPushesAsTheyAreOnTheirWay() throws {
    try save(["title": "Mi\"lk\u{1F95B}", "count": 2], badge: true)
    let document = cloud.stateDocument
    let other = try Cloud()
    #expect(other.call("mock/state/load", #"{"state": \#(document)}"#).status == 0)
    #expect(other.stateDocument == document)
    try cloud.advanceClock(seconds: 0)
    try other.advanceClock(seconds: 0)
    let event = try #require(other.takeEvent())
    guard case .notification(let loaded) = event, case .loaded(let payload) = loaded.push else {
      Issue.record("a loaded push")
      return
    }
    let made = try takePush()
    #expect(payload == made.push.payload)
    #expect(loaded.push.payload == payload)
    #expect(loaded.device == made.device)
    #expect(loaded.userRecordName == made.userRecordName)
    #expect(loaded.time == made.time)
  }
}
