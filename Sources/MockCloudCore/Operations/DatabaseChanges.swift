/// A page of the zones that changed.
public struct DatabaseChanges: Sendable {
  public enum Change: Sendable {
    case saved(ZoneID)
    case deleted(ZoneID, ZoneDeletionReason)
  }

  public let zones: [Change]
  /// Asks for what comes after this page.
  public let syncToken: String
  public let moreComing: Bool

  init(
    after token: String?, limit: Int?, _ world: borrowing World, _ context: CallContext
  ) throws(CloudError) {
    let limit = try context.pageLimit(limit, in: world)
    let (page, next) = try world.zoneFeed(as: context).page(after: token, limit: limit)
    zones = page.changes.map { change in
      switch change {
      case .saved(let zoneID): .saved(zoneID)
      case .deleted(let zoneID, let reason): .deleted(zoneID, reason)
      }
    }
    syncToken = next
    moreComing = page.moreComing
  }
}

/// `changes/database`: which zones changed (DOC WS, CKFetchDatabaseChangesOperation).
public struct FetchDatabaseChanges: Operation {
  public static let name = "changes/database"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing

  /// Nil, or an empty text, asks for the zones that there are.
  public var syncToken: String?
  /// At most this many zones in one answer; the server's page size caps it.
  public var resultsLimit: Int?

  public init(syncToken: String? = nil, resultsLimit: Int? = nil) {
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
  }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> DatabaseChanges {
    try DatabaseChanges(after: syncToken, limit: resultsLimit, world, context)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: DatabaseChanges, to parts: inout Parts
  ) {
    parts.beginList(.zones)
    for zone in answer.zones { parts.item(.zoneChange(zone)) }
    parts.endList()
    parts.member(.syncToken(answer.syncToken))
    parts.member(.moreComing(answer.moreComing))
  }
}

/// `zones/changes`: the same under the names that Web Services had first (deprecated there).
public struct FetchChangedZones: Operation {
  public static let name = "zones/changes"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing

  public var metaSyncToken: String?
  public var resultsLimit: Int?

  public init(metaSyncToken: String? = nil, resultsLimit: Int? = nil) {
    self.metaSyncToken = metaSyncToken
    self.resultsLimit = resultsLimit
  }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> DatabaseChanges {
    try DatabaseChanges(after: metaSyncToken, limit: resultsLimit, world, context)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: DatabaseChanges, to parts: inout Parts
  ) {
    parts.beginList(.zones)
    for zone in answer.zones { parts.item(.zoneChange(zone)) }
    parts.endList()
    parts.member(.metaSyncToken(answer.syncToken))
    parts.member(.moreComing(answer.moreComing))
  }
}
