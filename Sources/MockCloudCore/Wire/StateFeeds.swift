/// Change feeds in a state document: the order of changes, the deletions, and the data that tokens
/// are checked with.
extension JSONWriter {
  mutating func storedChanges(_ feed: ZoneFeed) {
    beginObject()
    member("sequence", Int64(bitPattern: feed.position))
    member("tokenGeneration", Int64(bitPattern: feed.generation))
    epochs(of: feed)
    key("zones")
    beginArray()
    for (sequence, change) in feed.changes {
      beginObject()
      member("sequence", Int64(bitPattern: sequence))
      switch change {
      case .saved(let zoneID): self.zoneID("zoneID", zoneID)
      case .deleted(let zoneID, let reason):
        self.zoneID("zoneID", zoneID)
        member("deletionReason", reason.rawValue)
      }
      endObject()
    }
    endArray()
    endObject()
  }

  /// Writes the epochs of the changes, if any world was replaced by another.
  mutating func epochs<Name, Deletion>(of feed: ChangeFeed<Name, Deletion>) {
    let epochs = feed.epochs.filter { $0.key <= feed.position }
    guard !epochs.isEmpty else { return }
    key("epochs")
    array(epochs) { json, entry in
      json.beginObject()
      json.member("sequence", Int64(bitPattern: entry.key))
      json.member("epoch", Int64(bitPattern: entry.value))
      json.endObject()
    }
  }

  mutating func lostZones(_ zones: RareMap<String, ZoneDeletionReason>) {
    beginArray()
    for (name, reason) in zones {
      beginObject()
      member("zoneName", name)
      member("deletionReason", reason.rawValue)
      endObject()
    }
    endArray()
  }

  mutating func clientChangeTokens(_ tokens: RareMap<String, String>) {
    beginArray()
    for (device, token) in tokens {
      beginObject()
      member("device", device)
      member("clientChangeToken", token)
      endObject()
    }
    endArray()
  }

  /// Writes the deleted records; existing records contain their own change numbers.
  mutating func storedDeletions(_ feed: RecordFeed) {
    beginArray()
    feed.scanDeletions { sequence, recordName, recordType in
      beginObject()
      member("sequence", Int64(bitPattern: sequence))
      member("recordName", recordName)
      member("recordType", recordType)
      endObject()
      pour()
    }
    endArray()
  }
}

extension ObjectReader {
  /// Reads an empty feed with the document's position.
  mutating func emptyFeed<Name, Deletion>() throws(RequestError) -> ChangeFeed<Name, Deletion> {
    ChangeFeed(
      position: try count("sequence"), generation: try count("tokenGeneration"),
      epochs: try epochs())
  }

  /// Reads the member `epochs` of a feed, which is left out if there is only one.
  mutating func epochs() throws(RequestError) -> RareMap<UInt64, UInt64> {
    var epochs = RareMap<UInt64, UInt64>()
    try optionalList("epochs") { (node) throws(RequestError) in
      let sequence = try node.count("sequence")
      guard epochs[sequence] == nil else {
        throw RequestError("sequence", "'\(sequence)' occurs twice")
      }
      epochs.updateValue(try node.count("epoch"), forKey: sequence)
    }
    return epochs
  }

  /// - Parameter owner: The owner of zones without an owner in the document.
  mutating func zoneFeed(owner: String = "") throws(RequestError) -> ZoneFeed {
    try object("changes") { (node) throws(RequestError) in
      var feed: ZoneFeed = try node.emptyFeed()
      var numbers = FeedNumbers(position: feed.position)
      try node.list("zones") { (node) throws(RequestError) in
        var zoneID = try node.zoneID("zoneID")
        if zoneID.ownerName.isEmpty {
          zoneID = ZoneID(zoneName: zoneID.zoneName, ownerName: owner)
        }
        guard feed.place(of: zoneID) == nil else {
          throw RequestError(
            "zoneID", "'\(NameRules.shortened(zoneID.zoneName))' occurs twice")
        }
        let number = try numbers.next(&node)
        if let reason = try node.optionalChoice("deletionReason", ZoneDeletionReason.self) {
          feed.note(deleted: zoneID, reason, at: number)
        } else {
          feed.note(saved: zoneID, at: number)
        }
      }
      return feed
    }
  }

  mutating func lostZones() throws(RequestError) -> RareMap<String, ZoneDeletionReason> {
    var zones = RareMap<String, ZoneDeletionReason>()
    try list("lostZones") { (node) throws(RequestError) in
      let name = try node.name("zoneName")
      guard zones[name] == nil else {
        throw RequestError("zoneName", "'\(NameRules.shortened(name))' occurs twice")
      }
      zones.updateValue(
        try node.choice("deletionReason", ZoneDeletionReason.self), forKey: name)
    }
    return zones
  }

  mutating func clientChangeTokens() throws(RequestError) -> RareMap<String, String> {
    var tokens = RareMap<String, String>()
    try list("clientChangeTokens") { (node) throws(RequestError) in
      let device = try node.text("device")
      guard tokens[device] == nil else {
        throw RequestError("device", "'\(NameRules.shortened(device))' occurs twice")
      }
      tokens.updateValue(try node.text("clientChangeToken"), forKey: device)
    }
    return tokens
  }
}
