/// `zones/list`: returns all zones of the database, sorted by name.
public struct ListZones: Operation {
  public static let name = "zones/list"
  static let access = OperationAccess.publicRead
  static let effect = OperationEffect.nothing

  public init() {}

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ZoneDescription>] {
    let lifetime = world.tokenLifetime
    return world.zones(as: context).map {
      .success(ZoneDescription($0.zone, in: $0.database, lifetime))
    }
  }

  func hasTokens(_ answer: [ItemResult<ZoneDescription>]) -> Bool { answer.hasTokens }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<ZoneDescription>], to parts: inout Parts
  ) {
    parts.list(.zones, answer) { .zone($0) }
  }
}
