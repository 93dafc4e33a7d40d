/// `zones/modify`: creates and deletes custom zones (DOC WS:ModifyZones), and removes the caller
/// from shared ones.
public struct ModifyZones: Operation {
  public static let name = "zones/modify"
  static let access = OperationAccess.account
  static var partialFailureText: String { ServerText.someZonesNotModified }
  static var blockNames: BlockNames { .modification }

  public enum Kind: String, Sendable, CaseIterable {
    case create
    case delete
  }

  public struct Item: Sendable {
    public var kind: Kind
    public var zoneID: ZoneID
    /// That of a zone that is created. Nil means the scope of an existing zone, or `perRecord`.
    public var encryptionScope: EncryptionScope?

    public init(_ kind: Kind, _ zoneID: ZoneID, encryptionScope: EncryptionScope? = nil) {
      self.kind = kind
      self.zoneID = zoneID
      self.encryptionScope = encryptionScope
    }
  }

  public enum Outcome: Sendable {
    case created(ZoneDescription)
    case deleted(ZoneID)
  }

  public var items: [Item]

  public init(_ items: [Item]) { self.items = items }

  var itemCount: Int { items.count }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: items.count, in: world) { items[$0].zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Outcome>] {
    let zoneIDs = items.map { context.resolved($0.zoneID, in: world) }
    try zoneIDs.refuseDuplicates()
    var results: [ItemResult<Outcome>] = []
    for (index, (item, zoneID)) in zip(items, zoneIDs).enumerated() {
      results.append(
        ItemResult(.zone(zoneID)) { () throws(CloudError) in
          let action: FaultAction = item.kind == .delete ? .delete : .save
          try session.reach(.item(FaultItem(action, .zone(zoneID), position: index + 1)))
          return try run(item, zoneID, in: &world, as: context)
        })
    }
    return results
  }

  func hasTokens(_ answer: [ItemResult<Outcome>]) -> Bool {
    answer.contains { if case .success(.created) = $0 { true } else { false } }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Outcome>], to parts: inout Parts
  ) {
    parts.list(.zones, answer) { outcome in
      switch outcome {
      case .created(let zone): .zone(zone)
      case .deleted(let zoneID): .deletedZone(zoneID)
      }
    }
  }

  private func run(
    _ item: Item, _ zoneID: ZoneID, in world: inout World, as context: CallContext
  ) throws(CloudError) -> Outcome {
    if context.scope == .shared {
      guard item.kind == .delete else {
        throw CloudError(.permissionFailure, ServerText.noZoneSavesInShared)
      }
      try leave(zoneID, in: &world, as: context)
      return .deleted(zoneID)
    }
    let key = try databaseOfCustomZones(zoneID, world, context)
    let database = world.database(key)
    let known = database.zones[zoneID.zoneName]
    switch item.kind {
    case .create:
      if let known, let wanted = item.encryptionScope, wanted != known.encryptionScope {
        throw CloudError(
          .serverRejectedRequest, ServerText.encryptionScopeIsFixed(known.encryptionScope))
      }
      if database.lost[zoneID.zoneName] == .encryptedDataReset {
        throw database.refusal(ofZone: zoneID)
      }
      let lifetime = world.tokenLifetime
      return world.withDatabase(key) { database in
        if known == nil {
          database.createZone(named: zoneID.zoneName, item.encryptionScope ?? .perRecord)
        }
        let zone = database.zones[zoneID.zoneName] ?? Zone(zoneID: zoneID, incarnation: 0)
        return .created(
          ZoneDescription(VisibleZone(zone: zone, access: .owner), in: key, lifetime))
      }
    case .delete:
      guard known != nil || database.lost[zoneID.zoneName] != nil else {
        throw database.refusal(ofZone: zoneID)
      }
      guard !zoneID.isDefault else {
        throw CloudError(.invalidArguments, ServerText.defaultZoneDeletion)
      }
      world.withDatabase(key) { $0.removeZone(named: zoneID.zoneName, because: .deleted) }
      return .deleted(zoneID)
    }
  }

  /// Removes the caller from the shares of a zone that is shared with the caller. Participants leave
  /// in this way (LOG, PORT).
  private func leave(
    _ zoneID: ZoneID, in world: inout World, as context: CallContext
  ) throws(CloudError) {
    _ = try world.zone(zoneID, as: context)
    guard let user = context.userRecordName, let key = context.databaseKey(holding: zoneID) else {
      return
    }
    var effects = RecordEffects(savingItems: nil)
    world.withZone(zoneID, in: key) { zone in
      for (name, _) in zone.shareNames
      where zone.records[name]?.record.share?.participant(user)?.acceptance == .accepted {
        effects.leave(name, user, in: &zone)
      }
    }
  }

  /// Returns the private database, the only one in which users can create and delete zones (DOC).
  private func databaseOfCustomZones(
    _ zoneID: ZoneID, _ world: borrowing World, _ context: CallContext
  ) throws(CloudError) -> DatabaseKey {
    if let refusal = NameRules.refusal(zoneName: zoneID.zoneName, limit: world.limits.nameLength) {
      throw CloudError(.invalidArguments, refusal)
    }
    switch context.scope {
    case .public where !zoneID.isDefault:
      throw CloudError(
        .invalidArguments,
        "The public database has only the default zone; custom zones belong to the private database"
      )
    case .public, .private, .shared: break
    }
    guard let key = context.databaseKey else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    guard zoneID.ownerName == key.owner ?? OwnerAlias.publicOwner else {
      throw CloudError(
        .invalidArguments,
        ServerText.zoneOfOther(zoneID) + world.hint(toZone: zoneID, as: context))
    }
    return key
  }
}
