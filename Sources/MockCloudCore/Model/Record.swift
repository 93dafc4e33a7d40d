/// One field of a record.
public struct Field: Hashable, Sendable {
  public let name: String
  public let value: FieldValue
  /// Whether the value was saved as an encrypted one.
  public let isEncrypted: Bool

  public init(name: String, value: FieldValue, isEncrypted: Bool = false) {
    self.name = name
    self.value = value
    self.isEncrypted = isEncrypted
  }
}

/// The time, user and device of a save.
public struct Stamp: Hashable, Sendable {
  /// Milliseconds since 1970.
  public var timestamp: Int64
  public var userRecordName: UserRecordName
  public var deviceID: DeviceName

  public init(timestamp: Int64, userRecordName: UserRecordName, deviceID: DeviceName) {
    self.timestamp = timestamp
    self.userRecordName = userRecordName
    self.deviceID = deviceID
  }
}

/// One immutable version of a record on the server. Every save makes a new one.
public final class Record: Sendable {
  public let recordName: RecordName
  public let zoneID: ZoneID
  public let recordType: RecordTypeName
  public let recordChangeTag: RecordChangeTag
  /// Sorted by name; names are unique.
  public let fields: [Field]
  public let created: Stamp
  public let modified: Stamp
  /// The name of the parent in a sharing hierarchy.
  public let parent: RecordName?
  /// The sharing properties of the record; nil for most records.
  public let sharing: Sharing?

  /// The sharing properties of a record.
  public struct Sharing: Hashable, Sendable {
    /// The name of the share of which this record is the root.
    public var shareName: RecordName?
    /// The share, if this record is one.
    public var share: Share?
    /// The record's own link, which a client requested.
    public var shortGUID: ShortGUID?

    var isEmpty: Bool { shareName == nil && share == nil && shortGUID == nil }
  }

  public init(
    recordName: RecordName, zoneID: ZoneID, recordType: RecordTypeName,
    recordChangeTag: RecordChangeTag,
    fields: [Field], created: Stamp, modified: Stamp, parent: RecordName? = nil,
    sharing: Sharing? = nil
  ) {
    self.recordName = recordName
    self.zoneID = zoneID
    self.recordType = recordType
    self.recordChangeTag = recordChangeTag
    self.fields = fields
    self.created = created
    self.modified = modified
    self.parent = parent
    self.sharing = sharing
  }

  /// The name of the share of which this record is the root.
  public var shareName: RecordName? { sharing?.shareName }
  /// The share, if this record is one.
  public var share: Share? { sharing?.share }

  public var recordID: RecordID { RecordID(recordName: recordName, zoneID: zoneID) }

  /// Returns the value of the field with the given name, or nil if the field is absent.
  public subscript(name: String) -> FieldValue? {
    fields.first { $0.name == name }?.value
  }
}
