public import Foundation

/// A push of CloudKit (Apple: `CKNotification`): a `CKQueryNotification`, a
/// `CKRecordZoneNotification`, a `CKDatabaseNotification`, or one of another kind.
open class CKNotification: NSObject, @unchecked Sendable {
  public typealias ID = CKNotificationID

  open var notificationType: NotificationType { .readNotification }
  /// Identifies the push.
  public let notificationID: ID?
  public let containerIdentifier: String?
  public let subscriptionID: CKSubscription.ID?
  /// The user who saved the subscription.
  public let subscriptionOwnerUserRecordID: CKRecordID?
  /// Whether values were left out of the push because it would have been too large.
  public let isPruned: Bool
  public let alertBody: String?
  public let alertLocalizationKey: String?
  public let alertLocalizationArgs: [String]?
  public let alertActionLocalizationKey: String?
  public let alertLaunchImage: String?
  public let title: String?
  public let titleLocalizationKey: String?
  public let titleLocalizationArgs: [String]?
  public let subtitle: String?
  public let subtitleLocalizationKey: String?
  public let subtitleLocalizationArgs: [String]?
  public let badge: NSNumber?
  public let soundName: String?
  public let category: String?

  /// The kinds of pushes (Apple: `CKNotification.NotificationType`).
  public enum NotificationType: Int, Sendable {
    case query = 1
    case recordZone = 2
    case readNotification = 3
    case database = 4
  }

  /// Reads what all kinds have.
  ///
  /// - Parameter cause: The dictionary with the subscription's ID.
  fileprivate init(_ push: Push, _ cause: PushPayload?) {
    let ck = push.ck
    notificationID = ck.string("nid").map { ID($0) }
    containerIdentifier = ck.string("cid")
    subscriptionID = cause?.string("sid")
    subscriptionOwnerUserRecordID = ck.string("ckuserid").map { CKRecordID(recordName: $0) }
    isPruned = ck.has("p")
    let aps = push.aps
    let alert = aps?.dictionary("alert")
    alertBody = alert?.string("body") ?? aps?.string("alert")
    alertLocalizationKey = alert?.string("loc-key")
    alertLocalizationArgs = alert?.strings("loc-args")
    alertActionLocalizationKey = alert?.string("action-loc-key")
    alertLaunchImage = alert?.string("launch-image")
    title = alert?.string("title")
    titleLocalizationKey = alert?.string("title-loc-key")
    titleLocalizationArgs = alert?.strings("title-loc-args")
    subtitle = alert?.string("subtitle")
    subtitleLocalizationKey = alert?.string("subtitle-loc-key")
    subtitleLocalizationArgs = alert?.strings("subtitle-loc-args")
    badge = aps?.number("badge")
    soundName = aps?.string("sound")
    category = aps?.string("category")
    super.init()
  }

  /// The dictionaries of a push.
  fileprivate struct Push {
    let ck: PushPayload
    let aps: PushPayload?

    /// Nil if the push is not one of CloudKit.
    init?(_ dictionary: [AnyHashable: Any]) {
      guard let push = PushPayload(dictionary), let ck = push.dictionary("ck") else { return nil }
      self.ck = ck
      aps = push.dictionary("aps")
    }

    /// The notification of the kind that the push has.
    var notification: CKNotification {
      if let cause = ck.dictionary("qry") { return CKQueryNotification(self, cause) }
      if let cause = ck.dictionary("fet") { return CKRecordZoneNotification(self, cause) }
      if let cause = ck.dictionary("met") { return CKDatabaseNotification(self, cause) }
      return CKNotification(self, nil)
    }

    /// The zone of a cause; a zone of the subscription's owner is one of the current user.
    func zoneID(_ cause: PushPayload) -> CKRecordZoneID? {
      guard let name = cause.string("zid") else { return nil }
      let owner = cause.string("zoid")
      let isOwn = owner == nil || owner == ck.string("ckuserid") || owner == "_defaultOwner"
      return CKRecordZoneID(
        zoneName: name, ownerName: isOwn ? CKCurrentUserDefaultName : owner ?? "")
    }
  }
}

/// Makes notifications. An initialiser of a protocol may return an object of a subclass, an
/// initialiser of a class may not.
public protocol _CKNotificationCluster {}

extension _CKNotificationCluster {
  /// Creates the notification of a push (Apple:
  /// `CKNotification.init(fromRemoteNotificationDictionary:)`), an object of the subclass for its
  /// kind. Nil if the push is not one of CloudKit, or not of the class that is asked.
  public init?(fromRemoteNotificationDictionary notificationDictionary: [AnyHashable: Any]) {
    guard
      let notification = CKNotification.Push(notificationDictionary)?.notification as? Self
    else { return nil }
    self = notification
  }
}

extension CKNotification: _CKNotificationCluster {}

/// The push of a query subscription (Apple: `CKQueryNotification`).
open class CKQueryNotification: CKNotification, @unchecked Sendable {
  open override var notificationType: NotificationType { .query }
  /// The change.
  public let queryNotificationReason: Reason
  /// The record that changed.
  public let recordID: CKRecordID?
  /// The values of the fields that the subscription asks for.
  public let recordFields: [String: Any]?
  /// The database of the record.
  public let databaseScope: CKDatabase.Scope

  /// The changes of a record (Apple: `CKQueryNotification.Reason`).
  public enum Reason: Int, Sendable {
    case recordCreated = 1
    case recordUpdated = 2
    case recordDeleted = 3
  }

  fileprivate init(_ push: Push, _ cause: PushPayload) {
    queryNotificationReason = cause.integer("fo").flatMap(Reason.init) ?? .recordCreated
    let zoneID = push.zoneID(cause)
    recordID = cause.string("rid").map { CKRecordID(recordName: $0, zoneID: zoneID ?? .default) }
    recordFields = cause.dictionary("af")?.fields
    databaseScope = CKDatabase.Scope(pushNumber: cause.integer("dbs")) ?? .private
    super.init(push, cause)
  }
}

/// The push of a zone subscription (Apple: `CKRecordZoneNotification`).
open class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
  open override var notificationType: NotificationType { .recordZone }
  /// The zone that changed.
  public let recordZoneID: CKRecordZoneID?
  /// The database of the zone.
  public let databaseScope: CKDatabase.Scope

  fileprivate init(_ push: Push, _ cause: PushPayload) {
    recordZoneID = push.zoneID(cause)
    databaseScope = CKDatabase.Scope(pushNumber: cause.integer("dbs")) ?? .private
    super.init(push, cause)
  }
}

/// The push of a database subscription (Apple: `CKDatabaseNotification`).
open class CKDatabaseNotification: CKNotification, @unchecked Sendable {
  open override var notificationType: NotificationType { .database }
  /// The database that changed.
  public let databaseScope: CKDatabase.Scope

  fileprivate init(_ push: Push, _ cause: PushPayload) {
    databaseScope = CKDatabase.Scope(pushNumber: cause.integer("dbs")) ?? .private
    super.init(push, cause)
  }
}
