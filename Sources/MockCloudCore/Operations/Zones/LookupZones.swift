/// `zones/lookup`: returns zones by name.
public struct LookupZones: Operation {
  public static let name = "zones/lookup"
  static let access = OperationAccess.publicRead
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someZonesNotFetched }

  public var zoneIDs: [ZoneID]

  public init(_ zoneIDs: [ZoneID]) { self.zoneIDs = zoneIDs }

  var itemCount: Int { zoneIDs.count }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: zoneIDs.count, in: world) { zoneIDs[$0] }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ZoneDescription>] {
    return zoneIDs.enumerated().map { index, requested in
      let zoneID = context.resolved(requested, in: world)
      return ItemResult(.zone(zoneID)) { () throws(CloudError) in
        if let refusal = NameRules.refusal(
          zoneName: zoneID.zoneName, limit: world.limits.nameLength)
        {
          throw CloudError(.invalidArguments, refusal)
        }
        try session.reach(.item(FaultItem(.fetch, .zone(zoneID), position: index + 1)))
        let zone = try world.zone(zoneID, as: context)
        // `world.zone` succeeds only if there is a database.
        guard let key = context.databaseKey(holding: zoneID) else {
          throw CloudError(.zoneNotFound, ServerText.zoneNotFound(zoneID))
        }
        return ZoneDescription(zone, in: key, world.tokenLifetime)
      }
    }
  }

  func hasTokens(_ answer: [ItemResult<ZoneDescription>]) -> Bool { answer.hasTokens }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<ZoneDescription>], to parts: inout Parts
  ) {
    parts.list(.zones, answer) { .zone($0) }
  }
}
