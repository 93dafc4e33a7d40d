/// The whole world as one JSON document, which `mock/state/save` writes and `mock/state/load`
/// reads.
enum StateDocument {
  /// Increases when documents of the previous version can no longer be read.
  static let version = 1

  /// Returns the style of its records, which are complete.
  static func style(_ assets: SaveState.Assets) -> RecordStyle {
    RecordStyle(desiredKeys: nil, viewer: nil, assets: assets == .inline ? .data : .file)
  }
}

extension SavedWorld {
  /// Writes the document with line breaks and indentation. Returns false if that fails. The files
  /// next to it are written first, so that an earlier document stays complete after a failure.
  func write(to path: String, _ assets: SaveState.Assets = .inline) -> Bool {
    if assets == .files, !AssetFiles(beside: path).write(world) { return false }
    return HostFile.write(to: path) { file in
      var pretty = PrettyPrinter()
      var compact = JSONWriter(sink: { piece in
        pretty.print(piece)
        pretty.bytes.withUnsafeBufferPointer { file.append($0) }
        pretty.removeBytes()
      })
      compact.saved(self, assets)
      compact.lineBreak()
      compact.pourAll()
    }
  }
}

extension JSONWriter {
  mutating func saved(_ saved: SavedWorld, _ assets: SaveState.Assets = .inline) {
    let world = saved.world
    let style = StateDocument.style(assets)
    beginObject()
    member("stateVersion", StateDocument.version)
    member("seed", Int64(bitPattern: world.seed))
    member("identifiers", Int64(bitPattern: world.identifiers.counter))
    switch world.clock.mode {
    case .system: member("clock", "system")
    case .virtual(let now): member("clock", ISO8601.format(now))
    }
    key("defaults")
    defaults(world.defaults)
    member("containerMode", world.containersAreDeclared ? "declared" : "implicit")
    key("containers")
    array(world.containers.map(\.key)) { $0.string($1) }
    limits(world.limits)
    key("users")
    array(world.people.users) { $0.user($1) }
    key("errors")
    faultPlan(saved.faults)
    key("schemas")
    array(world.schemasInOrder) { $0.schema($1.schema, of: $1.key) }
    key("databases")
    array(world.databasesInOrder) { $0.database($1, style) }
    key("sharedDatabases")
    let sharedFeeds = world.sharedFeeds.sorted { $0.key < $1.key }
    array(sharedFeeds) { $0.sharedDatabase($1) }
    subscriptionStore(world.subscriptions)
    pushes(world.agenda.pushes)
    uploads(world, assets)
    operations(of: world)
    scriptRun(saved.script)
    endObject()
  }

  private mutating func defaults(_ defaults: World.Defaults) {
    beginObject()
    member("container", defaults.container)
    member("environment", defaults.environment.rawValue)
    member("database", defaults.database.rawValue)
    key("user")
    optional(defaults.user)
    if let device = defaults.device { member("device", device) }
    endObject()
  }

  private mutating func user(_ user: User) {
    beginObject()
    member("alias", user.alias.text)
    member("userRecordName", user.userRecordName)
    if let address = user.emailAddress { member("emailAddress", address) }
    if let number = user.phoneNumber { member("phoneNumber", number) }
    if let components = user.nameComponents {
      key("nameComponents")
      request(components)
    }
    if !user.roles.isEmpty {
      key("roles")
      array(user.roles) { $0.string($1) }
    }
    member("added", user.added)
    key("devices")
    array(user.devices) { json, device in
      json.beginObject()
      json.member("device", device.name.text)
      json.member("accountStatus", device.accountStatus.rawValue)
      json.endObject()
    }
    endObject()
  }

  /// Writes the members for container and environment.
  mutating func place(_ container: ExactText, _ environment: Environment) {
    member("container", container.text)
    member("environment", environment.rawValue)
  }

  private mutating func database(_ database: Database, _ style: RecordStyle) {
    beginObject()
    place(database.key.container, database.key.environment)
    member("database", database.isPublic ? "public" : "private")
    if let owner = database.key.owner { member("user", owner) }
    member("lastIncarnation", Int64(bitPattern: database.lastIncarnation))
    if database.lastSequence > 0 {
      member("lastSequence", Int64(bitPattern: database.lastSequence))
    }
    key("zones")
    array(database.zones.map(\.value)) { $0.storedZone($1, style) }
    key("changes")
    storedChanges(database.feed)
    key("lostZones")
    lostZones(database.lost)
    endObject()
  }

  private mutating func storedZone(_ zone: Zone, _ style: RecordStyle) {
    beginObject()
    member("zoneName", zone.zoneID.zoneName)
    member("incarnation", Int64(bitPattern: zone.incarnation))
    member("sequence", Int64(bitPattern: zone.feed.position))
    member("tokenGeneration", Int64(bitPattern: zone.feed.generation))
    epochs(of: zone.feed)
    key("clientChangeTokens")
    clientChangeTokens(zone.clientChangeTokens)
    key("records")
    beginArray()
    for (_, entry) in zone.records {
      storedEntry(entry, at: zone.feed.place(of: entry.record.recordName) ?? 0, style)
      pour()
    }
    endArray()
    key("deletions")
    storedDeletions(zone.feed)
    views(of: zone)
    endObject()
  }

  private mutating func storedEntry(_ entry: Zone.Entry, at place: UInt64, _ style: RecordStyle) {
    beginObject()
    member("sequence", Int64(bitPattern: place))
    recordBody(entry.record, style)
    if let previous = entry.previous {
      key("previous")
      record(previous, style)
    }
    endObject()
  }
}

extension SaveState: WireHarnessOperation, WireRequest {
  init() { self.init(path: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("path", &path)
    try keys.key("assets", &assets, or: .inline)
  }

  func check() throws(RequestError) {
    guard assets == .files, path == nil else { return }
    throw RequestError(
      "assets", "'assets' is 'files', but no 'path' is given",
      expected: "a 'path', or 'assets': inline")
  }

  func write(_ answer: SavedWorld, to writer: inout AnswerWriter) {
    guard let path else { return writer.json.saved(answer) }
    writer.json.beginObject()
    writer.json.member("path", path)
    writer.json.endObject()
  }
}

extension SaveState.Assets: RequestChoice {}
