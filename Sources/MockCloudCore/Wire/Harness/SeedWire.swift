extension SeedWorld: WireHarnessOperation {
  static let keys: [StaticString] = ["zones", "records", "subscriptions", "users", "databases"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    var own = Batch()
    for (key, value) in request.members {
      switch key {
      case "zones": own.zones = try Self.zones(value)
      case "records": own.records = try Self.records(value, &fields)
      case "subscriptions":
        subscriptions =
          try value.optionalList("subscriptions") { (node) throws(RequestError) in
            try SubscriptionReader.draft(node, isNew: true, &fields)
          } ?? []
      case "users":
        users =
          try value.optionalList("users") { (node) throws(RequestError) in
            try AddUser(dictionary: node)
          } ?? []
      case "databases": batches = try Self.databases(value, &fields)
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    if !own.zones.isEmpty || !own.records.isEmpty { batches.insert(own, at: 0) }
  }

  private static func databases(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> [Batch] {
    var batches =
      try node.optionalList("databases") { (node) throws(RequestError) in
        try batch(node, &fields)
      } ?? []
    for index in batches.indices { batches[index].path = "databases[\(index)]" }
    return batches
  }

  private static func batch(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> Batch {
    try node.requireObject("databases")
    var batch = Batch()
    for (key, value) in node.members {
      switch key {
      case "database": batch.scope = try value.choice("database", DatabaseScope.self)
      case "user": batch.user = try value.text("user")
      case "zones": batch.zones = try zones(value)
      case "records": batch.records = try records(value, &fields)
      default: throw key.unknown(among: ["database", "user", "zones", "records"])
      }
    }
    return batch
  }

  /// Zone dictionaries or bare zone IDs.
  private static func zones(_ node: JSONNode) throws(RequestError) -> [ZoneID] {
    try node.optionalList("zones") { (node) throws(RequestError) in
      guard node.kind == .object, node.member("zoneID") != nil else {
        guard let zoneID = try node.zoneID("") else { throw RequestError.missing("zoneName") }
        return zoneID
      }
      return try node.zoneDictionary("zones")
    } ?? []
  }

  private static func records(
    _ node: JSONNode, _ fields: inout FieldReader
  ) throws(RequestError) -> [SeedRecord] {
    try node.optionalList("records") { (node) throws(RequestError) in
      var record = SeedRecord(try fields.draft(node))
      for (key, value) in node.members {
        switch key {
        case "created": record.created = try stamp("created", value)
        case "modified": record.modified = try stamp("modified", value)
        default: continue
        }
      }
      return record
    } ?? []
  }

  private static func stamp(
    _ name: StaticString, _ node: JSONNode
  ) throws(RequestError) -> PartialStamp {
    var stamp = PartialStamp()
    if node.isNull { return stamp }
    try node.requireObject(name)
    for (key, value) in node.members {
      do throws(RequestError) {
        switch key {
        case "timestamp": stamp.timestamp = try value.integer("timestamp")
        case "userRecordName": stamp.userRecordName = try value.text("userRecordName")
        case "deviceID": stamp.deviceID = try value.text("deviceID")
        default: throw key.unknown(among: ["timestamp", "userRecordName", "deviceID"])
        }
      } catch {
        throw error.inside("\(name)")
      }
    }
    return stamp
  }

  func write(_ answer: Counts, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.member("zones", answer.zones)
    writer.json.member("records", answer.records)
    writer.json.member("subscriptions", answer.subscriptions)
    writer.json.member("users", answer.users)
    writer.json.endObject()
  }
}
