/// `records/changes`: `changes/zone` for a single zone (deprecated in Web Services).
public struct FetchRecordChanges: Operation {
  public static let name = "records/changes"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someRecordsNotFetched }
  static var blockNames: BlockNames { .recordChanges }

  public var zoneID: ZoneID
  public var syncToken: String?
  public var options = ZoneChanges.Options()

  public init(_ zoneID: ZoneID, syncToken: String? = nil) {
    self.zoneID = zoneID
    self.syncToken = syncToken
  }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: 1, in: world) { _ in zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> ZoneChanges {
    let limit = try context.pageLimit(options.resultsLimit, in: world)
    guard context.scope != .private || !zoneID.isDefault else {
      throw CloudError(.invalidArguments, ServerText.noRecordChangesInDefaultZone)
    }
    return try ZoneChanges(
      of: context.resolved(zoneID, in: world), after: syncToken, limit: limit, options, world,
      context, &session)
  }

  func hasTokens(_ answer: ZoneChanges) -> Bool { true }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: ZoneChanges, to parts: inout Parts
  ) {
    answer.describe(to: &parts)
  }
}
