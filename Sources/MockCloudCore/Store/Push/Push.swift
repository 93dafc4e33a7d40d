/// The content of a push. It is encoded as JSON when the event is taken.
public enum Push: Sendable {
  /// A push of this cloud. The badge is the number on the app's icon, if the subscription has one;
  /// everything else is the same on every device.
  case made(Notice, badge: Int?)
  /// The payload of a push from a state document, which has nothing else.
  case loaded(payload: [UInt8])
}

/// A notification of a subscriber: the reason why a subscription fired.
public final class Notice: Sendable {
  /// The notification's identifier.
  public let id: String
  /// The subscription at the time when it fired.
  public let subscription: Subscription
  /// The reason why it fired.
  public let cause: Cause
  let owner: SubscriptionOwner

  /// The reason why a subscription fires.
  public enum Cause: Sendable {
    /// A record that matches a query: its current version, or the last one before its deletion. The
    /// fields are those that the subscription's `notificationInfo` names and that a push can have.
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

  /// The identifier of the subscription's container.
  public var container: ContainerIdentifier { owner.container }
  /// The environment of the container.
  public var environment: Environment { owner.environment }
  /// The database of the subscription, as the subscriber sees it.
  public var database: DatabaseScope { owner.scope }
  /// The record name of the subscriber.
  public var userRecordName: UserRecordName { owner.userRecordName }
}

extension Notice.Cause {
  /// Returns the cause for a record. Only the fields of the push are kept: a push may wait for a
  /// long time, and the record may be large.
  static func record(
    _ record: Record, _ trigger: Subscription.Trigger, showing names: Set<String>
  ) -> Self {
    var fields: [Field] = []
    if !names.isEmpty { fields = record.fields.filter { $0.isShown(among: names) } }
    return .record(record.recordID, fields: fields, trigger)
  }
}

extension NotificationInfo {
  /// The names of the fields that are included in a push.
  var shownFields: Set<String> {
    let lists = [
      additionalFields, alertLocalizationArgs, subtitleLocalizationArgs, titleLocalizationArgs,
    ]
    return Set(lists.lazy.compactMap { $0 }.joined())
  }
}

extension Field {
  /// Whether the field is among these names and has a type that a push can have.
  fileprivate func isShown(among names: Set<String>) -> Bool {
    Steps.take()
    return !isEncrypted && value.type.fitsIntoPush && names.contains(name)
  }
}

extension FieldType {
  /// Whether a push can have values of the type: text, numbers, places, dates, references (DOC).
  var fitsIntoPush: Bool {
    switch self {
    case .string, .int64, .double, .timestamp, .reference, .location: true
    default: false
    }
  }
}
