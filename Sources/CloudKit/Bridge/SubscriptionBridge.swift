internal import Foundation
internal import MockCloudCore

extension CKSubscription {
  /// The subscription of an answer.
  static func of(_ subscription: Subscription, _ viewpoint: Viewpoint) -> CKSubscription {
    let name = subscription.subscriptionID.text
    let zoneID = subscription.zoneID.map { CKRecordZoneID($0, viewpoint) }
    let type = subscription.recordType?.text
    let result: CKSubscription
    switch subscription.kind {
    case .query:
      let format = subscription.query.flatMap { PredicateText.write($0.predicate) }
      let query = CKQuerySubscription(
        recordType: subscription.query?.recordType.text ?? "",
        predicate: NSPredicate(format ?? "TRUEPREDICATE", viewpoint), subscriptionID: name,
        options: CKQuerySubscription.Options(subscription))
      query.zoneID = zoneID
      result = query
    case .zone:
      let zone = CKRecordZoneSubscription(zoneID: zoneID ?? .default, subscriptionID: name)
      zone.recordType = type
      result = zone
    case .database:
      let database = CKDatabaseSubscription(subscriptionID: name)
      database.recordType = type
      result = database
    }
    result.notificationInfo = subscription.notificationInfo.map { CKNotificationInfo($0) }
    return result
  }

  /// The subscription in a request.
  func draft() throws(CKError) -> SubscriptionDraft {
    var draft = SubscriptionDraft(nil, subscriptionID: SubscriptionID(subscriptionID))
    draft.notificationInfo = notificationInfo?.inCore
    switch self {
    case let query as CKQuerySubscription:
      draft.kind = .query
      draft.query = Query(recordType: RecordTypeName(query.recordType ?? ""))
      draft.predicate = try query.predicate.inCore()
      draft.zoneID = query.zoneID?.inCore
      draft.zoneWide = query.zoneID == nil ? true : nil
      draft.firesOn = query.querySubscriptionOptions.triggers
      draft.firesOnce = query.querySubscriptionOptions.contains(.firesOnce)
    case let zone as CKRecordZoneSubscription:
      draft.kind = .zone
      draft.zoneID = zone.zoneID.inCore
      draft.recordType = zone.recordType.map { RecordTypeName($0) }
    case let database as CKDatabaseSubscription:
      draft.kind = .database
      draft.recordType = database.recordType.map { RecordTypeName($0) }
    default:
      throw CKError(unsendable: "the subscription '\(subscriptionID)' has no kind")
    }
    return draft
  }
}

extension CKQuerySubscription.Options {
  fileprivate init(_ subscription: Subscription) {
    self = subscription.firesOnce ? .firesOnce : []
    for trigger in subscription.firesOn {
      switch trigger {
      case .create: insert(.firesOnRecordCreation)
      case .update: insert(.firesOnRecordUpdate)
      case .delete: insert(.firesOnRecordDeletion)
      }
    }
  }

  fileprivate var triggers: [Subscription.Trigger] {
    var triggers: [Subscription.Trigger] = []
    if contains(.firesOnRecordCreation) { triggers.append(.create) }
    if contains(.firesOnRecordUpdate) { triggers.append(.update) }
    if contains(.firesOnRecordDeletion) { triggers.append(.delete) }
    return triggers
  }
}

extension CKNotificationInfo {
  convenience init(_ info: NotificationInfo) {
    self.init()
    alertBody = info.alertBody
    alertLocalizationKey = info.alertLocalizationKey
    alertLocalizationArgs = info.alertLocalizationArgs
    title = info.title
    titleLocalizationKey = info.titleLocalizationKey
    titleLocalizationArgs = info.titleLocalizationArgs
    subtitle = info.subtitle
    subtitleLocalizationKey = info.subtitleLocalizationKey
    subtitleLocalizationArgs = info.subtitleLocalizationArgs
    alertActionLocalizationKey = info.alertActionLocalizationKey
    alertLaunchImage = info.alertLaunchImage
    soundName = info.soundName
    desiredKeys = info.additionalFields
    shouldBadge = info.shouldBadge
    shouldSendContentAvailable = info.shouldSendContentAvailable
    shouldSendMutableContent = info.shouldSendMutableContent
    category = info.category
    collapseIDKey = info.collapseIDKey
  }

  /// The push in a request. Empty lists are none.
  var inCore: NotificationInfo {
    func list(_ keys: [String]?) -> [String]? { keys?.isEmpty == true ? nil : keys }
    var info = NotificationInfo()
    info.alertBody = alertBody
    info.alertLocalizationKey = alertLocalizationKey
    info.alertLocalizationArgs = list(alertLocalizationArgs)
    info.title = title
    info.titleLocalizationKey = titleLocalizationKey
    info.titleLocalizationArgs = list(titleLocalizationArgs)
    info.subtitle = subtitle
    info.subtitleLocalizationKey = subtitleLocalizationKey
    info.subtitleLocalizationArgs = list(subtitleLocalizationArgs)
    info.alertActionLocalizationKey = alertActionLocalizationKey
    info.alertLaunchImage = alertLaunchImage
    info.soundName = soundName
    info.additionalFields = list(desiredKeys)
    info.shouldBadge = shouldBadge
    info.shouldSendContentAvailable = shouldSendContentAvailable
    info.shouldSendMutableContent = shouldSendMutableContent
    info.category = category
    info.collapseIDKey = collapseIDKey
    return info
  }
}
