/// A change feed that a request reads, with the position.
public struct FeedRequest: Sendable {
  /// Nil for the feed of a database's zones.
  public var zoneID: ZoneID?
  /// Nil or an empty text means the beginning.
  public var syncToken: String?
  /// Whether the feed is read backwards from its end.
  public var isReversed = false

  init(_ zoneID: ZoneID?, _ syncToken: String?, isReversed: Bool = false) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.isReversed = isReversed
  }
}

/// A record that a request saves or deletes.
public struct SaveRequest: Sendable {
  public var recordID: RecordID
  public var recordChangeTag: RecordChangeTag?
  public var isDeletion: Bool
}

extension FetchZoneChanges {
  public func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    var requests: [FeedRequest] = []
    for item in items {
      requests.append(
        FeedRequest(
          context.resolved(item.zoneID, in: world), item.syncToken,
          isReversed: item.options.reverse ?? options.reverse ?? false))
    }
    return requests
  }
}

extension FetchRecordChanges {
  public func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    [
      FeedRequest(
        context.resolved(zoneID, in: world), syncToken, isReversed: options.reverse ?? false)
    ]
  }
}

extension FetchDatabaseChanges {
  public func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    [FeedRequest(nil, syncToken)]
  }
}

extension FetchChangedZones {
  public func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    [FeedRequest(nil, metaSyncToken)]
  }
}

extension QueryRecords {
  public var pagedQuery: QueryRecords? { self }
}

extension ModifyRecords {
  public var recordNames: [RecordName] { items.compactMap(\.record.recordName) }

  public func saveRequests(in world: borrowing World, as context: CallContext) -> [SaveRequest] {
    var requests: [SaveRequest] = []
    // Items are not copied: there may be many.
    for index in items.indices {
      guard let name = items[index].record.recordName else { continue }
      let zoneID = context.resolved(items[index].record.zoneID ?? self.zoneID, in: world)
      requests.append(
        SaveRequest(
          recordID: RecordID(recordName: name, zoneID: zoneID),
          recordChangeTag: items[index].record.recordChangeTag,
          isDeletion: items[index].kind.isDeletion))
    }
    return requests
  }
}

// MARK: Names of records

extension LookupRecords {
  public var recordNames: [RecordName] { items.map(\.recordName) }
}

extension UploadAssets {
  public var recordNames: [RecordName] { items.compactMap(\.target.recordName) }
}

extension DownloadAssets {
  public var recordNames: [RecordName] { places.map(\.recordName) }
}

extension RereferenceAssets {
  public var recordNames: [RecordName] { places.map(\.recordName) }
}
