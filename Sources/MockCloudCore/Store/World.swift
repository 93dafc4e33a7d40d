/// Everything that one simulated iCloud consists of. A value: copying it costs nothing and keeps
/// what it was, which is what snapshots and forks are. What there can be much of is in maps that
/// copies share, so that the first write after a copy costs the same however much there is.
public struct World: Sendable {
  var seed: UInt64
  var clock: Clock
  var identifiers: IdentifierSource
  var defaults = Defaults()
  /// Whether a container must be created before a call may name it.
  var containersAreDeclared = false
  var limits = Limits()
  var people = People()
  /// Files that were uploaded for records to come.
  var uploads = Uploads()
  /// Containers that were created by name.
  var containers: OrderedMap<String, Bool> = OrderedMap()
  var subscriptions = SubscriptionStore()
  /// What happens when the clock gets there.
  var agenda = Agenda()
  /// Queued events. They are not part of what is saved.
  var events = EventQueue()
  /// Operations that report by events.
  var operations = OperationsInFlight()
  /// This number distinguishes the world from those that it replaced: changes that are made
  /// from here on belong to it, and tokens name the world that they are from.
  var epoch: UInt64 = 0
  private(set) var schemas = OrderedMap<SchemaKey, Schema>()
  private(set) var databases = OrderedMap<DatabaseKey, Database>()
  /// What users see of other people's zones, under the key of their private databases.
  private(set) var sharedFeeds = OrderedMap<DatabaseKey, ZoneFeed>()
  /// The sum of what databases and feeds of shared databases are hashed to.
  private(set) var databaseSum: UInt64 = 0
  /// What is found by something else than its place.
  private(set) var indexes = WorldIndexes()

  /// What a request means that does not say.
  struct Defaults: Sendable, Equatable {
    var container = "iCloud.mockcloud.default"
    var environment = Environment.development
    var database = DatabaseScope.private
    var user: String? = "me"
    var device: String?
  }

  init(seed: UInt64, clock: Clock) {
    self.seed = seed
    self.clock = clock
    identifiers = IdentifierSource(seed: seed)
  }

  // MARK: Databases

  /// The database as it is; one that was never written to is empty and costs nothing to look at.
  func database(_ key: DatabaseKey) -> Database { databases[key] ?? Database(key: key) }

  /// Changes a database in place, and the world's indexes with it.
  mutating func withDatabase<Result, Failure: Error>(
    _ key: DatabaseKey, _ body: (inout Database) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let epoch = epoch
    var news = DatabaseNews()
    defer { if !news.isEmpty { indexes.apply(news, of: key) } }
    defer { databaseSum &+= news.digest }
    let changed = try databases.modify(key) { (database) throws(Failure) in
      try database.lend(in: epoch, &news, body)
    }
    if let changed { return changed }
    // A database that `body` could not fill is not there.
    var database = Database(key: key)
    var first = DatabaseNews()
    let result = try database.lend(in: epoch, &first, body)
    databases.updateValue(database, forKey: key)
    news = first
    return result
  }

  /// Every database that was written to, in the order of documents, which does not depend on who came
  /// first.
  var databasesInOrder: [Database] {
    databases.lazy.map(\.value).filter { !$0.isPristine }.sorted { $0.key < $1.key }
  }

  /// Changes a zone in place; nil where the database has none of that name.
  @discardableResult
  mutating func withZone<Result, Failure: Error>(
    _ zoneID: ZoneID, in key: DatabaseKey, _ body: (inout Zone) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try withDatabase(key) { (database) throws(Failure) in
      try database.withZone(zoneID.zoneName, body)
    }
  }

  /// Changes what a user sees of other people's zones, in the feed of that user's shared database.
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

  // MARK: Schemas

  /// Every schema that holds something, sorted.
  var schemasInOrder: [(key: SchemaKey, schema: Schema)] {
    schemas.filter { !$0.value.isEmpty }.map { (key: $0.key, schema: $0.value) }
  }

  func schema(of key: SchemaKey) -> Schema { schemas[key] ?? Schema() }

  mutating func setSchemas(_ schemas: OrderedMap<SchemaKey, Schema>) { self.schemas = schemas }

  mutating func setSchema(_ schema: Schema, of key: SchemaKey) {
    schemas.updateValue(schema, forKey: key)
  }
}
