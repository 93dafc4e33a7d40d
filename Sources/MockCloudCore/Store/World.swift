/// Everything that one simulated iCloud consists of. A value: copying it costs nothing and keeps
/// what it was, which is what snapshots and forks are.
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
  private(set) var schemas: [SchemaKey: Schema] = [:]
  private(set) var databases: [Database] = []
  private var databaseIndex: [DatabaseKey: Int] = [:]
  /// What users see of other people's zones, under the key of their private databases.
  var sharedFeeds: [DatabaseKey: ZoneFeed] = [:]

  struct SchemaKey: Hashable, Comparable, Sendable {
    let container: ExactText
    var environment: Environment

    func hash(into hasher: inout Hasher) { hasher.combine(container) }

    static func < (left: Self, right: Self) -> Bool {
      (left.container, left.environment.rawValue) < (right.container, right.environment.rawValue)
    }
  }

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
  func database(_ key: DatabaseKey) -> Database {
    databaseIndex[key].map { databases[$0] } ?? Database(key: key)
  }

  /// Changes a database in place.
  mutating func withDatabase<Result, Failure: Error>(
    _ key: DatabaseKey, _ body: (inout Database) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let index = databaseIndex[key] { return try body(&databases[index]) }
    var database = Database(key: key)
    let result = try body(&database)
    databaseIndex[key] = databases.count
    databases.append(database)
    return result
  }

  /// Every database that was written to, in an order that does not depend on who came first.
  var databasesInOrder: [Database] {
    databases.filter { !$0.isPristine }.sorted { $0.key < $1.key }
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

  // MARK: Schemas

  /// Every schema that holds something, sorted.
  var schemasInOrder: [(key: SchemaKey, schema: Schema)] {
    schemas.filter { !$0.value.isEmpty }.map { (key: $0.key, schema: $0.value) }
      .sorted { $0.key < $1.key }
  }

  func schema(of key: SchemaKey) -> Schema { schemas[key] ?? Schema() }

  mutating func setSchemas(_ schemas: [SchemaKey: Schema]) { self.schemas = schemas }

  mutating func setSchema(_ schema: Schema, of key: SchemaKey) { schemas[key] = schema }
}
