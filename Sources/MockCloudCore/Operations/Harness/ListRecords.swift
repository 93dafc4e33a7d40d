/// `mock/records`: everything that a database stores, past all rules.
public struct ListRecords: HarnessOperation {
  public static let name = "mock/records"
  public static let changesCloud = false

  /// Nil means every zone.
  public var zoneID: ZoneID?
  /// Nil means every type.
  public var recordType: String?
  /// Whether every database of every container and user is meant.
  public var all = false

  public init(zoneID: ZoneID? = nil, recordType: String? = nil, all: Bool = false) {
    self.zoneID = zoneID
    self.recordType = recordType
    self.all = all
  }

  /// Records with the database that holds them, sorted by database, zone and name.
  public struct Stored: Sendable {
    public let record: Record
    let database: DatabaseKey
  }

  public func run(
    in state: inout CloudState, as context: CallContext
  ) throws(Misuse) -> [Stored] {
    let world = state.world
    let databases =
      all ? world.databasesInOrder : [world.database(try context.storedDatabase(Self.name))]
    let zoneID = zoneID.map { all ? $0 : context.resolved($0, in: world) }
    return databases.flatMap { database in
      database.zones.flatMap { _, zone in
        zone.records.compactMap { _, entry in
          isWanted(entry.record, zoneID)
            ? Stored(record: entry.record, database: database.key) : nil
        }
      }
    }
  }

  private func isWanted(_ record: Record, _ zoneID: ZoneID?) -> Bool {
    if let recordType, record.recordType != recordType { return false }
    guard let zoneID else { return true }
    return record.zoneID.zoneName.hasBytes(of: zoneID.zoneName)
      && (zoneID.ownerName.isEmpty || record.zoneID.ownerName.hasBytes(of: zoneID.ownerName))
  }
}
