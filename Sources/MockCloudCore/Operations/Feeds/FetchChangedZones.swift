/// `zones/changes`: `changes/database` with the original names of Web Services (deprecated there).
public struct FetchChangedZones: Operation {
  public static let name = "zones/changes"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing
  static var blockNames: BlockNames { .databaseChanges }

  public var metaSyncToken: String?
  public var resultsLimit: Int?

  public init(metaSyncToken: String? = nil, resultsLimit: Int? = nil) {
    self.metaSyncToken = metaSyncToken
    self.resultsLimit = resultsLimit
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> DatabaseChanges {
    try DatabaseChanges(after: metaSyncToken, limit: resultsLimit, world, context, &session)
  }

  func hasTokens(_ answer: DatabaseChanges) -> Bool { true }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: DatabaseChanges, to parts: inout Parts
  ) {
    parts.beginList(.zones)
    for zone in answer.zones { parts.item(.zoneChange(zone)) }
    parts.endList()
    parts.member(.metaSyncToken(answer.syncToken))
    parts.member(.moreComing(answer.moreComing))
  }
}
