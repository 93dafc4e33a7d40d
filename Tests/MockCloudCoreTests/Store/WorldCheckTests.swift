import Foundation
import Testing

@testable import MockCloudCore

/// All kinds of inconsistencies are found.
@Suite struct WorldCheckTests {
  /// The document of a world in which bob sees two records of mine, and ann has subscribed to hers.
  private func document() throws -> String {
    let cloud = try Cloud(json: #"{"users": [{"alias": "ann"}, {"alias": "bob"}]}"#)
    for (operation, request) in [
      (
        "zones/modify",
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
      ),
      (
        "mock/seed",
        """
        {"records":[
        {"recordName":"a","recordType":"Note","zoneID":{"zoneName":"Z"},
         "fields":{"t":{"value":"x","type":"STRING"}}},
        {"recordName":"b","recordType":"Note","zoneID":{"zoneName":"Z"},
         "parent":{"recordName":"a"}},
        {"recordName":"c","recordType":"Note","zoneID":{"zoneName":"Z"}},
        {"recordName":"s","recordType":"cloudkit.share","zoneID":{"zoneName":"Z"},
         "forRecord":{"recordName":"a"},"shortGUID":"0AA","participants":[
          {"userIdentity":{"userRecordName":"bob"},"acceptanceStatus":"ACCEPTED"}]}]}
        """
      ),
      (
        "subscriptions/modify",
        """
        {"user":"ann","operations":[{"operationType":"create","subscription":
        {"subscriptionID":"d","subscriptionType":"database",
         "notificationInfo":{"shouldBadge":true}}}]}
        """
      ),
    ] {
      let answer = cloud.call(operation, request)
      #expect(answer.status == 0, "\(answer.json)")
    }
    return names(in: try cloud.savedState().json)
  }

  /// Replaces the record names of users by short ones, for readable tests.
  private func names(in document: String) -> String {
    ["me", "ann", "bob"].reduce(document) { (document, alias: ExactText) in
      document.replacingOccurrences(
        of: IdentifierSource.userRecordName(seed: 1, alias: alias).text, with: "_\(alias)")
    }
  }

  private func problems(_ document: String) throws -> [WorldProblem] {
    WorldCheck.problems(of: try SavedWorld(json: document).world)
  }

  @Test func aWorldThatCallsMadeHasNone() throws {
    #expect(try problems(document()) == [])
  }

  private static let zone = "databases[iCloud.mockcloud.default development _me].zones[Z]"

  @Test(arguments: [
    // Records and the schema.
    (
      #""value":"x","type":"STRING""#, #""value":1,"type":"INT64""#, "records[a].fields.t", "STRING"
    ),
    (
      #""value":"x","type":"STRING""#, #""value":"x","type":"STRING","isEncrypted":true"#,
      "records[a].fields.t", "an encrypted"
    ),
    (#"{"t":{"value""#, #"{"u":{"value""#, "records[a].fields.u", "no field 'u'"),
    (
      #""recordName":"c","recordType":"Note""#, #""recordName":"c","recordType":"Page""#,
      "records[c].recordType", "'Page'"
    ),
    (
      #""recordName":"c","recordType":"Note""#, #""recordName":"c","recordType":"cloudkit.share""#,
      "records[c].recordType", "only the type or only the content"
    ),
    // Shares and roots.
    (#""share":{"recordName":"s""#, #""share":{"recordName":"t""#, "records[a].share", "not exist"),
    (#""share":{"recordName":"s""#, #""share":{"recordName":"b""#, "records[a].share", "not exist"),
    (
      #""forRecord":{"recordName":"a"}"#, #""forRecord":{"recordName":"z"}"#,
      "records[s].forRecord",
      "does not exist"
    ),
    (
      #""forRecord":{"recordName":"a"}"#, #""forRecord":{"recordName":"c"}"#,
      "records[s].forRecord",
      "not linked"
    ),
    (#""forRecord":{"recordName":"a"},"#, "", "records[s]", "no root"),
    (
      #""recordName":"s","recordType""#, #""recordName":"cloudkit.zoneshare","recordType""#,
      "records[cloudkit.zoneshare].forRecord", "zone-wide"
    ),
    (
      #""shortGUID":"0AA","url":"https://www.icloud.com/share/0AA""#,
      #""shortGUID":"","url":"https://www.icloud.com/share/""#, "records[s].shortGUID", "empty"
    ),
    // Participants and views.
    (#""type":"OWNER""#, #""type":"USER""#, "participants[0]", "owner"),
    (#""type":"USER""#, #""type":"OWNER""#, "participants[1]", "owner"),
    (
      #""userIdentity":{"userRecordName":"_bob""#, #""userIdentity":{"userRecordName":"_me""#,
      "participants[1]", "twice"
    ),
    (
      #""acceptanceStatus":"ACCEPTED"}],"pluginFields""#,
      #""acceptanceStatus":"INVITED"}],"pluginFields""#, "views[_bob]", "participates in no share"
    ),
    (#""views":[{"user":"_bob""#, #""views":[{"user":"_ann""#, "views[_ann]", "no share"),
    (
      #""views":[{"user":"_bob""#, #""views":[{"user":"_eve""#, "views[_eve].user", "does not exist"
    ),
    (#""parent":{"recordName":"a"}"#, #""parent":{"recordName":"c"}"#, "views[_bob]", "'b'"),
    (
      #"{"sequence":1,"recordName":"b"}"#, #"{"sequence":1,"recordName":"c"}"#, "views[_bob]", "'c'"
    ),
  ])
  func damageInAZone(_ old: String, _ new: String, _ place: String, _ text: String) throws {
    let document = try document()
    let damaged = document.replacingOccurrences(of: old, with: new)
    #expect(damaged != document, "nothing to damage in \(document)")
    let found = try problems(damaged)
    #expect(
      found.contains {
        $0.place.hasPrefix(Self.zone) && $0.place.hasSuffix(place)
          && $0.text.utf8.contains(text.utf8)
      },
      "\(found)")
    let cloud = try Cloud()
    let before = try cloud.savedState().json
    let answer = cloud.call("mock/state/load", #"{"state": \#(damaged)}"#)
    #expect(answer.status == MisuseStatus.badMockRequest.rawValue)
    #expect(
      acceptedJSON(answer.json)?.member("error")?.member("key")?.string
        == "state.\(found.first?.place ?? "")")
    #expect(throws: Misuse.self) { try Cloud(json: #"{"state": \#(damaged)}"#) }
    #expect(try cloud.savedState().json == before)
  }

  @Test func damageInDatabases() throws {
    var world = try SavedWorld(json: document()).world
    let key = DatabaseKey(
      container: "iCloud.mockcloud.default", environment: .development, owner: "_me")
    let original = world.database(key)
    func expect(_ text: String, _ change: (inout World) -> Void) {
      let before = world
      change(&world)
      let found = WorldCheck.problems(of: world)
      #expect(found.contains { $0.text.utf8.contains(text.utf8) }, "\(text): \(found)")
      world = before
    }
    func rebuilt(
      zones: [Zone], feed: ZoneFeed, lost: [ZoneName] = [], lastIncarnation: UInt64 = 1
    ) -> Database {
      var lostZones = RareMap<ZoneName, ZoneDeletionReason>()
      for name in lost { lostZones.updateValue(.purged, forKey: name) }
      return Database(
        key: key, zones: zones, feed: feed, lost: lostZones, lastIncarnation: lastIncarnation)
    }
    let zones = original.zones.map(\.value)
    expect("does not list zone 'Z'") {
      $0.withDatabase(key) { $0 = rebuilt(zones: zones, feed: ZoneFeed()) }
    }
    expect("which does not exist") {
      $0.withDatabase(key) { $0 = rebuilt(zones: [], feed: original.feed) }
    }
    expect("is listed as lost, but exists") {
      $0.withDatabase(key) { $0 = rebuilt(zones: zones, feed: original.feed, lost: ["Z"]) }
    }
    expect("of an earlier zone") {
      $0.withDatabase(key) {
        $0 = rebuilt(zones: zones, feed: original.feed, lastIncarnation: 0)
      }
    }
    expect("does not list the zone") {
      let bob = DatabaseKey(container: key.container, environment: .development, owner: "_bob")
      $0.withSharedFeed(bob) { $0 = ZoneFeed() }
    }
    expect("which does not exist") {
      let ann = DatabaseKey(container: key.container, environment: .development, owner: "_ann")
      var feed = ZoneFeed()
      feed.note(saved: ZoneID(zoneName: "Z", ownerName: "_me"))
      $0.withSharedFeed(ann) { $0 = feed }
    }
    expect("user '_me' does not exist") { $0.people = People() }
    expect("user '_ann' does not exist") { $0.people = People() }
    expect("user 'eve' does not exist") { $0.defaults.user = "eve" }
    expect("device 'pad' does not exist") { $0.defaults.device = "pad" }
    expect("does not have") { $0.setSchemas(OrderedMap()) }
    expect("the view lists 0") {
      _ = $0.withZone(ZoneID(zoneName: "Z", ownerName: "_me"), in: key) { zone in
        zone.setView(ParticipantView(incarnation: 1), of: "_bob")
      }
    }
    expect("without a view") {
      _ = $0.withZone(ZoneID(zoneName: "Z", ownerName: "_me"), in: key) { $0.endView(of: "_bob") }
    }
    expect("of another view") {
      _ = $0.withZone(ZoneID(zoneName: "Z", ownerName: "_me"), in: key) { zone in
        zone.setView(ParticipantView(incarnation: 0), of: "_bob")
      }
    }
  }

  // MARK: Indexes

  private func record(_ name: RecordName, type: RecordTypeName = "T", _ fields: [Field] = [])
    -> Record
  {
    let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "d")
    return Record(
      recordName: name, zoneID: "Z", recordType: type, recordChangeTag: "1", fields: fields,
      created: stamp, modified: stamp)
  }

  /// Each kind of index, once complete and once without one record or with another value.
  @Test func indexesThatMissSomethingDiffer() {
    let target = Reference(recordName: "t", action: .deleteSelf)
    let validating = Reference(recordName: "t", action: .validate)
    let one = record("a", [Field(name: "f", value: .reference(target))])
    var references = (ReferenceIndex(), ReferenceIndex())
    references.0.update("a", from: nil, to: one)
    #expect(references.0.firstDifference(from: references.1) == "t")
    #expect(references.1.firstDifference(from: references.0) == "t")
    references.1.update(
      "a", from: nil, to: record("a", [Field(name: "f", value: .reference(validating))]))
    #expect(references.0.firstDifference(from: references.1) == "t")
    references.1.update("a", from: one, to: nil)
    references.1.update("a", from: nil, to: one)
    #expect(references.0.firstDifference(from: references.1) == nil)

    let file = Asset(data: [1])
    let holder = record("a", [Field(name: "f", value: .assetList([file, file]))])
    var assets = (AssetIndex(), AssetIndex())
    var news: [ZoneNews] = []
    assets.0.add(holder, &news)
    #expect(assets.0.firstDifference(from: assets.1) == file.fileChecksum)
    assets.1.add(record("a", [Field(name: "f", value: .asset(file))]), &news)
    #expect(assets.0.firstDifference(from: assets.1) == file.fileChecksum)
    assets.1.add(record("b", [Field(name: "f", value: .asset(file))]), &news)
    #expect(assets.0.firstDifference(from: assets.1) == nil)
  }

  @Test func indexesOfFieldsThatMissSomethingDiffer() {
    var zone = Zone(zoneID: "Z", incarnation: 0)
    for (number, name) in (["a", "b"] as [RecordName]).enumerated() {
      let field = Field(name: "n", value: .int64(Int64(number)))
      zone.store(record(name, [field]), sequence: UInt64(number + 1), keeping: nil)
    }
    zone.build([.values(.field("n"))], of: "T")
    var check = WorldCheck()
    check.indexes(of: zone, at: "")
    #expect(check.problems == [])
    var stale = zone.indexes
    #expect(stale.firstDifference(from: zone.indexes) == nil)
    stale.update("a", from: record("a", [Field(name: "n", value: .int64(0))]), to: nil)
    #expect(stale.firstDifference(from: zone.indexes) == "T")
    stale.update("a", from: nil, to: record("a", [Field(name: "n", value: .int64(7))]))
    #expect(stale.firstDifference(from: zone.indexes) == "T")
    stale = zone.indexes
    stale.update("c", from: nil, to: record("c", type: "U"))
    #expect(stale.firstDifference(from: zone.indexes) == "U")
  }
}
