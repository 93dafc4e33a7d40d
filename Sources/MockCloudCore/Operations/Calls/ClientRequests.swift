// What the requests of some operations have. The comparison of a call with earlier responses to its
// device, the journal, and conflicts read it.

/// An operation whose request names records.
protocol RecordNaming {
  /// The record names in the request.
  var recordNames: [RecordName] { get }
}

/// An operation that saves or deletes records.
protocol RecordSaving {
  /// Returns the records that the request saves or deletes, as far as they have names.
  func saveRequests(in world: borrowing World, as context: CallContext) -> [SaveRequest]
  /// Returns saves of those of the request's records that already exist, as by another device.
  func rivalSaves(
    _ conflict: FaultConflict, in world: borrowing World, as context: CallContext
  ) -> ModifyRecords
}

/// An operation that reads change feeds.
protocol FeedReading {
  /// Returns the change feeds that the request reads.
  func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest]
}

/// An operation by which a client finds the zones whose feeds it reads.
protocol ZoneFinding {}

/// An operation with items that delete something, which their errors do not show.
protocol ItemDeleting {
  associatedtype Item
  var items: [Item] { get }
  static func deletes(_ item: Item) -> Bool
}

/// An operation whose request names items that it reads, or whose errors do not name their zones.
protocol ItemNaming {
  /// Returns the items of the request, in their order.
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem]
}

/// An item of a request.
struct NamedItem {
  let item: ItemID
  /// The zone that it is about; nil if there is none.
  let zoneID: ZoneID?
}

extension ItemDeleting {
  /// Whether the item with an index, from 0, deletes something.
  func deletesItem(at index: Int) -> Bool {
    items.indices.contains(index) && Self.deletes(items[index])
  }
}

/// A change feed that a request reads, with the position.
struct FeedRequest: Sendable {
  /// Nil for the feed of a database's zones.
  var zoneID: ZoneID?
  /// Nil or an empty text means the beginning.
  var syncToken: String?
  /// Whether the feed is read backwards from its end.
  var isReversed = false
  /// A hash of the record types that are read; nil means all.
  var types: UInt64?

  /// Whether the request has no token.
  var begins: Bool { syncToken?.isEmpty ?? true }

  init(_ zoneID: ZoneID?, _ syncToken: String?) {
    self.zoneID = zoneID
    self.syncToken = syncToken
  }
}

extension NameList {
  /// A hash of the names, whatever their order.
  fileprivate var hashOfNames: UInt64 {
    Set(names.map { ExactText($0) }).reduce(1) { sum, name in
      sum &+ SeededRandom.hash(seed: 0, name.text, 0)
    }
  }
}

/// A record that a request saves or deletes.
struct SaveRequest: Sendable {
  var recordID: RecordID
  var recordChangeTag: RecordChangeTag?
  var isDeletion: Bool
  /// Whether it fails if the record has another tag.
  var comparesTags: Bool
}

// MARK: Feeds

extension FetchZoneChanges: FeedReading {
  func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    var requests: [FeedRequest] = []
    let types = options.desiredRecordTypes?.hashOfNames
    for item in items {
      var request = FeedRequest(context.resolved(item.zoneID, in: world), item.syncToken)
      request.isReversed = item.options.reverse ?? options.reverse ?? false
      request.types = item.options.desiredRecordTypes?.hashOfNames ?? types
      requests.append(request)
    }
    return requests
  }
}

extension FetchRecordChanges: FeedReading {
  func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    var request = FeedRequest(context.resolved(zoneID, in: world), syncToken)
    request.isReversed = options.reverse ?? false
    request.types = options.desiredRecordTypes?.hashOfNames
    return [request]
  }
}

extension FetchDatabaseChanges: FeedReading {
  func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    [FeedRequest(nil, syncToken)]
  }
}

extension FetchChangedZones: FeedReading {
  func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    [FeedRequest(nil, metaSyncToken)]
  }
}

extension ListZones: ZoneFinding {}
extension LookupZones: ZoneFinding {}

// MARK: Items

extension LookupRecords: ItemNaming {
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem] {
    var named: [NamedItem] = []
    for item in items {
      let zoneID = context.resolved(item.zoneID ?? zoneID, in: world)
      named.append(
        NamedItem(item: .record(name: item.recordName, zoneID: zoneID), zoneID: zoneID))
    }
    return named
  }
}

extension LookupSubscriptions: ItemNaming {
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem] {
    subscriptionIDs.map { NamedItem(item: .subscription($0), zoneID: nil) }
  }
}

extension ModifySubscriptions: ItemNaming {
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem] {
    var named: [NamedItem] = []
    for item in items {
      let zoneID = item.subscription.zoneID
      named.append(
        NamedItem(
          item: .subscription(item.subscription.subscriptionID),
          zoneID: zoneID == nil ? nil : context.resolved(zoneID, in: world)))
    }
    return named
  }
}

extension UploadAssets: ItemNaming {
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem] {
    let zoneID = context.resolved(zoneID, in: world)
    return items.map { item in
      let target = item.target
      return NamedItem(
        item: .asset(name: target.recordName, fieldName: target.fieldName), zoneID: zoneID)
    }
  }
}

extension DownloadAssets: ItemNaming {
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem] {
    context.namedItems(of: places, zoneID, in: world)
  }
}

extension RereferenceAssets: ItemNaming {
  func namedItems(in world: borrowing World, as context: CallContext) -> [NamedItem] {
    context.namedItems(of: places, zoneID, in: world)
  }
}

extension CallContext {
  fileprivate func namedItems(
    of places: [AssetPlace], _ zoneID: ZoneID?, in world: borrowing World
  ) -> [NamedItem] {
    var named: [NamedItem] = []
    for place in places {
      named.append(
        NamedItem(
          item: .asset(name: place.recordName, fieldName: place.fieldName),
          zoneID: resolved(place.zoneID ?? zoneID, in: world)))
    }
    return named
  }
}

// MARK: Deletions

extension ModifyRecords: ItemDeleting {
  static func deletes(_ item: Item) -> Bool { item.kind.isDeletion }
}

extension ModifyZones: ItemDeleting {
  static func deletes(_ item: Item) -> Bool { item.kind == .delete }
}

extension ModifySubscriptions: ItemDeleting {
  static func deletes(_ item: Item) -> Bool { item.kind == .delete }
}

// MARK: Names of records

extension ModifyRecords: RecordNaming {
  var recordNames: [RecordName] { items.compactMap(\.record.recordName) }
}

extension LookupRecords: RecordNaming {
  var recordNames: [RecordName] { items.map(\.recordName) }
}

extension UploadAssets: RecordNaming {
  var recordNames: [RecordName] { items.compactMap(\.target.recordName) }
}

extension DownloadAssets: RecordNaming {
  var recordNames: [RecordName] { places.map(\.recordName) }
}

extension RereferenceAssets: RecordNaming {
  var recordNames: [RecordName] { places.map(\.recordName) }
}

/// A request that names its items otherwise than the answer does.
protocol ItemIdentifying {
  /// Returns the ID in an error of an item; nil if the request has no such item.
  ///
  /// - Parameter index: The index among all items.
  func item(at index: Int) -> ItemID?
}

extension ResolveShares: ItemIdentifying {
  func item(at index: Int) -> ItemID? {
    index < links.count ? .link(links[index].value) : nil
  }
}

extension AcceptShares: ItemIdentifying {
  func item(at index: Int) -> ItemID? {
    index < links.count ? .link(links[index].value) : nil
  }
}

extension FetchShareParticipants: ItemIdentifying {
  func item(at index: Int) -> ItemID? {
    index < lookupInfos.count ? .lookupInfo(lookupInfos[index]) : nil
  }
}
