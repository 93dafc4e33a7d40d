/// Reads a state document back into a world.
struct StateReader {
  private var fields = FieldReader(isOfState: true)
  private var world = World(seed: 0, clock: .standard)
  private var faults = FaultPlan()
  /// The document's files by checksum.
  var files: [String: Asset] = [:]

  /// The world that the document describes.
  static func world(_ node: JSONNode) throws(RequestError) -> SavedWorld {
    var reader = StateReader()
    try reader.read(node)
    try reader.checkDefaults()
    reader.world.beginEpoch()
    return SavedWorld(world: reader.world, faults: reader.faults)
  }

  /// The world that a file's document describes.
  ///
  /// - Parameter key: The key of the request that holds the path.
  static func world(path: String, key: StaticString = "path") throws(RequestError) -> SavedWorld {
    guard let text = HostFile.read(path) else {
      throw RequestError(
        "\(key)", "'\(NameRules.shortened(path))' cannot be read", expected: "a file")
    }
    let result: Result<SavedWorld, RequestError> = text.withUnsafeBufferPointer { bytes in
      do throws(JSONReadFailure<RequestError>) {
        return .success(try JSONReader().read(bytes, StateReader.world))
      } catch {
        switch error {
        case .body(let error): return .failure(error)
        case .malformed(let error):
          return .failure(
            RequestError(
              "\(key)", "line \(error.line), column \(error.column): \(error.message)",
              expected: error.expected))
        }
      }
    }
    return try result.get()
  }

  private mutating func read(_ node: JSONNode) throws(RequestError) {
    guard node.kind == .object else {
      throw RequestError(
        "", "a state must be an object, not \(node.kindName)", expected: "an object")
    }
    guard let version = try node.member("stateVersion")?.integer("stateVersion") else {
      throw RequestError.missing("stateVersion")
    }
    guard version == StateDocument.version else {
      throw RequestError(
        "stateVersion", "state version \(version) cannot be read",
        expected: "\(StateDocument.version)")
    }
    var subscriptions = SubscriptionStateReader()
    for (key, value) in node.members {
      switch key {
      case "stateVersion": continue
      case "seed": world.seed = try value.unsigned("seed")
      case "clock": world.clock = try ConfigurationReader.clock(value)
      case "identifiers", "databases", "sharedDatabases": continue
      case "defaults": world.defaults = try ConfigurationReader.defaults(value, world.defaults)
      case "containerMode":
        world.containersAreDeclared = try ConfigurationReader.isDeclared("containerMode", value)
      case "containers":
        for name in try value.texts("containers") ?? [] {
          _ = world.containers.updateValue(true, forKey: name)
        }
      case "limits": world.limits.apply(try SetLimits.changes(value))
      case "users": _ = try value.list("users") { (node) throws(RequestError) in try user(node) }
      case "errors": faults = try FaultPlan(reading: value)
      case "uploads": try world.readUploads(value)
      case "schemas":
        _ = try value.list("schemas") { (node) throws(RequestError) in try schema(node) }
      case "subscriptions", "badges", "notifications", "pushes":
        try subscriptions.read(key, value)
      default: throw key.unknown(among: ["stateVersion", "seed", "users", "databases"])
      }
    }
    world.subscriptions = subscriptions.store
    for push in subscriptions.pushes { world.send(push) }
    // The seed must be known before the identifiers that are drawn from it.
    let counter = try node.member("identifiers")?.unsigned("identifiers") ?? 0
    world.identifiers = IdentifierSource(seed: world.seed, counter: counter)
    _ = try node.member("sharedDatabases")?.list("sharedDatabases") {
      (node) throws(RequestError) in try SharingState.readSharedDatabase(node, into: &world)
    }
    guard let databases = node.member("databases") else { return }
    _ = try databases.list("databases") { (node) throws(RequestError) in try database(node) }
  }

  /// Refuses a world whose defaults name nobody in it: no call could be answered there, not even one
  /// that puts another world in its place.
  private func checkDefaults() throws(RequestError) {
    do throws(Misuse) {
      _ = try Caller().context(in: world)
    } catch {
      throw RequestError(
        "defaults.\(error.key ?? "user")", error.message, expected: error.expected,
        nearest: error.nearest)
    }
  }

  private mutating func user(_ node: JSONNode) throws(RequestError) {
    try node.requireObject("users")
    var statuses: [(device: String, status: AccountStatus)] = []
    let devices = try node.require("devices").list("devices") {
      (device) throws(RequestError) -> String in
      let name = try device.require("device").text("device") ?? ""
      let status = try device.require("accountStatus").choice("accountStatus", AccountStatus.self)
      statuses.append((name, status ?? .available))
      return name
    }
    var user = AddUser(try node.require("alias").text("alias") ?? "", devices: devices)
    user.isWithoutDevice = devices.isEmpty
    user.added = try node.member("added")?.integer("added")
    user.userRecordName = try node.require("userRecordName").text("userRecordName")
    user.emailAddress = try node.member("emailAddress")?.text("emailAddress")
    user.phoneNumber = try node.member("phoneNumber")?.text("phoneNumber")
    user.nameComponents = try node.member("nameComponents").flatMap {
      (node) throws(RequestError) in try NameComponents(reading: node)
    }
    user.roles = try node.member("roles")?.texts("roles") ?? []
    do throws(Misuse) {
      _ = try user.add(to: &world)
    } catch {
      throw RequestError(error.key ?? "alias", error.message)
    }
    for entry in statuses {
      guard let place = world.people.place(ofDevice: entry.device) else { continue }
      world.people.setAccountStatus(entry.status, at: place)
    }
  }

  private mutating func schema(_ node: JSONNode) throws(RequestError) {
    let key = World.SchemaKey(
      container: ExactText(try node.require("container").text("container") ?? ""),
      environment: try node.environment())
    world.setSchema(try Schema(reading: node), of: key)
  }

  // MARK: Databases

  private mutating func database(_ node: JSONNode) throws(RequestError) {
    let key = DatabaseKey(
      container: ExactText(try node.require("container").text("container") ?? ""),
      environment: try node.environment(), owner: try node.member("user")?.text("user"))
    let empty = Database(key: key)
    let zones = try node.require("zones").list("zones") { (node) throws(RequestError) in
      try zone(node, owner: empty.ownerName)
    }
    let database = Database(
      key: key, zones: zones, feed: try node.require("changes").zoneFeed(),
      lost: try node.require("lostZones").lostZones(),
      lastIncarnation: try node.require("lastIncarnation").unsigned("lastIncarnation"),
      lastSequence: try node.member("lastSequence")?.unsigned("lastSequence") ?? 0)
    world.withDatabase(key) { $0 = database }
  }

  private mutating func zone(_ node: JSONNode, owner: String) throws(RequestError) -> Zone {
    let zoneID = ZoneID(
      zoneName: try node.require("zoneName").text("zoneName") ?? "", ownerName: owner)
    var zone = Zone(
      zoneID: zoneID, incarnation: try node.require("incarnation").unsigned("incarnation"),
      feed: try node.emptyFeed())
    zone.clientChangeTokens = try node.require("clientChangeTokens").clientChangeTokens()
    _ = try node.require("records").list("records") { (node) throws(RequestError) in
      let previous = try node.member("previous").map {
        (node) throws(RequestError) in
        fields.acceptsReleased = true
        defer { fields.acceptsReleased = false }
        return try record(node, zoneID)
      }
      zone.store(
        try record(node, zoneID), sequence: try node.require("sequence").unsigned("sequence"),
        keeping: previous)
    }
    _ = try node.require("deletions").list("deletions") { (node) throws(RequestError) in
      zone.noteDeletion(
        of: try node.require("recordName").text("recordName") ?? "",
        recordType: try node.require("recordType").text("recordType") ?? "",
        at: try node.require("sequence").unsigned("sequence"))
    }
    try SharingState.readViews(node, into: &zone)
    try zone.feed.requireCount(
      try node.require("records").count + node.require("deletions").count)
    return zone
  }

  private mutating func record(_ node: JSONNode, _ zoneID: ZoneID) throws(RequestError) -> Record {
    fields.beginRecord()
    var drafts = try fields.fields(try node.require("fields"))
    if let defect = fields.defect { throw RequestError("fields", defect.reason) }
    drafts = share(drafts)
    var parent: String?
    if let node = node.member("parent"), case .record(let name, _) = try fields.parent(node) {
      parent = name
    }
    return Record(
      recordName: try node.require("recordName").text("recordName") ?? "", zoneID: zoneID,
      recordType: try node.require("recordType").text("recordType") ?? "",
      recordChangeTag: try node.require("recordChangeTag").text("recordChangeTag") ?? "",
      fields: FieldMerge.merge(drafts, onto: []), created: try node.stamp("created"),
      modified: try node.stamp("modified"), parent: parent,
      sharing: try SharingState.sharing(node))
  }
}

extension JSONNode {
  /// The member of that name, which a document must have.
  func require(_ name: StaticString) throws(RequestError) -> JSONNode {
    guard let member = member(name) else { throw RequestError.missing(name) }
    return member
  }

  /// A number that is written as a signed one with the same bits.
  func unsigned(_ key: StaticString) throws(RequestError) -> UInt64 {
    guard let integer = try integer(key) else { throw RequestError.missing(key) }
    return UInt64(bitPattern: integer)
  }

  func environment() throws(RequestError) -> Environment {
    try require("environment").choice("environment", Environment.self) ?? .development
  }

  fileprivate func stamp(_ key: StaticString) throws(RequestError) -> Stamp {
    let node = try require(key)
    do throws(RequestError) {
      return Stamp(
        timestamp: try node.require("timestamp").integer("timestamp") ?? 0,
        userRecordName: try node.require("userRecordName").text("userRecordName") ?? "",
        deviceID: try node.require("deviceID").text("deviceID") ?? "")
    } catch {
      throw error.inside("\(key)")
    }
  }
}

extension LoadState: WireHarnessOperation {
  static let keys: [StaticString] = ["state", "path"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var state: JSONNode?
    var path: String?
    for (key, value) in request.members {
      switch key {
      case "state": state = value
      case "path": path = try value.text("path")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    if let path {
      self.init(try StateReader.world(path: path))
    } else if let state {
      do throws(RequestError) {
        self.init(try StateReader.world(state))
      } catch {
        throw error.inside("state")
      }
    } else {
      throw RequestError.missing("state")
    }
  }

  func writeRequestMembers(_ style: AnswerStyle, to json: inout JSONWriter) {
    json.key("state")
    json.saved(saved)
  }
}
