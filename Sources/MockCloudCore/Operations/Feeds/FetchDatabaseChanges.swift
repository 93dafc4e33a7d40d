/// `changes/database`: lists changed zones (DOC WS, CKFetchDatabaseChangesOperation).
public struct FetchDatabaseChanges: Operation {
  public static let name = "changes/database"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing
  static var blockNames: BlockNames { .databaseChanges }

  /// Nil or an empty text lists all existing zones, and with `Limits.firstReading` at `history`
  /// deleted ones.
  public var syncToken: String?
  /// The maximum number of zones in one answer; the server's page size is an upper bound.
  public var resultsLimit: Int?

  public init(syncToken: String? = nil, resultsLimit: Int? = nil) {
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> DatabaseChanges {
    try DatabaseChanges(after: syncToken, limit: resultsLimit, world, context, &session)
  }

  func hasTokens(_ answer: DatabaseChanges) -> Bool { true }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: DatabaseChanges, to parts: inout Parts
  ) {
    parts.beginList(.zones)
    for zone in answer.zones { parts.item(.zoneChange(zone)) }
    parts.endList()
    parts.member(.syncToken(answer.syncToken))
    parts.member(.moreComing(answer.moreComing))
  }
}
