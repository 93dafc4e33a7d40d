/// What a push brings to a device. It becomes JSON when it is taken, not when it is sent.
public enum Push: Sendable {
  /// Made in this cloud. The badge is the number on the app's icon, where the subscription asks for
  /// one: all else is the same on every device.
  case made(Notice, badge: Int?)
  /// The payload of a push that was on its way when a state document was written. Nothing else is
  /// known of it.
  case loaded(payload: [UInt8])
}

/// What a subscriber is notified of: why one of the subscriptions fired.
public final class Notice: Sendable {
  /// The notification's identifier.
  public let id: String
  /// The subscription that fired, as it was then.
  public let subscription: Subscription
  /// What it fired for.
  public let cause: Cause
  let owner: SubscriptionOwner

  /// What makes a subscription fire.
  public enum Cause: Sendable {
    /// A record that matches a query: as it is, or as it was before it was deleted. The fields are
    /// those that the push can show and the subscription's `notificationInfo` names.
    case record(RecordID, fields: [Field], Subscription.Trigger)
    /// Changes in a zone.
    case zone(ZoneID)
  }

  init(
    _ cause: Cause, firing subscription: Subscription, of owner: SubscriptionOwner, id: String
  ) {
    self.id = id
    self.subscription = subscription
    self.cause = cause
    self.owner = owner
  }

  /// The identifier of the container that the subscription is for.
  public var container: String { owner.container.text }
  /// The environment of the container.
  public var environment: Environment { owner.environment }
  /// The database of the subscription, as the subscriber sees it.
  public var database: DatabaseScope { owner.scope }
  /// The record name of the subscriber.
  public var userRecordName: String { owner.userRecordName }
}

extension Notice.Cause {
  /// What a subscription reports of a record. Only the fields that it shows are kept: a push may wait
  /// for long, and the record may be large.
  static func record(
    _ record: Record, _ trigger: Subscription.Trigger, showing names: Set<String>
  ) -> Self {
    var fields: [Field] = []
    if !names.isEmpty { fields = record.fields.filter { $0.isShown(among: names) } }
    return .record(record.recordID, fields: fields, trigger)
  }
}

extension NotificationInfo {
  /// The names of the fields that a push is to show.
  var shownFields: Set<String> {
    let lists = [
      additionalFields, alertLocalizationArgs, subtitleLocalizationArgs, titleLocalizationArgs,
    ]
    return Set(lists.lazy.compactMap { $0 }.joined())
  }
}

extension Field {
  /// Whether a push can show the field and these names ask for it.
  fileprivate func isShown(among names: Set<String>) -> Bool {
    Steps.take()
    return !isEncrypted && value.type.fitsIntoPush && names.contains(name)
  }
}

extension FieldType {
  /// Whether a push can carry values of the type: text, numbers, places, dates, references (DOC).
  var fitsIntoPush: Bool {
    switch self {
    case .string, .int64, .double, .timestamp, .reference, .location: true
    default: false
    }
  }
}
