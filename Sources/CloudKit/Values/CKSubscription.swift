public import Foundation

/// The changes of which a user is notified (Apple: `CKSubscription`): a `CKQuerySubscription`, a
/// `CKRecordZoneSubscription` or a `CKDatabaseSubscription`.
///
/// Equal subscriptions have equal properties.
open class CKSubscription: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public typealias ID = String
  public typealias NotificationInfo = CKNotificationInfo

  public let subscriptionID: ID
  public let subscriptionType: SubscriptionType
  /// The push; nil means no push. The subscription gets a copy of what is set.
  open var notificationInfo: NotificationInfo? {
    get { storedInfo }
    set { storedInfo = newValue?.copy() as? NotificationInfo }
  }
  @_Guarded private var storedInfo: NotificationInfo?

  /// The kinds of subscriptions (Apple: `CKSubscription.SubscriptionType`).
  public enum SubscriptionType: Int, Sendable {
    case query = 1
    case recordZone = 2
    case database = 3
  }

  init(_ type: SubscriptionType, _ subscriptionID: ID) {
    subscriptionType = type
    self.subscriptionID = subscriptionID
    super.init()
  }

  /// Compares the properties that all subscriptions have.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKSubscription else { return false }
    return subscriptionType == other.subscriptionType
      && subscriptionID.hasBytes(of: other.subscriptionID)
      && notificationInfo == other.notificationInfo
  }

  open override var hash: Int { subscriptionID.hashValue }

  open override var description: String {
    "<\(ClassNames.name(of: self)): subscriptionID=\(subscriptionID)>"
  }

  // MARK: Copies and archives

  open override func copy() -> Any { copy(with: nil) }

  open func copy(with zone: NSZone? = nil) -> Any {
    copyNotificationInfo(to: CKSubscription(subscriptionType, subscriptionID))
  }

  /// Gives a copy of this subscription its own copy of the push.
  func copyNotificationInfo(to copy: CKSubscription) -> CKSubscription {
    copy.notificationInfo = notificationInfo
    return copy
  }

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let subscriptionID = archive.string("SubscriptionID"),
      let type = SubscriptionType(rawValue: archive.integer("SubscriptionType") ?? 0)
    else { return nil }
    self.subscriptionID = subscriptionID
    subscriptionType = type
    storedInfo = archive.object("NotificationInfo")
    guard archive.isSound else { return nil }
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(text: subscriptionID, forKey: "SubscriptionID")
    coder.encode(subscriptionType.rawValue, forKey: "SubscriptionType")
    coder.encode(notificationInfo, forKey: "NotificationInfo")
  }
}
