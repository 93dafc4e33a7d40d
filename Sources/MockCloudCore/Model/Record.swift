/// One field of a record.
public struct Field: Hashable, Sendable {
  public let name: String
  public let value: FieldValue
  /// Whether the value was written as an encrypted one.
  public let isEncrypted: Bool

  public init(name: String, value: FieldValue, isEncrypted: Bool = false) {
    self.name = name
    self.value = value
    self.isEncrypted = isEncrypted
  }
}

/// When a record was written, by whom and with which device.
public struct Stamp: Hashable, Sendable {
  /// Milliseconds since 1970.
  public var timestamp: Int64
  public var userRecordName: String
  public var deviceID: String

  public init(timestamp: Int64, userRecordName: String, deviceID: String) {
    self.timestamp = timestamp
    self.userRecordName = userRecordName
    self.deviceID = deviceID
  }
}

/// A record as the server holds it: one immutable version. Every save makes a new one.
public final class Record: Sendable {
  public let recordName: String
  public let zoneID: ZoneID
  public let recordType: String
  public let recordChangeTag: String
  /// Sorted by name, no name twice.
  public let fields: [Field]
  public let created: Stamp
  public let modified: Stamp
  /// The name of the record above this one in a sharing hierarchy.
  public let parent: String?
  /// What the record has to do with sharing; nil for most.
  public let sharing: Sharing?

  /// What a record can have to do with sharing.
  public struct Sharing: Hashable, Sendable {
    /// The share that this record is the root of.
    public var shareName: String?
    /// What this record, being a share, says.
    public var share: Share?
    /// A link of its own, made because the client asked for one.
    public var shortGUID: String?

    var isEmpty: Bool { shareName == nil && share == nil && shortGUID == nil }
  }

  public init(
    recordName: String, zoneID: ZoneID, recordType: String, recordChangeTag: String,
    fields: [Field], created: Stamp, modified: Stamp, parent: String? = nil,
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

  /// The name of the share that this record is the root of.
  public var shareName: String? { sharing?.shareName }
  /// What this record says if it is a share.
  public var share: Share? { sharing?.share }

  public var recordID: RecordID { RecordID(recordName: recordName, zoneID: zoneID) }

  /// The value of the field with that name, or nil where the field is absent.
  public subscript(name: String) -> FieldValue? {
    fields.first { $0.name == name }?.value
  }
}
