/// The whole state of one simulated iCloud. A value: snapshots and forks are copies, which take
/// constant time. All potentially large data is in maps that copies share, so that the cost of the
/// first write after a copy does not depend on their size.
struct World: Sendable {
  var seed: UInt64 {
    didSet { operations.seed = seed }
  }
  var clock: Clock
  var identifiers: IdentifierSource
  var defaults = Defaults()
  /// Whether containers must be created before calls may name them.
  var containersAreDeclared = false
  var limits = Limits()
  var people = People()
  /// Uploaded files that no record has yet.
  var uploads = Uploads()
  /// The containers that were created by name.
  var containers: OrderedMap<ContainerIdentifier, Bool> = OrderedMap()
  var subscriptions = SubscriptionStore()
  /// The future actions.
  var agenda = Agenda()
  /// Queued events. A state document does not include them.
  var events = EventQueue()
  /// Operations that report by events.
  var operations: OperationsInFlight
  /// Distinguishes the world from those that it replaced: new changes belong to this epoch, and
  /// tokens contain the epoch of their change.
  var epoch: UInt64 = 0
  /// The epoch that began with the last restore of a snapshot; 0 if there was none. A document states
  /// it if its feeds do not show it.
  var restoredEpoch: UInt64 = 0
  var tokenExpiries = TokenExpiries()
  private(set) var schemas = OrderedMap<SchemaKey, Schema>()
  private(set) var databases = OrderedMap<DatabaseKey, Database>()
  /// The zones of others that users see, by the key of their private databases.
  private(set) var sharedFeeds = OrderedMap<DatabaseKey, ZoneFeed>()
  /// The sum of the hashes of databases and of feeds of shared databases.
  private(set) var databaseSum: UInt64 = 0
  /// The indexes of the world's contents.
  private(set) var indexes = WorldIndexes()
  /// The changes that `commit` completes. Empty between calls.
  private(set) var changes = WorldChanges()

  /// The defaults of requests.
  struct Defaults: Sendable, Equatable {
    var container: ContainerIdentifier = "iCloud.mockcloud.default"
    var environment = Environment.development
    var database = DatabaseScope.private
    var user: UserRecordName? = "me"
    var device: DeviceName?
  }

  init(seed: UInt64, clock: Clock) {
    self.seed = seed
    self.clock = clock
    identifiers = IdentifierSource(seed: seed)
    operations = OperationsInFlight(seed: seed)
  }

  // MARK: Databases

  /// Returns a database; one without any writes is empty and takes constant time.
  func database(_ key: DatabaseKey) -> Database { databases[key] ?? Database(key: key) }

  /// Changes a database in place, and updates the world's indexes.
  mutating func withDatabase<Result, Failure: Error>(
    _ key: DatabaseKey, _ body: (inout Database) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let epoch = epoch
    var news = DatabaseNews()
    defer {
      databaseSum &+= news.digest
      if !news.isEmpty { indexes.apply(news, of: key) }
      changes.add(news.changes, of: key)
    }
    let changed = try databases.modify(key) { (database) throws(Failure) in
      try database.lend(in: epoch, &news, body)
    }
    if let changed { return changed }
    // If `body` throws, a new database is not added.
    var database = Database(key: key)
    var first = DatabaseNews()
    let result = try database.lend(in: epoch, &first, body)
    databases.updateValue(database, forKey: key)
    news = first
    return result
  }

  /// All databases with writes, in the order of state documents, which does not depend on the order
  /// of their creation.
  var databasesInOrder: [Database] {
    databases.map(\.value).filter { !$0.isPristine }.genericSorted { $0.key < $1.key }
  }

  /// Changes a zone in place; returns nil if the database has none with that name.
  @discardableResult
  mutating func withZone<Result, Failure: Error>(
    _ zoneID: ZoneID, in key: DatabaseKey, changesRecords: Bool = true,
    _ body: (inout Zone) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try withDatabase(key) { (database) throws(Failure) in
      try database.withZone(zoneID.zoneName, changesRecords: changesRecords, body)
    }
  }

  /// Removes and returns the changes since the last commit; nil if nobody is concerned.
  mutating func takeChanges() -> WorldChanges? {
    if changes.isEmpty { return nil }
    if subscriptions.isEmpty, changes.concernNobody {
      changes.forget()
      return nil
    }
    defer { changes = WorldChanges() }
    return changes
  }

  /// Changes the feed of a user's shared database.
  mutating func withSharedFeed(_ key: DatabaseKey, _ body: (inout ZoneFeed) -> Void) {
    let epoch = epoch
    let before = sharedFeeds.withValue(key) { $0.digest } ?? 0
    let after = sharedFeeds.modify(key, default: ZoneFeed()) { feed in
      feed.enter(epoch)
      body(&feed)
      return feed.digest
    }
    databaseSum &+= (after &- before) &* key.digestFactor(.sharedDatabase)
  }

  /// Returns the world with only these databases, for a document.
  func showing(
    _ databases: OrderedMap<DatabaseKey, Database>, _ sharedFeeds: OrderedMap<DatabaseKey, ZoneFeed>
  ) -> World {
    var shown = self
    shown.databases = databases
    shown.sharedFeeds = sharedFeeds
    return shown
  }

  // MARK: Schemas

  /// All schemas that are not empty, sorted.
  var schemasInOrder: [(key: SchemaKey, schema: Schema)] {
    schemas.filter { !$0.value.isEmpty }.map { (key: $0.key, schema: $0.value) }
  }

  func schema(of key: SchemaKey) -> Schema { schemas[key] ?? Schema() }

  mutating func setSchemas(_ schemas: OrderedMap<SchemaKey, Schema>) { self.schemas = schemas }

  mutating func setSchema(_ schema: Schema, of key: SchemaKey) {
    schemas.updateValue(schema, forKey: key)
  }
}
