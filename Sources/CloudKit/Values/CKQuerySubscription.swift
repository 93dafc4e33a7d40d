public import Foundation

/// A subscription for changes of the records that match a predicate (Apple: `CKQuerySubscription`).
open class CKQuerySubscription: CKSubscription, @unchecked Sendable {
  private let type: CKRecord.RecordType
  public let predicate: NSPredicate
  public let querySubscriptionOptions: Options
  /// The zone; nil means all zones.
  open var zoneID: CKRecordZoneID?

  /// The changes that cause a push (Apple: `CKQuerySubscription.Options`).
  public struct Options: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let firesOnRecordCreation = Options(rawValue: 1)
    public static let firesOnRecordUpdate = Options(rawValue: 2)
    public static let firesOnRecordDeletion = Options(rawValue: 4)
    /// The subscription is removed after its first push.
    public static let firesOnce = Options(rawValue: 8)
  }

  /// The type of the records.
  open var recordType: CKRecord.RecordType? { type }

  /// Creates a subscription with a new ID.
  public convenience init(
    recordType: CKRecord.RecordType, predicate: NSPredicate,
    options: Options = [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion]
  ) {
    self.init(
      recordType: recordType, predicate: predicate, subscriptionID: UUID().uuidString,
      options: options)
  }

  /// Creates a subscription. Apple's framework raises an exception for one without a change that
  /// causes a push; here the service refuses it when it is saved.
  public init(
    recordType: CKRecord.RecordType, predicate: NSPredicate, subscriptionID: CKSubscription.ID,
    options: Options = [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion]
  ) {
    type = recordType
    self.predicate = predicate
    querySubscriptionOptions = options
    super.init(.query, subscriptionID)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKQuerySubscription, super.isEqual(other) else { return false }
    return type.hasBytes(of: other.type) && zoneID == other.zoneID
      && querySubscriptionOptions == other.querySubscriptionOptions
      && predicate.isSameCondition(as: other.predicate)
  }

  // MARK: Copies and archives

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuerySubscription(
      recordType: type, predicate: predicate, subscriptionID: subscriptionID,
      options: querySubscriptionOptions)
    copy.zoneID = zoneID
    return copyNotificationInfo(to: copy)
  }

  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let type = archive.string("RecordType"),
      let predicate = archive.object("Predicate", ArchivedPredicate.self)
    else { return nil }
    self.type = type
    self.predicate = predicate.predicate
    querySubscriptionOptions = Options(
      rawValue: UInt(clamping: archive.integer("SubscriptionOptions") ?? 0))
    zoneID = archive.object("ZoneID")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(text: type, forKey: "RecordType")
    coder.encode(ArchivedPredicate(predicate), forKey: "Predicate")
    coder.encode(Int(clamping: querySubscriptionOptions.rawValue), forKey: "SubscriptionOptions")
    coder.encode(zoneID, forKey: "ZoneID")
  }
}
