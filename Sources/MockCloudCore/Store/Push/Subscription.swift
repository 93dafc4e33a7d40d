/// A subscription: the changes of which a user is notified.
public struct Subscription: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Records of one type that match a query.
    case query
    /// All changes in one custom zone.
    case zone
    /// All changes in the custom zones of a database.
    case database
  }

  /// A change of a record.
  public enum Trigger: String, Sendable, CaseIterable {
    case create
    case update
    case delete
  }

  public let subscriptionID: SubscriptionID
  public let kind: Kind
  /// Nil in a query subscription means all zones.
  public let zoneID: ZoneID?
  /// Set only in query subscriptions.
  public let query: Query?
  /// In the order of `Trigger`; set only in query subscriptions.
  public let firesOn: [Trigger]
  /// Whether the subscription is removed after its first push.
  public let firesOnce: Bool
  public let zoneWide: Bool
  /// Restricts a zone or database subscription to records of one type.
  public let recordType: RecordTypeName?
  /// Without it there are no pushes (DOC), unless `Limits.pushesWithoutInfo` is set.
  public let notificationInfo: NotificationInfo?

  /// Whether it has pushes.
  func fires(_ limits: Limits) -> Bool {
    notificationInfo?.isMute == false || limits.pushesWithoutInfo
  }

  /// Whether both have pushes for the same changes: all properties are compared except the name and
  /// the form of the push.
  func isDuplicate(of other: Subscription) -> Bool {
    kind == other.kind && zoneID == other.zoneID && query == other.query
      && firesOn == other.firesOn && recordType == other.recordType
  }

  /// Tests the rule found on the live Web Services: one subscription per record type and set of
  /// triggers (LIVE MISTKIT).
  func sharesTypeAndTriggers(with other: Subscription) -> Bool {
    guard let query, let others = other.query else { return isDuplicate(of: other) }
    return query.recordType == others.recordType && firesOn == other.firesOn
  }
}

/// A subscription as a client sends it.
public struct SubscriptionDraft: Sendable {
  /// Nil lets the service choose a name.
  public var subscriptionID: SubscriptionID?
  public var kind: Subscription.Kind?
  public var zoneID: ZoneID?
  public var query: Query?
  /// The indices of filters whose values name no type: they are converted to the type of the field.
  var inferredFilters: Set<Int> = []
  /// The query's condition as predicate text, which replaces the query's own.
  public var predicate: PredicateText.Format?
  /// Nil means all triggers.
  public var firesOn: [Subscription.Trigger]?
  public var firesOnce: Bool?
  public var zoneWide: Bool?
  public var recordType: RecordTypeName?
  public var notificationInfo: NotificationInfo?

  public init(_ kind: Subscription.Kind?, subscriptionID: SubscriptionID? = nil) {
    self.kind = kind
    self.subscriptionID = subscriptionID
  }
}
