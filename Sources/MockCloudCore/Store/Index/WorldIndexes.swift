/// Indexes that make a scan of all databases unnecessary: shares by link, the zones of others that
/// users see, files by checksum, and the number of stored bytes. Every change of a database is
/// reported to them.
struct WorldIndexes: Sendable {
  private var links = OrderedMap<LinkPlace, Present>()
  private var views = OrderedMap<ViewPlace, Present>()
  /// The files by checksum, with the number of zones that have them.
  private(set) var files = AssetIndex()
  private var bytes = OrderedMap<StorageAccount, Int>()

  init() {}

  /// Builds the indexes of databases.
  init(of databases: some Sequence<Database>) {
    for database in databases {
      var news = DatabaseNews()
      for (_, zone) in database.zones { news.enter(zone) }
      apply(news, of: database.key)
    }
  }

  /// Applies the changes in a database.
  mutating func apply(_ news: DatabaseNews, of key: DatabaseKey) {
    if news.bytes != 0 { count(news.bytes, of: StorageAccount(key)) }
    for (zoneName, news) in news.zones {
      switch news.entry {
      case .link(let shortGUID, let share):
        let place = LinkPlace(
          shortGUID: shortGUID, database: key, zoneName: zoneName, shareName: share)
        Self.set(place, in: &links, news.isThere)
      case .view(let user):
        let place = ViewPlace(user: user, database: key, zoneName: zoneName)
        Self.set(place, in: &views, news.isThere)
      case .file(let asset):
        if news.isThere { files.add(asset) } else { files.remove(asset) }
      }
    }
  }

  private static func set<Place>(
    _ place: Place, in index: inout OrderedMap<Place, Present>, _ isThere: Bool
  ) {
    if isThere {
      index.updateValue(Present(), forKey: place)
    } else {
      index.removeValue(forKey: place)
    }
  }

  private mutating func count(_ growth: Int, of account: StorageAccount) {
    let sum = bytes.modify(account) { sum in
      sum += growth
      return sum
    }
    if sum == nil {
      bytes.updateValue(growth, forKey: account)
    } else if sum == 0 {
      bytes.removeValue(forKey: account)
    }
  }

  // MARK: Lookup

  /// Returns the place of the share with the given link. If a test seeded several shares with the
  /// same short GUID, returns the first by owner, zone and name.
  func place(ofShortGUID shortGUID: ShortGUID, in schema: World.SchemaKey) -> LinkPlace? {
    let lowest = LinkPlace(
      shortGUID: shortGUID,
      database: DatabaseKey(
        container: schema.container, environment: schema.environment, owner: nil),
      zoneName: "", shareName: "")
    var found: LinkPlace?
    links.scan(from: lowest) { place, _ in
      if LinkPlace.isSame(place, shortGUID, schema) { found = place }
      return false
    }
    return found
  }

  /// Whether several shares in an environment of a container have the same link.
  func isRepeated(shortGUID: ShortGUID, in schema: World.SchemaKey) -> Bool {
    guard let first = place(ofShortGUID: shortGUID, in: schema) else { return false }
    var isRepeated = false
    links.scan(from: first, inclusive: false) { place, _ in
      isRepeated = LinkPlace.isSame(place, shortGUID, schema)
      return false
    }
    return isRepeated
  }

  /// Returns the zones of others that a user sees, sorted by owner and name.
  func zones(
    seenBy user: UserRecordName, in schema: World.SchemaKey, atMost limit: Int = .max
  ) -> [(database: DatabaseKey, zoneName: ZoneName)] {
    let lowest = ViewPlace(
      user: user,
      database: DatabaseKey(
        container: schema.container, environment: schema.environment, owner: nil),
      zoneName: "")
    var zones: [(database: DatabaseKey, zoneName: ZoneName)] = []
    views.scan(from: lowest) { place, _ in
      guard ViewPlace.isSame(place, user, schema) else { return false }
      zones.append((place.database, place.zoneName))
      return zones.count < limit
    }
    return zones
  }

  /// Returns the bytes that an account stores.
  func bytes(of account: StorageAccount) -> Int { bytes[account] ?? 0 }

  // MARK: Check

  /// Returns the differences from rebuilt indexes.
  func problems(besides fresh: WorldIndexes) -> [String] {
    var problems: [String] = []
    if !Self.areSame(links, fresh.links) { problems.append("links do not refer to the shares") }
    if !Self.areSame(views, fresh.views) {
      problems.append("the zones listed for users differ from those that they see")
    }
    if files.firstDifference(from: fresh.files) != nil || files.figure != fresh.files.figure {
      problems.append("the listed files differ from the files of the records")
    }
    let sums = zip(bytes, fresh.bytes).allSatisfy {
      StorageAccount.compare($0.key, $1.key) == 0 && $0.value == $1.value
    }
    if bytes.count != fresh.bytes.count || !sums {
      problems.append("the counted bytes differ from the bytes of the records")
    }
    return problems
  }

  private static func areSame<Place>(
    _ index: OrderedMap<Place, Present>, _ fresh: OrderedMap<Place, Present>
  ) -> Bool {
    index.count == fresh.count
      && zip(index, fresh).allSatisfy { Place.compare($0.key, $1.key) == 0 }
  }
}

extension World {
  /// The differences between the indexes and rebuilt ones; always empty unless the library has a
  /// defect.
  var indexProblems: [String] {
    indexes.problems(besides: WorldIndexes(of: databases.lazy.map(\.value)))
  }

  /// Returns the place of the share with the given short GUID in an environment of a container.
  func sharePlace(
    ofShortGUID shortGUID: ShortGUID, in container: ContainerIdentifier, _ environment: Environment
  ) -> (database: DatabaseKey, zoneID: ZoneID, recordName: RecordName)? {
    let schema = SchemaKey(container: container, environment: environment)
    guard let place = indexes.place(ofShortGUID: shortGUID, in: schema) else { return nil }
    return (place.database, place.zoneID, place.shareName)
  }
}
