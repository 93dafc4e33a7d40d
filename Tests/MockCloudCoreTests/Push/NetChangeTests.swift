import Testing

@testable import MockCloudCore

/// The combined change of each record by a call.
@Suite struct NetChangeTests {
  private static let zoneID = ZoneID(zoneName: "work", ownerName: "_me")

  private static func record(_ name: RecordName, _ tag: RecordChangeTag) -> Record {
    let stamp = Stamp(timestamp: 0, userRecordName: "_me", deviceID: "phone")
    return Record(
      recordName: name, zoneID: zoneID, recordType: "Note", recordChangeTag: tag, fields: [],
      created: stamp, modified: stamp)
  }

  /// Returns a change of a record from one tag to another; nil means no record.
  private static func change(
    _ name: RecordName, _ before: RecordChangeTag?, _ after: RecordChangeTag?
  ) -> RecordChange {
    RecordChange(
      zoneID: zoneID, before: before.map { record(name, $0) }, after: after.map { record(name, $0) }
    )
  }

  private static func net(_ changes: [RecordChange]) -> [String] {
    RecordChange.net(changes).map { change in
      let before = change.before?.recordChangeTag ?? "-"
      let after = change.after?.recordChangeTag ?? "-"
      return "\(change.record?.recordName ?? "?") \(before)>\(after)"
    }
  }

  @Test func differentRecordsStayApart() {
    let changes = [
      Self.change("b", nil, "1"), Self.change("a", "1", "2"), Self.change("c", "1", nil),
    ]
    #expect(Self.net(changes) == ["b ->1", "a 1>2", "c 1>-"])
  }

  @Test func changesOfOneRecordBecomeOne() {
    #expect(Self.net([Self.change("a", "1", "2"), Self.change("a", "2", "3")]) == ["a 1>3"])
    #expect(Self.net([Self.change("a", nil, "1"), Self.change("a", "1", "2")]) == ["a ->2"])
    #expect(Self.net([Self.change("a", "1", "2"), Self.change("a", "2", nil)]) == ["a 1>-"])
    #expect(Self.net([Self.change("a", "1", nil), Self.change("a", nil, "2")]) == ["a 1>2"])
  }

  @Test func whatCameAndWentWasNeverThere() {
    let changes = [
      Self.change("a", nil, "1"), Self.change("b", "1", "2"), Self.change("a", "1", nil),
    ]
    #expect(Self.net(changes) == ["b 1>2"])
  }

  @Test func theLastChangeGivesThePlace() {
    let changes = [
      Self.change("a", "1", "2"), Self.change("b", "1", "2"), Self.change("a", "2", "3"),
    ]
    #expect(Self.net(changes) == ["b 1>2", "a 1>3"])
  }
}
