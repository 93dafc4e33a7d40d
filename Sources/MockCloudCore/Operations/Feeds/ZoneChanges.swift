/// A page of the changed records of one zone.
public struct ZoneChanges: Sendable {
  public enum Change: Sendable {
    case saved(Record)
    case deleted(RecordID, recordType: RecordTypeName)
  }

  public let zoneID: ZoneID
  /// Each changed record once, in its current version, in the order of their latest changes.
  public let records: [ItemResult<Change>]
  /// The token for the next page.
  public let syncToken: String
  public let moreComing: Bool
  /// The token that the calling client sent with its latest changes of the zone.
  public let clientChangeToken: String?
  /// The options for the records in the answer.
  public let options: Options

  /// Options for one zone or for all zones of a request; nil means not set.
  public struct Options: Sendable {
    /// The maximum number of changes in one answer; the server's page size is an upper bound.
    public var resultsLimit: Int?
    public var desiredKeys: DesiredKeys = nil
    /// The record types to list; deletions of all types are listed.
    public var desiredRecordTypes: NameList?
    /// Whether the newest changes come first.
    public var reverse: Bool?

    public init() {}

    /// The approximate number of bytes of the lists of names.
    var weight: Int { (desiredKeys?.weight ?? 0) + (desiredRecordTypes?.weight ?? 0) }

    /// Returns these options, with those of `others` where these are not set.
    func over(_ others: Options) -> Options {
      var options = self
      options.resultsLimit = resultsLimit ?? others.resultsLimit
      options.desiredKeys = desiredKeys ?? others.desiredKeys
      options.desiredRecordTypes = desiredRecordTypes ?? others.desiredRecordTypes
      options.reverse = reverse ?? others.reverse
      return options
    }
  }

  init(
    of zoneID: ZoneID, after token: String?, limit: Int, _ options: Options,
    _ world: borrowing World, _ context: CallContext, _ session: inout CallSession
  ) throws(CloudError) {
    let (zone, view) = try world.recordFeed(of: zoneID, as: context)
    let isReversed = options.reverse ?? false
    if isReversed, context.scope == .shared {
      throw CloudError(.invalidArguments, ServerText.noReverseInSharedDatabase)
    }
    let types = options.desiredRecordTypes
    let firstReading = world.limits.firstReading
    let client = context.client
    let (page, next) = try view.page(
      after: token, limit: limit, reversed: isReversed, hidesFormer: firstReading != .history,
      showing: firstReading.shown(to: client),
      session.wishes.disorder
    ) { change in
      guard let types, case .saved(let name) = change else { return true }
      return zone.entry(name).map { types.contains($0.record.recordType) } ?? false
    }
    self.zoneID = zone.zoneID
    self.options = options
    let changes = session.wishes.disorder.arranged(page.changes)
    records = changes.compactMap { change -> ItemResult<Change>? in
      switch change {
      case .deleted(let name, let deletion):
        let id = ItemID.record(name: name, zoneID: zone.zoneID)
        return ItemResult(id) { () throws(CloudError) in
          try session.reach(.item(FaultItem(.change, id, recordType: deletion.recordType)))
          return .deleted(
            RecordID(recordName: name, zoneID: zone.zoneID), recordType: deletion.recordType)
        }
      case .saved(let name):
        guard let record = zone.entry(name)?.record else { return nil }
        let id = ItemID.record(name: name, zoneID: zone.zoneID)
        return ItemResult(id) { () throws(CloudError) in
          try session.reach(.item(FaultItem(.change, id, recordType: record.recordType)))
          return .saved(record)
        }
      }
    }
    syncToken = next
    moreComing = page.moreComing
    clientChangeToken = zone.zone.clientChangeTokens[context.client]
  }

  /// Passes the parts of the page to a visitor, without the zone.
  func describe<Parts: AnswerVisitor & ~Copyable>(to parts: inout Parts) {
    parts.list(.records, records) { change in
      switch change {
      case .saved(let record): .record(record, options.desiredKeys)
      case .deleted(let id, let recordType): .deletedRecord(id, recordType: recordType)
      }
    }
    parts.member(.syncToken(syncToken))
    parts.member(.moreComing(moreComing))
    if let clientChangeToken { parts.member(.clientChangeToken(clientChangeToken)) }
  }
}

extension Limits.FirstReading {
  /// The deletions before a reading that it returns. Under `history` nothing is hidden, unless the
  /// reading began under another mode.
  fileprivate func shown(to client: ClientKey) -> RecordFeed.ShownDeletions? {
    switch self {
    case .own: { $0.creator.map { ClientKey.compare($0, client) == 0 } ?? false }
    case .history: { _ in true }
    case .live: nil
    }
  }
}
