/// Databases, zones and their records in a state document.
extension StateReader {
  mutating func databases(_ document: inout ObjectReader) throws(RequestError) {
    var seen = Distinct<DatabaseKey>()
    try document.optionalList("databases") { (node) throws(RequestError) in
      let key = try node.databaseKey()
      try seen.note(key, key.owner ?? OwnerAlias.publicOwner, "user")
      let read = try database(&node, key)
      world.withDatabase(key) { $0 = read }
    }
  }

  private mutating func database(
    _ node: inout ObjectReader, _ key: DatabaseKey
  ) throws(RequestError) -> Database {
    let owner = key.owner ?? OwnerAlias.publicOwner
    let lastIncarnation = try node.count("lastIncarnation")
    var names = Distinct<ExactText>()
    var zones: [Zone] = []
    try node.list("zones") { (node) throws(RequestError) in
      let zoneID = try node.storedZoneID(owner: owner)
      try names.note(ExactText(zoneID.zoneName), zoneID.zoneName, "zoneName")
      zones.append(try zone(&node, zoneID, lastIncarnation))
    }
    return Database(
      key: key, zones: zones, feed: try node.zoneFeed(owner: owner),
      lost: try node.lostZones(), lastIncarnation: lastIncarnation,
      lastSequence: try node.optionalCount("lastSequence") ?? 0)
  }

  private mutating func zone(
    _ node: inout ObjectReader, _ zoneID: ZoneID, _ lastIncarnation: UInt64
  ) throws(RequestError) -> Zone {
    let incarnation = try node.count("incarnation", through: lastIncarnation)
    var zone = Zone(zoneID: zoneID, incarnation: incarnation, feed: try node.emptyFeed())
    var numbers = FeedNumbers(position: zone.feed.position)
    for (device, token) in try node.clientChangeTokens() {
      zone.setClientChangeToken(token, of: device)
    }
    try node.longList("records") { (node) throws(RequestError) in
      try entry(&node, of: &zone, &numbers)
    }
    try node.longList("deletions") { (node) throws(RequestError) in
      let name = try node.recordName()
      guard zone.feed.place(of: name) == nil else {
        throw RequestError("recordName", "'\(NameRules.shortened(name))' occurs twice")
      }
      zone.noteDeletion(
        of: name, recordType: try node.recordType(), at: try numbers.next(&node))
    }
    try views(&node, of: &zone)
    return zone
  }

  private mutating func entry(
    _ node: inout ObjectReader, of zone: inout Zone, _ numbers: inout FeedNumbers
  ) throws(RequestError) {
    // In the order in which the members are written.
    let zoneID = zone.zoneID
    let number = try numbers.next(&node)
    let current = try record(&node, zoneID)
    let previous = try node.optionalObject("previous") { (node) throws(RequestError) in
      fields.acceptsReleased = true
      defer { fields.acceptsReleased = false }
      return try record(&node, zoneID)
    }
    guard zone.records[current.recordName] == nil else {
      throw RequestError(
        "recordName", "'\(NameRules.shortened(current.recordName))' occurs twice")
    }
    zone.store(current, sequence: number, keeping: previous)
  }

  private mutating func record(
    _ node: inout ObjectReader, _ zoneID: ZoneID
  ) throws(RequestError) -> Record {
    let recordName = try node.recordName()
    let recordType = try node.recordType()
    let recordChangeTag = try node.name("recordChangeTag")
    if let stated = try node.optional("zoneID"), !stated.isZoneID(zoneID),
      try stated.zoneID("zoneID") != zoneID
    {
      throw RequestError("zoneID", "'zoneID' is not the zone that holds the record")
    }
    let fields = try node.object("fields") { (node) throws(RequestError) in
      try node.rest { (node) throws(RequestError) in try storedFields(node, of: recordType) }
    }
    let parent = try node.optionalObject("parent") { (node) throws(RequestError) in
      try node.recordName()
    }
    let sharing = try node.sharing()
    _ = try node.optionalObject("pluginFields") { (_) throws(RequestError) in () }
    let created = try node.stamp("created")
    let modified = try node.stamp("modified")
    if try node.flag("deleted") == true {
      throw RequestError("deleted", "a stored record is not deleted")
    }
    return Record(
      recordName: recordName, zoneID: zoneID, recordType: recordType,
      recordChangeTag: recordChangeTag, fields: fields, created: created, modified: modified,
      parent: parent, sharing: sharing)
  }

  private mutating func storedFields(
    _ node: JSONNode, of recordType: String
  ) throws(RequestError) -> [Field] {
    var read: [Field] = []
    read.reserveCapacity(node.count)
    for (key, value) in node.members {
      read.append(try storedField(key.text, value, of: recordType))
    }
    // Fields are written in order, so that sorting is rarely needed.
    let isInOrder = zip(read, read.dropFirst()).allSatisfy { $0.name < $1.name }
    return isInOrder ? read : read.sorted { $0.name < $1.name }
  }

  private mutating func storedField(
    _ name: String, _ node: JSONNode, of recordType: String
  ) throws(RequestError) -> Field {
    if recordType != Share.recordType || !Share.fieldNames.contains(name),
      let refusal = NameRules.refusal(fieldName: name, limit: .max)
    {
      throw RequestError(NameRules.shortened(name), refusal)
    }
    fields.beginRecord()
    let draft = try fields.field(named: name, node)
    if let defect = fields.defect {
      if let file = node.member("value")?.foreignFile {
        throw RequestError(
          "\(NameRules.shortened(name)).value",
          "a stored file has 'data' and no '\(file)'")
      }
      throw RequestError("\(NameRules.shortened(name)).value", defect.reason)
    }
    guard let value = draft.value else {
      throw RequestError("\(NameRules.shortened(name)).value", "'value' must not be null")
    }
    return Field(name: name, value: share(value), isEncrypted: draft.isEncrypted)
  }

  /// Shares the bytes of equal files in the document.
  private mutating func share(_ value: FieldValue) -> FieldValue {
    guard value.holdsAssets else { return value }
    return value.mappingAssets { asset in
      if asset.isReleased { return asset }
      let known = files[asset.fileChecksum] ?? asset
      files[asset.fileChecksum] = known
      return known
    }
  }
}

/// Checks the numbers of a feed's changes in a document: within the feed's range, and unique.
struct FeedNumbers {
  let position: UInt64
  private var seen: Set<UInt64> = []

  init(position: UInt64) { self.position = position }

  mutating func next(_ node: inout ObjectReader) throws(RequestError) -> UInt64 {
    let number = try node.count("sequence", from: 1, through: position)
    guard number <= position, seen.insert(number).inserted else {
      throw RequestError(
        "sequence", "every change must have a 'sequence' of its own, from 1 to the feed's")
    }
    return number
  }
}

extension JSONNode {
  /// The key that refers to a file outside of the document.
  fileprivate var foreignFile: StaticString? {
    switch kind {
    case .object: member("path") != nil ? "path" : member("receipt") != nil ? "receipt" : nil
    case .array: elements.lazy.filter { $0.kind == .object }.compactMap(\.foreignFile).first
    default: nil
    }
  }
}

extension ObjectReader {
  fileprivate mutating func databaseKey() throws(RequestError) -> DatabaseKey {
    let container = try container()
    let environment = try environment()
    var owner: String?
    switch try choice("database", DatabaseScope.self) {
    case .public: break
    case .private: owner = try name("user")
    case .shared:
      throw RequestError(
        "database", "the shared database stores nothing", expected: "public or private")
    }
    return DatabaseKey(container: container, environment: environment, owner: owner)
  }

  fileprivate mutating func storedZoneID(owner: String) throws(RequestError) -> ZoneID {
    let name = try text("zoneName")
    if let refusal = NameRules.refusal(zoneName: name, limit: .max) {
      throw RequestError("zoneName", refusal)
    }
    return ZoneID(zoneName: name, ownerName: owner)
  }

  /// Reads a valid record name.
  mutating func recordName() throws(RequestError) -> String {
    let name = try text("recordName")
    if let refusal = NameRules.refusal(recordName: name, limit: .max) {
      throw RequestError("recordName", refusal)
    }
    return name
  }

  mutating func recordType() throws(RequestError) -> String {
    let name = try text("recordType")
    if name != Share.recordType, let refusal = NameRules.refusal(recordType: name, limit: .max) {
      throw RequestError("recordType", refusal)
    }
    return name
  }

  fileprivate mutating func stamp(_ key: StaticString) throws(RequestError) -> Stamp {
    try object(key) { (node) throws(RequestError) in
      Stamp(
        timestamp: try node.milliseconds("timestamp"),
        userRecordName: try node.repeatedText("userRecordName"),
        deviceID: try node.text("deviceID"))
    }
  }
}
