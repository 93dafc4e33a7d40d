/// A page of changed zones.
public struct DatabaseChanges: Sendable {
  public enum Change: Sendable {
    case saved(ZoneDescription)
    case deleted(ZoneID, ZoneDeletionReason)
  }

  public let zones: [Change]
  /// The token for the next page.
  public let syncToken: String
  public let moreComing: Bool

  init(
    after token: String?, limit: Int?, _ world: borrowing World, _ context: CallContext,
    _ session: inout CallSession
  ) throws(CloudError) {
    let limit = try context.pageLimit(limit, in: world)
    let (page, next) = try world.zoneFeed(as: context).page(
      after: token, limit: limit, hidesFormer: world.limits.firstReading != .history,
      session.wishes.disorder)
    zones = session.wishes.disorder.arranged(page.changes).map { change in
      switch change {
      case .saved(let zoneID):
        // A feed has only zones that the caller sees, which `mock/state/check` verifies.
        if let zone = try? world.zone(zoneID, as: context),
          let key = context.databaseKey(holding: zoneID)
        {
          .saved(ZoneDescription(zone, in: key, world.tokenLifetime))
        } else {
          .deleted(zoneID, .deleted)
        }
      case .deleted(let zoneID, let reason): .deleted(zoneID, reason)
      }
    }
    syncToken = next
    moreComing = page.moreComing
  }
}
