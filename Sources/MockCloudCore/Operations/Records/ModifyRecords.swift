/// `records/modify`: saves and deletes records (DOC WS:ModifyRecords, CKModifyRecordsOperation).
public struct ModifyRecords: Operation {
  public static let name = "records/modify"
  static let access = OperationAccess.account
  static let effect = OperationEffect.inPlace
  static var partialFailureText: String { ServerText.someRecordsNotModified }
  static var blockNames: BlockNames { .modification }

  /// The action on one record.
  public enum Kind: String, Sendable, CaseIterable {
    case create
    case update
    case forceUpdate
    case replace
    case forceReplace
    case delete
    case forceDelete
    /// The native save, which uses a save policy.
    case save

    var isDeletion: Bool { self == .delete || self == .forceDelete }

    /// The kind that does the same without comparing tags; nil if this one requires no tag.
    var withoutTag: Kind? {
      switch self {
      case .update: .forceUpdate
      case .replace: .forceReplace
      case .delete: .forceDelete
      case .create, .forceUpdate, .forceReplace, .forceDelete, .save: nil
      }
    }
  }

  /// The condition under which a native save overwrites a record (DOC: RecordSavePolicy).
  public enum SavePolicy: String, Sendable, CaseIterable {
    case ifServerRecordUnchanged
    case changedKeys
    case allKeys
  }

  public struct Item: Sendable {
    public var kind: Kind
    public var record: RecordDraft
    /// Nil means the policy of the request.
    public var savePolicy: SavePolicy?
    /// Nil means the keys of the request.
    public var desiredKeys: DesiredKeys

    public init(
      _ kind: Kind, _ record: RecordDraft, savePolicy: SavePolicy? = nil,
      desiredKeys: DesiredKeys = nil
    ) {
      self.kind = kind
      self.record = record
      self.savePolicy = savePolicy
      self.desiredKeys = desiredKeys
    }
  }

  /// The result of a successful item.
  public enum Outcome: Sendable {
    case saved(Record, desiredKeys: DesiredKeys)
    case deleted(RecordID)
  }

  public var items: [Item]
  /// The zone of items that name none; nil means the default zone.
  public var zoneID: ZoneID?
  /// Whether all items of a zone fail if one of them fails. Nil, a key that is not written, means
  /// that they do in zones with that capability; true is refused for items of the default zone.
  public var atomic: Bool?
  public var savePolicy: SavePolicy
  public var desiredKeys: DesiredKeys
  /// A token of the client's own, which the service stores for the user on the device and returns
  /// with the zones' changes.
  public var clientChangeToken: String?

  public init(
    _ items: [Item], zoneID: ZoneID? = nil, atomic: Bool? = nil,
    savePolicy: SavePolicy = .ifServerRecordUnchanged, desiredKeys: DesiredKeys = nil
  ) {
    self.items = items
    self.zoneID = zoneID
    self.atomic = atomic
    self.savePolicy = savePolicy
    self.desiredKeys = desiredKeys
  }

  var itemCount: Int { items.count }

  /// Whether the items of an atomic zone fail together.
  var isAtomic: Bool { atomic ?? true }

  var weight: Int? {
    let names = (zoneID?.weight ?? 0) + clientChangeToken.weight
    // Items are not copied: there may be many.
    return items.indices.reduce(names + (desiredKeys?.weight ?? 0)) {
      $0 + items[$1].record.weight + (items[$1].desiredKeys?.weight ?? 0)
    }
  }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    var request = context.faultRequest(about: items.count, in: world) {
      items[$0].record.zoneID ?? zoneID
    }
    request.savePolicy = savePolicy.rawValue
    request.isAtomic = isAtomic
    return request
  }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<Outcome>] {
    try refuseMissingTags()
    let zoneIDs = items.map { context.resolved($0.record.zoneID ?? zoneID, in: world) }
    try refuseAtomicDefaultZone(zoneIDs)
    try refuseDuplicates(zoneIDs)
    var transaction = RecordTransaction(BatchRequest(self, zoneIDs, as: context))
    let results = try transaction.run(in: &world, &session)
    keepClientChangeToken(results, zoneIDs, &world, context)
    return context.scope == .public ? withoutHidden(results, in: world, as: context) : results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<Outcome>], to parts: inout Parts
  ) {
    parts.list(.records, answer) { outcome in
      switch outcome {
      case .saved(let record, let desiredKeys): .record(record, desiredKeys)
      case .deleted(let id): .deletedRecord(id, recordType: nil)
      }
    }
  }

  func desiredKeys(of index: Int) -> DesiredKeys { items[index].desiredKeys ?? desiredKeys }

  /// Stores the client's own token in the zones in which an item succeeded (DOC
  /// clientChangeTokenData); zones without a change feed never return one.
  private func keepClientChangeToken(
    _ results: [ItemResult<Outcome>], _ zoneIDs: [ZoneID], _ world: inout World,
    _ context: CallContext
  ) {
    guard let clientChangeToken, context.scope != .public else { return }
    var seen = Set<ZoneID>()
    for case (.success, let zoneID) in zip(results, zoneIDs) where !zoneID.isDefault {
      guard seen.insert(zoneID).inserted, let key = context.databaseKey(holding: zoneID) else {
        continue
      }
      world.withZone(zoneID, in: key, changesRecords: false) {
        $0.setClientChangeToken(clientChangeToken, of: context.client)
      }
    }
  }

  /// Refuses the request if an item lacks the tag that its kind requires (DOC WS:ModifyRecords;
  /// LIVE for the whole request).
  private func refuseMissingTags() throws(CloudError) {
    // Items are not copied: there may be many.
    for index in items.indices where items[index].record.recordChangeTag == nil {
      guard let other = items[index].kind.withoutTag else { continue }
      throw CloudError(
        .invalidArguments,
        "\(ServerText.missingField("recordChangeTag")): the record of 'operations[\(index)]' needs "
          + "the tag of the stored version; operationType '\(other.rawValue)' needs none")
    }
  }

  /// Refuses a request for the default zone that says that it is atomic (LIVE).
  private func refuseAtomicDefaultZone(_ zoneIDs: [ZoneID]) throws(CloudError) {
    guard atomic == true, let index = zoneIDs.firstIndex(where: \.isDefault) else { return }
    throw CloudError(.invalidArguments, ServerText.atomicInDefaultZone(item: index))
  }

  /// Refuses several items for the same record in one request (DOC).
  private func refuseDuplicates(_ zoneIDs: [ZoneID]) throws(CloudError) {
    guard items.count > 1 else { return }
    var seen = Set<RecordID>(minimumCapacity: items.count)
    for (item, zoneID) in zip(items, zoneIDs) {
      guard let name = item.record.recordName else { continue }
      guard seen.insert(RecordID(recordName: name, zoneID: zoneID)).inserted else {
        throw CloudError(
          .invalidArguments,
          ServerText.repeated("record", name.text))
      }
    }
  }
}

extension ModifyRecords.Item {
  /// Returns the item as fault rules see it.
  ///
  /// - Parameter index: Its index in the request.
  func faultItem(in zoneID: ZoneID, at index: Int) -> FaultItem {
    FaultItem(
      kind.isDeletion ? .delete : .save, .record(name: record.recordName, zoneID: zoneID),
      recordType: record.recordType, fields: kind.isDeletion ? [] : record.fields,
      position: index &+ 1)
  }
}

extension CallContext {
  /// Whether changes of the zone's records succeed or fail together: custom zones of private
  /// databases (DOC).
  func isAtomic(_ zoneID: ZoneID) -> Bool { scope != .public && !zoneID.isDefault }
}
