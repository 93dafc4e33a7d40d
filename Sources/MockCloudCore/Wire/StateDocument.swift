/// The whole world as one JSON document, which `mock/state/save` writes and `mock/state/load`
/// reads. Only single values are checked here; `WorldCheck` checks the consistency of the world.
struct StateDocument {
  /// Increases when documents of the previous version can no longer be read.
  static let version = 1

  private var world = World(seed: 0, clock: .standard)
  private var faults = FaultPlan()
  private var script: ScriptRun?
  private var assets = SaveState.Assets.inline

  init() {}

  init(_ saved: SavedWorld, _ assets: SaveState.Assets) {
    world = saved.world
    faults = saved.faults
    script = saved.script
    self.assets = assets
  }

  var saved: SavedWorld { SavedWorld(world: world, faults: faults, script: script) }

  /// Returns the style of its records, which are complete.
  static func style(_ assets: SaveState.Assets) -> RecordStyle {
    RecordStyle(desiredKeys: nil, viewer: nil, assets: assets == .inline ? .data : .file)
  }

  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try world.settings(&keys)
    try keys.each("users", .stated, world.people.users, from: world.newUser) {
      (keys, user) throws(RequestError) in
      try user.keys(&keys)
    } take: { (user) throws(RequestError) in
      try world.add(user)
    }
    var faults: FaultPlan? = self.faults
    try keys.part("errors", &faults, from: FaultPlan()) { (keys, plan) throws(RequestError) in
      try plan.keys(&keys)
    }
    self.faults = faults ?? self.faults
    try world.schemas(&keys)
    try world.databases(&keys, assets)
    try world.sharedDatabases(&keys)
    try world.epoch(&keys)
    try world.subscriptions.keys(&keys)
    var pushes = keys.isWriting ? world.agenda.pushes : []
    try keys.each("pushes", .sparse, pushes, from: Agenda.PendingPush(push: .empty)) {
      (keys, pending) throws(RequestError) in
      try pending.push.keys(&keys)
      try keys.key("due", &pending.due, as: Milliseconds.self)
    } take: {
      pushes.append($0)
    }
    try world.uploads.keys(&keys, assets, now: world.clock.now) { upload, receipt in
      world.keep(upload, receipt: receipt)
    }
    try world.operations(&keys, pushes)
    try keys.part("script", &script, from: ScriptRun(ScriptForm().script)) {
      (keys, run) throws(RequestError) in try run.keys(&keys)
    }
  }

  /// Refuses a world whose default user does not exist: no call could run in it, not even one that
  /// replaces the world.
  func check() throws(RequestError) {
    do throws(Misuse) {
      _ = try Caller().context(in: world)
    } catch {
      throw RequestError(
        "defaults.\(error.key ?? "user")", error.message, expected: error.expected,
        nearest: error.nearest)
    }
  }
}

extension World {
  /// A user to be read.
  fileprivate var newUser: User {
    User(alias: "", userRecordName: "", added: clock.now, devices: [])
  }

  fileprivate mutating func add(_ user: User) throws(RequestError) {
    do throws(Misuse) {
      try people.addChecked(user)
    } catch {
      throw RequestError(error.key ?? "alias", error.message)
    }
  }

  fileprivate mutating func settings(_ keys: inout StateKeys) throws(RequestError) {
    var version = Int64(StateDocument.version)
    try keys.required("stateVersion", &version)
    guard version == StateDocument.version else {
      throw RequestError(
        "stateVersion", "state version \(version) cannot be read",
        expected: "\(StateDocument.version)")
    }
    var numbers = (Int64(bitPattern: seed), Int64(bitPattern: identifiers.counter))
    try keys.stated("seed", &numbers.0, as: Int64.self)
    try keys.stated("identifiers", &numbers.1, as: Int64.self)
    seed = UInt64(bitPattern: numbers.0)
    identifiers = IdentifierSource(seed: seed, counter: UInt64(bitPattern: numbers.1))
    try keys.stated("clock", &clock, read: ConfigurationReader.clock) { json, clock in
      if case .virtual(let now) = clock.mode {
        json.string(ISO8601.format(now))
      } else {
        json.string("system")
      }
    }
    try keys.stated("defaults", &defaults) { (node) throws(RequestError) in
      try ConfigurationReader.defaults(node, Defaults())
    } write: { json, defaults in
      json.defaults(defaults)
    }
    try keys.stated("containerMode", &containersAreDeclared) { (node) throws(RequestError) in
      try ConfigurationReader.isDeclared("containerMode", node)
    } write: { json, areDeclared in
      json.string(areDeclared ? "declared" : "implicit")
    }
    var names = containers.map(\.key.text)
    try keys.stated("containers", &names, as: DistinctTexts.self)
    if !keys.isWriting {
      if let index = names.firstIndex(of: "") {
        throw RequestError("containers[\(index)]", RequestError.emptyContainer.message)
      }
      for name in names { _ = containers.updateValue(true, forKey: ExactText(name)) }
    }
    try keys.stated("limits", &limits, as: Limits.self)
  }

  /// Handles the epoch, which a document has only after a restore: tokens of the world that was given
  /// up must not become valid again.
  fileprivate mutating func epoch(_ keys: inout StateKeys) throws(RequestError) {
    let natural = epochAfterFeeds
    if keys.isWriting ? restoredEpoch > natural : keys.has("epoch") {
      let least = natural < .max ? natural + 1 : natural
      try keys.number("epoch", &restoredEpoch, from: least)
    }
    if !keys.isWriting { epoch = max(restoredEpoch, natural) }
    try tokenExpiries.keys(&keys)
  }

  fileprivate mutating func schemas(_ keys: inout StateKeys) throws(RequestError) {
    var seen = Distinct<SchemaKey>()
    try keys.each(
      "schemas", .stated, schemasInOrder,
      from: (key: SchemaKey(container: "", environment: .development), schema: Schema())
    ) { (keys, entry) throws(RequestError) in
      try keys.place(&entry.key.container, &entry.key.environment)
      try entry.schema.keys(&keys)
    } take: { (key, schema) throws(RequestError) in
      try seen.note(key, "the schema of \(key.container.text)", "container")
      setSchema(schema, of: key)
    }
  }

  fileprivate mutating func databases(
    _ keys: inout StateKeys, _ assets: SaveState.Assets
  ) throws(RequestError) {
    var seen = Distinct<DatabaseKey>()
    let people = people
    try keys.each("databases", .stated, databasesInOrder, from: Database(key: .empty)) {
      (keys, database) throws(RequestError) in
      try database.keys(&keys, assets, people)
    } take: { (database) throws(RequestError) in
      try seen.note(database.key, database.ownerName.text, "user")
      withDatabase(database.key) { $0 = database }
    }
  }

  fileprivate mutating func sharedDatabases(_ keys: inout StateKeys) throws(RequestError) {
    var seen = Distinct<DatabaseKey>()
    try keys.each(
      "sharedDatabases", .stated, Array(sharedFeeds).genericSorted { $0.key < $1.key },
      from: (key: .empty, value: ZoneFeed())
    ) { (keys, entry) throws(RequestError) in
      try keys.place(&entry.key.container, &entry.key.environment)
      var user = entry.key.owner ?? ""
      try keys.name("user", &user)
      entry.key.owner = user
      try keys.part("changes", &entry.value) { (keys, feed) throws(RequestError) in
        try feed.keys(&keys)
      }
    } take: { (key, feed) throws(RequestError) in
      try seen.note(key, key.owner?.text ?? "", "user")
      withSharedFeed(key) { $0 = feed }
    }
  }

  /// The operations that report by events, and their turns among the pushes.
  fileprivate mutating func operations(
    _ keys: inout StateKeys, _ pushes: [Agenda.PendingPush]
  ) throws(RequestError) {
    var last = operations.lastNumber
    var flights = RareMap<UInt64, any FlyingCall>()
    try keys.key("lastOperation", &last, or: 0, as: Count<UInt64>.self)
    try keys.each(
      "operations", .sparse, operations.all.map { StoredOperation($0, of: operations, seed: seed) },
      from: StoredOperation()
    ) { (keys, operation) throws(RequestError) in
      try operation.keys(&keys, after: operations.lastNumber, through: last)
    } take: { (operation) throws(RequestError) in
      if let flight = try operation.submit(in: &self) {
        flights.updateValue(flight, forKey: operations.lastNumber)
      }
    }
    operations.skip(to: last)
    let standard = Agenda.Turn.standard(operations.all, pushes)
    var turns: [Agenda.Turn] = []
    let areStandard = keys.isWriting ? agenda.turns == standard : !keys.has("turns")
    if !areStandard {
      try keys.each("turns", .stated, agenda.turns, from: Agenda.Turn(due: 0, pushes: 0)) {
        (keys, turn) throws(RequestError) in
        try turn.keys(
          &keys, from: UInt64(clamping: turns.last?.pushes ?? 0),
          through: UInt64(clamping: pushes.count))
      } take: { (turn) throws(RequestError) in
        if let last = turns.last, turn.due < last.due {
          throw RequestError("due", "'due' is before that of the turn before it")
        }
        turns.append(turn)
      }
    }
    if keys.isWriting { return }
    for (number, place) in agenda.enter(pushes, areStandard ? standard : turns) {
      guard let flight = flights.removeValue(forKey: number) else {
        throw RequestError(
          "turns", "operation \(number) is not under way, or has two turns",
          expected: "one turn for each operation under way")
      }
      operations.restore(number, flight, place)
    }
    if let first = flights.first {
      throw RequestError(
        "turns", "operation \(first.key) is under way and has no turn",
        expected: "one turn for each operation under way")
    }
  }
}

extension JSONWriter {
  /// Writes the defaults of context keys.
  mutating func defaults(_ defaults: World.Defaults) {
    request(
      Caller(
        container: defaults.container, environment: defaults.environment,
        database: defaults.database, user: defaults.user.map { .named($0) } ?? .nobody,
        device: defaults.device))
  }
}

extension DatabaseKey {
  fileprivate static let empty = Self(container: "", environment: .development, owner: nil)
}
