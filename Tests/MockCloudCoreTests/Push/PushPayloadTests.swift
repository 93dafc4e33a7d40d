import Testing

@testable import MockCloudCore

/// The remaining parts of a payload that is too long.
@Suite struct PushPayloadTests {
  private static let zoneID = ZoneID(zoneName: "work", ownerName: "_me")

  private static func subscription(
    _ kind: Subscription.Kind, _ info: NotificationInfo
  ) -> Subscription {
    Subscription(
      subscriptionID: "subscription-name", kind: kind, zoneID: nil,
      query: kind == .query ? Query(recordType: "Note") : nil,
      firesOn: Subscription.Trigger.allCases, firesOnce: false, zoneWide: false,
      recordType: nil, notificationInfo: info)
  }

  private static func payload(
    _ info: NotificationInfo, kind: Subscription.Kind = .query, container: String = "iCloud.c",
    recordName: RecordName = "record-name", fields: [Field] = []
  ) -> String {
    let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "phone")
    let record = Record(
      recordName: recordName, zoneID: zoneID, recordType: "Note", recordChangeTag: "1",
      fields: fields, created: stamp, modified: stamp)
    let subscription = subscription(kind, info)
    let owner = SubscriptionOwner(
      container: ExactText(container), environment: .development, scope: .private,
      userRecordName: "_me")
    let notice = Notice(
      kind == .query ? .record(record, .create, showing: info.shownFields) : .zone(zoneID),
      firing: subscription, of: owner, id: "ID")
    return String(decoding: Push.made(notice, badge: nil).payload, as: UTF8.self)
  }

  private static let fields = ["a", "b", "c"].map {
    Field(name: $0, value: .string(String(repeating: "v", count: 100)))
  }

  /// Each argument is looked up among the fields, without a comparison with all of them.
  @Test(.enabled(if: Steps.areCounted)) func argumentsAreLookedUp() {
    let steps = [100, 400].map { count in
      let fields = (0..<count).map { number in
        Field(name: "f\(1000 + number)", value: .int64(Int64(number)))
      }
      var info = NotificationInfo()
      info.alertLocalizationKey = "key"
      info.alertLocalizationArgs = fields.map(\.name)
      var payload = ""
      let steps = Steps.taken { payload = Self.payload(info, fields: fields) }
      #expect(payload.contains(#""loc-key":"key""#))
      return steps
    }
    // Each field is read once.
    #expect(steps[0] >= 100 + 6 * 100)
    #expect(steps[1] <= 6 * steps[0], "\(steps)")
  }

  /// Returns a payload with all removable parts, and an alert text of the given length.
  private static func full(_ letters: Int) -> String {
    var info = NotificationInfo()
    info.alertBody = String(repeating: "x", count: letters)
    info.alertLocalizationKey = "key"
    info.alertLocalizationArgs = ["a"]
    info.alertLaunchImage = "image"
    info.soundName = "sound-name"
    info.category = "category-name"
    info.shouldSendContentAvailable = true
    info.additionalFields = ["a", "b", "c"]
    return payload(info, fields: fields)
  }

  /// Texts that show whether a part is present, in the order in which the parts are removed.
  private static let marks = [
    #""cid":"#, #""af":{"#, #""rid":"#, #""fo":"#, #""sound":"#, #""launch-image":"#, #""body":"#,
    #""loc-args":"#,
  ]

  @Test func nothingGoesWhileItFits() {
    let spare = PushPruning.limit - Self.full(0).utf8.count
    let fitting = Self.full(spare)
    #expect(fitting.utf8.count == PushPruning.limit)
    #expect(!fitting.contains(#""p":"#))
    for mark in Self.marks { #expect(fitting.contains(mark)) }
    let long = Self.full(spare + 1)
    #expect(long.contains(#""p":1"#))
    #expect(!long.contains(Self.marks[0]))
    for mark in Self.marks.dropFirst() { #expect(long.contains(mark)) }
  }

  @Test func partsGoInTheirOrder() {
    var fewest = 0
    for letters in stride(from: 3000, through: 4200, by: 5) {
      let payload = Self.full(letters)
      #expect(payload.utf8.count <= PushPruning.limit)
      let gone = Self.marks.prefix { !payload.contains($0) }.count
      // The later parts of the order remain.
      for mark in Self.marks.dropFirst(gone) { #expect(payload.contains(mark)) }
      #expect(gone >= fewest)
      #expect(payload.contains(#""p":1"#) == (gone > 0))
      fewest = gone
    }
    #expect(fewest == 7)
  }

  @Test func namesOutliveEverything() {
    var info = NotificationInfo()
    info.alertBody = String(repeating: "x", count: 5000)
    info.soundName = info.alertBody
    info.category = info.alertBody
    info.shouldSendContentAvailable = true
    info.additionalFields = ["a"]
    let payload = Self.payload(
      info, container: "iCloud." + String(repeating: "c", count: 5000), fields: Self.fields)
    #expect(
      payload == #"{"aps":{"content-available":1},"ck":{"ce":2,"ckuserid":"_me","nid":"ID","#
        + #""p":1,"qry":{"dbs":1,"sid":"subscription-name","zid":"work","zoid":"_me"}}}"#)
  }

  @Test(arguments: [(Subscription.Kind.zone, "fet"), (.database, "met")])
  func feedsArePrunedToo(_ kind: Subscription.Kind, _ key: String) {
    var info = NotificationInfo()
    info.alertBody = String(repeating: "x", count: PushPruning.limit)
    info.soundName = "ping"
    let payload = Self.payload(info, kind: kind)
    #expect(
      payload == #"{"aps":{},"ck":{"ce":2,"ckuserid":"_me","\#(key)":{"dbs":1,"#
        + #""sid":"subscription-name","zid":"work","zoid":"_me"},"nid":"ID","p":1}}"#)
  }

  @Test func charactersAreCutWhole() {
    var info = NotificationInfo()
    info.soundName = "ping"
    info.additionalFields = ["t"]
    let flags = String(repeating: "🇩🇪", count: 101)
    let payload = Self.payload(info, fields: [Field(name: "t", value: .string(flags))])
    #expect(payload.contains(#""af":{"t":"\#(String(repeating: "🇩🇪", count: 100))"}"#))
  }
}
