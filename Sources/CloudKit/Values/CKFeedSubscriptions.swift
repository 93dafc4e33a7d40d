public import Foundation

/// A subscription for all changes in a zone (Apple: `CKRecordZoneSubscription`).
open class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
  public let zoneID: CKRecordZoneID
  /// Restricts the subscription to records of one type.
  open var recordType: CKRecord.RecordType?

  /// Creates a subscription with a new ID.
  public convenience init(zoneID: CKRecordZoneID) {
    self.init(zoneID: zoneID, subscriptionID: UUID().uuidString)
  }

  public init(zoneID: CKRecordZoneID, subscriptionID: CKSubscription.ID) {
    self.zoneID = zoneID
    super.init(.recordZone, subscriptionID)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZoneSubscription, super.isEqual(other) else {
      return false
    }
    return zoneID == other.zoneID && recordType == other.recordType
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: subscriptionID)
    copy.recordType = recordType
    return copyNotificationInfo(to: copy)
  }

  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let zoneID = archive.object("ZoneID", CKRecordZoneID.self) else { return nil }
    self.zoneID = zoneID
    recordType = archive.string("RecordType")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(zoneID, forKey: "ZoneID")
    coder.encode(text: recordType, forKey: "RecordType")
  }
}

/// A subscription for all changes in the custom zones of a database (Apple:
/// `CKDatabaseSubscription`).
open class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
  /// Restricts the subscription to records of one type.
  open var recordType: CKRecord.RecordType?

  /// Creates a subscription with a new ID.
  public convenience init() { self.init(subscriptionID: UUID().uuidString) }

  public init(subscriptionID: CKSubscription.ID) { super.init(.database, subscriptionID) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKDatabaseSubscription, super.isEqual(other) else { return false }
    return recordType == other.recordType
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKDatabaseSubscription(subscriptionID: subscriptionID)
    copy.recordType = recordType
    return copyNotificationInfo(to: copy)
  }

  public required init?(coder: NSCoder) {
    recordType = ArchiveReader(coder).string("RecordType")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(text: recordType, forKey: "RecordType")
  }
}
