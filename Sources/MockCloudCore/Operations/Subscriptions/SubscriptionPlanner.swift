/// Makes a subscription from a client's draft, or throws the reason why it is invalid.
struct SubscriptionPlanner {
  let context: CallContext
  /// Whether named zones and record types must exist; a seed may name those that are created later.
  var checksTargets = true

  func subscription(
    _ draft: SubscriptionDraft, named id: SubscriptionID, in world: borrowing World
  ) throws(CloudError) -> Subscription {
    guard let kind = draft.kind else {
      throw CloudError(.invalidArguments, "Invalid subscription: it needs a subscriptionType")
    }
    try checkName(id, in: world)
    try checkDatabase(of: kind)
    try checkMembers(of: draft, kind)
    return Subscription(
      subscriptionID: id, kind: kind, zoneID: try zone(of: draft, kind, in: world),
      query: try query(of: draft, in: world),
      firesOn: kind == .query ? try triggers(draft.firesOn) : [],
      firesOnce: draft.firesOnce ?? false, zoneWide: draft.zoneWide ?? false,
      recordType: try recordType(of: draft, in: world),
      notificationInfo: try notificationInfo(of: draft, in: world))
  }

  private func checkName(_ id: SubscriptionID, in world: borrowing World) throws(CloudError) {
    if let refusal = NameRules.refusal(subscriptionID: id, limit: world.limits.nameLength) {
      throw CloudError(.invalidArguments, refusal)
    }
  }

  /// Checks that the database supports the kind of subscription (DOC CKQuerySubscription,
  /// CKRecordZoneSubscription, CKDatabaseSubscription).
  private func checkDatabase(of kind: Subscription.Kind) throws(CloudError) {
    let isAllowed =
      switch context.scope {
      case .private: true
      case .public: kind == .query
      case .shared: kind == .database
      }
    guard isAllowed else {
      throw CloudError(
        .invalidArguments,
        "The \(context.scope.rawValue) database does not support \(kind.rawValue) subscriptions; "
          + "expected a \(context.scope == .public ? "query" : "database") subscription")
    }
  }

  /// Refuses properties that only other kinds of subscriptions have.
  private func checkMembers(
    of draft: SubscriptionDraft, _ kind: Subscription.Kind
  ) throws(CloudError) {
    let isForeign: [(name: String, isForeign: Bool)] = [
      ("query", draft.query != nil && kind != .query),
      ("firesOn", draft.firesOn != nil && kind != .query),
      ("firesOnce", draft.firesOnce == true && kind != .query),
      ("zoneWide", draft.zoneWide == true && kind == .zone),
      ("zoneID", draft.zoneID != nil && kind == .database),
      ("recordType", draft.recordType != nil && kind == .query),
    ]
    if let member = isForeign.first(where: \.isForeign) {
      throw CloudError(
        .invalidArguments,
        "Invalid subscription: '\(member.name)' is not valid in a \(kind.rawValue) subscription; leave it "
          + "out")
    }
  }

  private func zone(
    of draft: SubscriptionDraft, _ kind: Subscription.Kind, in world: borrowing World
  ) throws(CloudError) -> ZoneID? {
    guard let requested = draft.zoneID else {
      guard kind == .zone else { return nil }
      throw CloudError(
        .invalidArguments, "Invalid subscription: a zone subscription needs a zoneID")
    }
    let zoneID = context.resolved(requested, in: world)
    if let refusal = NameRules.refusal(zoneName: zoneID.zoneName, limit: world.limits.nameLength) {
      throw CloudError(.invalidArguments, refusal)
    }
    if kind == .zone, zoneID.isDefault {
      throw CloudError(.serverRejectedRequest, ServerText.noSyncInDefaultZone)
    }
    if checksTargets { _ = try world.zone(zoneID, as: context) }
    return zoneID
  }

  private func query(
    of draft: SubscriptionDraft, in world: borrowing World
  ) throws(CloudError) -> Query? {
    guard draft.kind == .query else { return nil }
    guard let query = draft.query else {
      throw CloudError(
        .invalidArguments, "Invalid subscription: a query subscription needs a query")
    }
    try query.checkType()
    if world.schema(of: context.schemaKey).type(named: query.recordType) == nil {
      if !checksTargets {
        do throws(QueryRefusal) {
          return try query.reading(draft.predicate, now: world.clock.now)
        } catch {
          throw CloudError(error)
        }
      }
      if context.environment == .production {
        throw CloudError(
          .invalidArguments,
          ServerText.noNewSubscription(
            because: "\(query.recordType) is not a record type of production"))
      }
    }
    return try checked(query, of: draft, in: world)
  }

  private func checked(
    _ query: Query, of draft: SubscriptionDraft, in world: borrowing World
  ) throws(CloudError) -> Query {
    let type = world.schema(of: context.schemaKey).type(named: query.recordType)
    if let type {
      // The subscriber's permission to read a record is checked again for each push.
      _ = try RecordAccess(of: context, in: world).readCondition(of: type)
    }
    let isDeployed = context.environment == .production
    let checked = try query.checked(
      inferring: draft.inferredFilters, reading: draft.predicate,
      for: isDeployed ? .deployedSubscription : .subscription, in: world, as: context)
    if isDeployed, context.scope == .public, let type {
      try checkPublic(checked, of: type)
    }
    return checked
  }

  /// Refuses the queries that production's public database was seen to refuse, whatever the indexes
  /// are: all records, a reference, a member of a list (LIVE, LOG).
  private func checkPublic(_ query: Query, of type: RecordType) throws(CloudError) {
    var reason: String?
    if query.predicate == .everything {
      reason = "the public database needs a condition"
    }
    for filter in query.predicate.filters {
      guard case .field(let name) = filter.key, let field = type.field(named: name)
      else { continue }
      if field.type == .reference, filter.comparator == .equals {
        reason = "the public database refuses EQUALS on the REFERENCE '\(name)'"
      } else if filter.comparator == .listContains {
        reason = "the public database refuses LIST_CONTAINS on '\(name)'"
      }
    }
    guard let reason else { return }
    throw CloudError(.invalidArguments, ServerText.noNewSubscription(because: reason))
  }

  private func triggers(
    _ asked: [Subscription.Trigger]?
  ) throws(CloudError) -> [Subscription.Trigger] {
    guard let asked else { return Subscription.Trigger.allCases }
    guard !asked.isEmpty else {
      throw CloudError(
        .invalidArguments,
        "Invalid subscription: a query subscription must fire on something; expected create, update or "
          + "delete in 'firesOn'")
    }
    return Subscription.Trigger.allCases.filter(asked.contains)
  }

  private func recordType(
    of draft: SubscriptionDraft, in world: borrowing World
  ) throws(CloudError) -> RecordTypeName? {
    guard let type = draft.recordType else { return nil }
    if let refusal = NameRules.refusal(recordType: type, limit: world.limits.nameLength) {
      throw CloudError(.invalidArguments, refusal)
    }
    return type
  }

  /// Returns the notification settings. A push has at most three fields, of simple types (DOC
  /// CKSubscription.NotificationInfo).
  private func notificationInfo(
    of draft: SubscriptionDraft, in world: borrowing World
  ) throws(CloudError) -> NotificationInfo? {
    guard let info = draft.notificationInfo else { return nil }
    let fields = info.additionalFields ?? []
    guard fields.count <= NotificationInfo.additionalFieldsLimit else {
      throw CloudError(
        .invalidArguments,
        ServerText.tooManyAdditionalFields(
          fields.count, limit: NotificationInfo.additionalFieldsLimit))
    }
    let type = draft.query.flatMap {
      world.schema(of: context.schemaKey).type(named: $0.recordType.text)
    }
    guard let type else { return info }
    for name in fields {
      guard let field = type.field(named: name) else { continue }
      guard !field.isEncrypted, field.type.fitsIntoPush else {
        let typeName = QueryableField(field.type, isEncrypted: field.isEncrypted).typeName
        throw CloudError(
          .invalidArguments,
          "Invalid notificationInfo: field '\(name)' of type \(typeName) cannot be an additional "
            + "field")
      }
    }
    if context.environment == .production, checksTargets { try checkNames(of: info, type) }
    return info
  }

  /// Refuses names that production does not have: of additional fields, and of fields whose values
  /// the alert shows (LOG).
  private func checkNames(of info: NotificationInfo, _ type: RecordType) throws(CloudError) {
    for name in info.fieldNames where type.field(named: name) == nil {
      throw CloudError(
        .invalidArguments,
        ServerText.additionalFieldNotFound(name, recordType: RecordTypeName(type.name)))
    }
  }
}
