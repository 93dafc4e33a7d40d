@testable import MockCloudCore

/// Values and records of the query tests.
enum Sample {
  static let zone = ZoneID(zoneName: "Work", ownerName: "_me")
  static let otherZone = ZoneID(zoneName: "Home", ownerName: "_me")

  static func record(
    _ name: RecordName = "r", _ fields: [String: FieldValue] = [:], zone: ZoneID = zone,
    created: Int64 = 1000, createdBy: UserRecordName = "_me", modified: Int64 = 2000,
    modifiedBy: UserRecordName = "_alice", parent: RecordName? = nil, share: RecordName? = nil
  ) -> Record {
    Record(
      recordName: name, zoneID: zone, recordType: "Note", recordChangeTag: "1",
      fields: fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) },
      created: Stamp(timestamp: created, userRecordName: createdBy, deviceID: "d"),
      modified: Stamp(timestamp: modified, userRecordName: modifiedBy, deviceID: "d"),
      parent: parent, sharing: share.map { Record.Sharing(shareName: $0) })
  }

  static func ref(_ name: RecordName, _ zone: ZoneID? = nil, _ action: Reference.Action = .none)
    -> FieldValue
  {
    .reference(Reference(recordName: name, zoneID: zone, action: action))
  }

  static func place(_ latitude: Double, _ longitude: Double) -> Location {
    Location(latitude: latitude, longitude: longitude)
  }

  /// One value of each type.
  static func value(of type: FieldType) -> FieldValue {
    switch type {
    case .string: .string("a")
    case .int64: .int64(1)
    case .double: .double(1.5)
    case .timestamp: .timestamp(1)
    case .bytes: .bytes([1])
    case .reference: ref("a")
    case .location: .location(place(1, 2))
    case .asset: .asset(Asset(data: [1]))
    case .stringList: .stringList(["a"])
    case .int64List: .int64List([1])
    case .doubleList: .doubleList([1.5])
    case .timestampList: .timestampList([1])
    case .bytesList: .bytesList([[1]])
    case .referenceList: .referenceList([Reference(recordName: "a")])
    case .locationList: .locationList([place(1, 2)])
    case .assetList: .assetList([Asset(data: [1])])
    }
  }

  /// Whether a predicate with a single filter matches a record with a single field.
  static func matches(
    _ value: FieldValue?, _ comparator: FilterComparator, _ other: FieldValue,
    distance: Double? = nil, context: QueryContext = QueryContext()
  ) -> Bool {
    matches(
      record("r", value.map { ["f": $0] } ?? [:]),
      .all([QueryFilter(.field("f"), comparator, other, distance: distance)]), context)
  }

  static func matches(
    _ record: Record, _ predicate: QueryPredicate, _ context: QueryContext = QueryContext()
  ) -> Bool {
    var matcher = RecordMatcher(predicate, context)
    return matcher.matches(record)
  }
}
