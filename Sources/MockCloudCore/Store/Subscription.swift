/// What a user wants to be notified of.
public struct Subscription: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Records of one type that match a query.
    case query
    /// Everything in one custom zone.
    case zone
    /// Everything in all custom zones of a database.
    case database
  }

  /// What happens to a record.
  public enum Trigger: String, Sendable, CaseIterable {
    case create
    case update
    case delete
  }

  public let subscriptionID: String
  public let kind: Kind
  /// Nil in a query subscription means every zone.
  public let zoneID: ZoneID?
  /// Set in query subscriptions and only there.
  public let query: Query?
  /// In the order of `Trigger`; of query subscriptions only.
  public let firesOn: [Trigger]
  /// Whether the subscription goes with its first push.
  public let firesOnce: Bool
  public let zoneWide: Bool
  /// Narrows a zone or database subscription to records of one type.
  public let recordType: String?
  /// Without it nothing is pushed (DOC).
  public let notificationInfo: NotificationInfo?

  /// Whether both would push for the same changes: everything counts but the name and the form of
  /// the push.
  func isDuplicate(of other: Subscription) -> Bool {
    kind == other.kind && zoneID == other.zoneID && query == other.query
      && firesOn == other.firesOn && recordType == other.recordType
  }

  /// The rule that was probed on the live Web Services: one subscription per record type and set of
  /// triggers (LIVE MISTKIT).
  func sharesTypeAndTriggers(with other: Subscription) -> Bool {
    guard let query, let others = other.query else { return isDuplicate(of: other) }
    return query.recordType == others.recordType && firesOn == other.firesOn
  }
}

/// A subscription as a client sends it.
public struct SubscriptionDraft: Sendable {
  /// Nil lets the service choose a name.
  public var subscriptionID: String?
  public var kind: Subscription.Kind?
  public var zoneID: ZoneID?
  public var query: Query?
  /// Places of filters whose values name no type: the type of the field wins.
  var inferredFilters: Set<Int> = []
  /// The query's condition as predicate text; it takes the place of the query's own.
  public var predicate: PredicateText.Format?
  /// Nil means all.
  public var firesOn: [Subscription.Trigger]?
  public var firesOnce: Bool?
  public var zoneWide: Bool?
  public var recordType: String?
  public var notificationInfo: NotificationInfo?

  public init(_ kind: Subscription.Kind?, subscriptionID: String? = nil) {
    self.kind = kind
    self.subscriptionID = subscriptionID
  }
}
