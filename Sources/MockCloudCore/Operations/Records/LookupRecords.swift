/// `records/lookup`: fetches records by name (DOC WS:LookupRecords).
public struct LookupRecords: Operation {
  public static let name = "records/lookup"
  static let access = OperationAccess.publicRead
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someRecordsNotFetched }

  public struct Item: Sendable {
    public var recordName: RecordName
    /// Nil means the zone of the request.
    public var zoneID: ZoneID?
    /// Nil means the keys of the request.
    public var desiredKeys: DesiredKeys

    public init(_ recordName: RecordName, zoneID: ZoneID? = nil, desiredKeys: DesiredKeys = nil) {
      self.recordName = recordName
      self.zoneID = zoneID
      self.desiredKeys = desiredKeys
    }
  }

  public struct Found: Sendable {
    public let record: Record
    public let desiredKeys: DesiredKeys
  }

  public var items: [Item]
  public var zoneID: ZoneID?
  public var desiredKeys: DesiredKeys

  public init(_ items: [Item], zoneID: ZoneID? = nil, desiredKeys: DesiredKeys = nil) {
    self.items = items
    self.zoneID = zoneID
    self.desiredKeys = desiredKeys
  }

  var itemCount: Int { items.count }

  var weight: Int? {
    items.reduce((zoneID?.weight ?? 0) + (desiredKeys?.weight ?? 0)) {
      $0 + $1.recordName.utf8.count + ($1.zoneID?.weight ?? 0) + ($1.desiredKeys?.weight ?? 0)
    }
  }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    context.faultRequest(about: items.count, in: world) { items[$0].zoneID ?? zoneID }
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Found>] {
    var last: VisibleZone?
    var results: [ItemResult<Found>] = []
    results.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      let zoneID = context.resolved(item.zoneID ?? zoneID, in: world)
      do throws(CloudError) {
        let zone: VisibleZone
        if let last, last.zoneID == zoneID {
          zone = last
        } else {
          zone = try world.zone(zoneID, as: context)
          last = zone
        }
        let name = OwnerAlias.recordName(
          item.recordName, in: zone.zoneID, of: context.userRecordName)
        try session.reach(
          .item(
            FaultItem(.fetch, .record(name: name, zoneID: zone.zoneID), position: index + 1)))
        let record = try zone.record(named: name, of: world, as: context)
        results.append(
          .success(Found(record: record, desiredKeys: item.desiredKeys ?? desiredKeys)))
      } catch {
        let id = ItemID.record(name: item.recordName, zoneID: zoneID)
        results.append(.failure(ItemError(item: id, error: error)))
      }
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Found>], to parts: inout Parts
  ) {
    parts.list(.records, answer) { .record($0.record, $0.desiredKeys) }
  }
}
