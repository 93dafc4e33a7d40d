/// `mock/records`: returns all records that a database stores, regardless of permissions.
public struct ListRecords: HarnessOperation {
  public static let name = "mock/records"
  static let changesCloud = false

  /// Nil means every zone.
  public var zoneID: ZoneID?
  /// Nil means every type.
  public var recordType: RecordTypeName?
  /// Whether to list every database of every container and user.
  public var all = false
  /// Whether files are listed with their bytes, in the form for seeding.
  public var inlinesAssets = false
  /// The maximum number of records in one answer; nil means no limit.
  public var resultsLimit: Int?
  /// The record after which the list begins; nil means the first one.
  var after: Place?

  public init(
    zoneID: ZoneID? = nil, recordType: RecordTypeName? = nil, all: Bool = false,
    resultsLimit: Int? = nil
  ) {
    self.zoneID = zoneID
    self.recordType = recordType
    self.all = all
    self.resultsLimit = resultsLimit
  }

  /// A record with its database.
  public struct Stored: Sendable {
    public let record: Record
    let database: DatabaseKey
  }

  /// The place of a record that may exist.
  struct Place: Sendable {
    var database: DatabaseKey
    var zoneName: ZoneName
    var recordName: RecordName
  }

  /// Records sorted by database, zone and name.
  public struct Page: Sendable {
    public fileprivate(set) var records: [Stored] = []
    /// Whether there are more records than the limit.
    public fileprivate(set) var moreComing = false

    /// The place of the last record, after which the next page begins; nil on the last page.
    var end: Place? {
      guard moreComing, let last = records.last else { return nil }
      return Place(
        database: last.database, zoneName: last.record.zoneID.zoneName,
        recordName: last.record.recordName)
    }
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Page {
    try refuseProblem()
    let world = state.world
    var databases =
      all ? world.databasesInOrder : [world.database(try context.storedDatabase(Self.name))]
    if let after {
      databases.removeAll { $0.key < after.database }
      guard all || databases.first?.key == after.database else {
        throw Misuse.badMockRequest(
          "continuationMarker: the marker is of another database", key: "continuationMarker",
          expected: "the marker of a response to the same request")
      }
    }
    let zoneID = zoneID.map { all ? $0 : context.resolved($0, in: world) }
    if let zoneID { try check(zoneID, databases) }
    if let recordType { try check(recordType, world, context) }
    var page = Page()
    for database in databases where !page.moreComing {
      let start = after.flatMap { $0.database == database.key ? $0 : nil }
      database.zones.scan(from: start?.zoneName) { name, zone in
        guard isWanted(zone.zoneID, zoneID) else { return true }
        let isFirst = start?.zoneName == name
        list(zone, of: database.key, after: isFirst ? start?.recordName : nil, &page)
        return !page.moreComing
      }
    }
    return page
  }

  /// Refuses a zone that none of the databases has. The default zone always exists.
  private func check(_ zoneID: ZoneID, _ databases: [Database]) throws(Misuse) {
    guard !zoneID.isDefault else { return }
    var known: [String] = []
    for database in databases {
      let zones = database.zones.map(\.value.zoneID)
      guard !zones.contains(where: { isWanted($0, zoneID) }) else { return }
      known += zones.filter { !$0.isDefault }.map(\.zoneName.text)
    }
    throw Misuse.unknown("zoneID", zoneID.zoneName.text, known: known)
  }

  /// Refuses a type that no record ever had, if there is one with nearly that name.
  private func check(
    _ recordType: RecordTypeName, _ world: borrowing World, _ context: CallContext
  ) throws(Misuse) {
    let schemas = all ? world.schemas.map(\.value) : [world.schema(of: context.schemaKey)]
    guard !schemas.contains(where: { $0.known(recordType) != nil }) else { return }
    let known = schemas.flatMap { $0.types.map(\.name) }
    if recordType != Share.recordType, Spelling.isNearly(recordType.text, among: known) {
      throw Misuse.unknown("recordType", recordType.text, known: known)
    }
  }

  private func list(
    _ zone: Zone, of database: DatabaseKey, after name: RecordName?, _ page: inout Page
  ) {
    zone.records.scan(from: name, inclusive: false) { _, entry in
      if let recordType, entry.record.recordType != recordType { return true }
      if let resultsLimit, page.records.count >= resultsLimit {
        page.moreComing = true
        return false
      }
      page.records.append(Stored(record: entry.record, database: database))
      return true
    }
  }

  private func isWanted(_ candidate: ZoneID, _ zoneID: ZoneID?) -> Bool {
    guard let zoneID else { return true }
    return candidate.zoneName == zoneID.zoneName
      && (zoneID.ownerName.isEmpty || candidate.ownerName == zoneID.ownerName)
  }
}

extension ListRecords: CheckedValue {
  var problem: RequestError? {
    if recordType?.isEmpty == true { return .empty("recordType") }
    return resultsLimit.flatMap { $0 < 1 ? .tooSmall("resultsLimit", $0) : nil }
  }
}
