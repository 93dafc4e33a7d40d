/// `changes/zone`: lists changed records of zones (DOC WS, CKFetchRecordZoneChangesOperation).
public struct FetchZoneChanges: Operation {
  public static let name = "changes/zone"
  static let access = OperationAccess.account
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someZonesNotFetched }
  static var blockNames: BlockNames { .zoneChanges }

  public struct Item: Sendable {
    public var zoneID: ZoneID
    /// Nil or an empty text lists all existing records, and the deletions that
    /// `Limits.firstReading` chooses.
    public var syncToken: String?
    /// The options for this zone.
    public var options = ZoneChanges.Options()

    public init(_ zoneID: ZoneID, syncToken: String? = nil) {
      self.zoneID = zoneID
      self.syncToken = syncToken
    }
  }

  public var items: [Item]
  public var options = ZoneChanges.Options()

  public init(_ items: [Item]) { self.items = items }

  var itemCount: Int { items.count }

  var weight: Int? {
    items.reduce(options.weight) {
      $0 + $1.zoneID.weight + $1.syncToken.weight + $1.options.weight
    }
  }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: items.count, in: world) { items[$0].zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ZoneChanges>] {
    guard context.scope != .public else { throw context.noFeeds }
    let zoneIDs = items.map { context.resolved($0.zoneID, in: world) }
    try zoneIDs.refuseDuplicates()
    // The options of all zones are checked before the first zone is read, and those of the request
    // also if every zone has its own.
    _ = try context.pageLimit(self.options.resultsLimit, in: world)
    let options = items.map { $0.options.over(self.options) }
    let limits = try options.map { (options) throws(CloudError) in
      try context.pageLimit(options.resultsLimit, in: world)
    }
    var results: [ItemResult<ZoneChanges>] = []
    for (index, item) in items.enumerated() {
      results.append(
        ItemResult(.zone(zoneIDs[index])) { () throws(CloudError) in
          try session.reach(.item(FaultItem(.fetch, .zone(zoneIDs[index]), position: index + 1)))
          return try ZoneChanges(
            of: zoneIDs[index], after: item.syncToken, limit: limits[index], options[index],
            world, context, &session)
        })
    }
    return results
  }

  func hasTokens(_ answer: [ItemResult<ZoneChanges>]) -> Bool {
    answer.contains { (try? $0.get()) != nil }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<ZoneChanges>], to parts: inout Parts
  ) {
    parts.beginList(.zones)
    for result in answer {
      switch result {
      case .success(let changes):
        parts.beginGroup(changes.zoneID)
        changes.describe(to: &parts)
        parts.endGroup()
      case .failure(let failure): parts.failure(failure)
      }
    }
    parts.endList()
  }
}
