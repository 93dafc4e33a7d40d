/// `mock/container/create`: makes a container exist, which matters where containers are declared.
public struct CreateContainer: HarnessOperation {
  public static let name = "mock/container/create"

  public var container: String
  /// Schema text for the environment of the call.
  public var schema: String?

  public init(_ container: String, schema: String? = nil) {
    self.container = container
    self.schema = schema
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    guard !container.isEmpty else {
      throw Misuse.badMockRequest(
        "'container' must not be empty", key: "container",
        expected: "an identifier such as iCloud.com.example.app")
    }
    if let schema {
      let key = World.SchemaKey(
        container: ExactText(container), environment: context.environment)
      let source = SchemaSource.text(schema)
      try state.world.load(try source.read(state.world.limits), of: key, from: source.key)
    }
    _ = state.world.containers.updateValue(true, forKey: container)
    return container
  }
}

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

/// `mock/reset`: back to what the configuration made.
public struct ResetCloud: HarnessOperation {
  public static let name = "mock/reset"

  /// What can outlive a reset.
  public enum Part: String, Sendable, CaseIterable {
    case schema
    case users
    case faults
    case limits
    case clock
  }

  public var keep: Set<Part>

  public init(keep: Set<Part> = []) { self.keep = keep }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.reset(keeping: keep)
  }
}

/// `mock/snapshot`: remembers the world under a name. Costs nothing, whatever the world holds.
public struct TakeSnapshot: HarnessOperation {
  public static let name = "mock/snapshot"

  public var snapshot: String

  public init(_ name: String) { snapshot = name }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.takeSnapshot(snapshot)
  }
}

/// `mock/restore`: brings back the world as it was, with the events that nobody had taken; the journal
/// and the snapshots stay.
public struct RestoreSnapshot: HarnessOperation {
  public static let name = "mock/restore"

  public var snapshot: String

  public init(_ name: String) { snapshot = name }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard state.restore(snapshot) else {
      throw Misuse.unknown("name", snapshot, known: state.snapshots.map(\.key))
    }
  }
}

/// `mock/state/save`: the whole world, for the JSON form to write down.
public struct SaveState: HarnessOperation {
  public static let name = "mock/state/save"
  public static let changesCloud = false

  /// A file to write the document to; nil answers the document.
  public var path: String?

  public init(path: String? = nil) { self.path = path }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> SavedWorld
  {
    let saved = state.saved
    if let path, !saved.write(to: path) {
      throw Misuse.badMockRequest(
        "'\(NameRules.shortened(path))' cannot be written", key: "path",
        expected: "the path of a file in a folder that exists")
    }
    return saved
  }
}

/// `mock/limits/set`: changes limits and switches of the service.
public struct SetLimits: HarnessOperation {
  public static let name = "mock/limits/set"

  var changes: [Limits.Change]

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Limits {
    state.world.limits.apply(changes)
    return state.world.limits
  }
}

/// `mock/info`: what this library is and can.
public struct GetInfo: HarnessOperation {
  public static let name = "mock/info"
  public static let changesCloud = false

  public init() {}

  public struct Answer: Sendable {
    public let limits: Limits
    public let assets: AssetFigure
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    Answer(limits: state.world.limits, assets: state.world.assetFigure)
  }
}

/// `mock/journal`: the calls of the service that the journal keeps.
public struct GetJournal: HarnessOperation {
  public static let name = "mock/journal"
  public static let changesCloud = false

  /// Only calls with a greater number.
  public var since: UInt64?
  public var operation: String?
  /// An alias or a record name.
  public var user: String?
  public var device: String?

  public init(since: UInt64? = nil, operation: String? = nil) {
    self.since = since
    self.operation = operation
  }

  public struct Answer: Sendable {
    /// Oldest first.
    public let entries: [JournalEntry]
    /// Calls that the journal has forgotten to stay within its bounds.
    public let dropped: Int
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let recordName = user == nil ? nil : context.userRecordName
    var entries: [JournalEntry] = []
    state.journal.scan(after: since) { entry in
      let isWanted =
        (operation == nil || entry.operation == operation)
        && (user == nil || entry.userRecordName == recordName)
        && (device == nil || entry.device == device)
      if isWanted { entries.append(entry) }
    }
    return Answer(entries: entries, dropped: state.journal.dropped)
  }
}

/// `mock/journal/clear`: forgets the calls so far; the numbering goes on.
public struct ClearJournal: HarnessOperation {
  public static let name = "mock/journal/clear"

  public init() {}

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    state.clearJournal()
  }
}
