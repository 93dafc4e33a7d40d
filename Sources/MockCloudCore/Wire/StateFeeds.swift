/// Change feeds in a state document: the order of changes, the deletions, and what keeps tokens apart.
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

  /// Which worlds the changes were made in, where any was given up for another.
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

  mutating func lostZones(_ zones: OrderedMap<String, ZoneDeletionReason>) {
    beginArray()
    for (name, reason) in zones {
      beginObject()
      member("zoneName", name)
      member("deletionReason", reason.rawValue)
      endObject()
    }
    endArray()
  }

  mutating func clientChangeTokens(_ tokens: OrderedMap<String, String>) {
    beginArray()
    for (device, token) in tokens {
      beginObject()
      member("device", device)
      member("clientChangeToken", token)
      endObject()
    }
    endArray()
  }

  /// The records that are gone; those that are there carry their places themselves.
  mutating func storedDeletions(_ feed: RecordFeed) {
    beginArray()
    for (sequence, change) in feed.changes {
      guard case .deleted(let recordName, let recordType) = change else { continue }
      beginObject()
      member("sequence", Int64(bitPattern: sequence))
      member("recordName", recordName)
      member("recordType", recordType)
      endObject()
    }
    endArray()
  }
}

extension JSONNode {
  /// A feed that stands where the document says and tells of nothing yet.
  func emptyFeed<Name, Deletion>() throws(RequestError) -> ChangeFeed<Name, Deletion> {
    ChangeFeed(
      position: try require("sequence").unsigned("sequence"),
      generation: try require("tokenGeneration").unsigned("tokenGeneration"), epochs: try epochs())
  }

  /// The member `epochs` of a feed, which is left out where there is but one.
  func epochs() throws(RequestError) -> OrderedMap<UInt64, UInt64> {
    var epochs = OrderedMap<UInt64, UInt64>()
    _ = try member("epochs")?.list("epochs") { (node) throws(RequestError) in
      epochs.updateValue(
        try node.require("epoch").unsigned("epoch"),
        forKey: try node.require("sequence").unsigned("sequence"))
    }
    return epochs
  }

  func zoneFeed() throws(RequestError) -> ZoneFeed {
    try requireObject("changes")
    var feed: ZoneFeed = try emptyFeed()
    let zones = try require("zones")
    _ = try zones.list("zones") { (node) throws(RequestError) in
      let number = try node.require("sequence").unsigned("sequence")
      guard let zoneID = try node.require("zoneID").zoneID("zoneID") else {
        throw RequestError.missing("zoneID")
      }
      if let reason = try node.deletionReason() {
        feed.note(deleted: zoneID, reason, at: number)
      } else {
        feed.note(saved: zoneID, at: number)
      }
    }
    try feed.requireCount(zones.count)
    return feed
  }

  func lostZones() throws(RequestError) -> OrderedMap<String, ZoneDeletionReason> {
    var zones = OrderedMap<String, ZoneDeletionReason>()
    _ = try list("lostZones") { (node) throws(RequestError) in
      guard let reason = try node.deletionReason() else {
        throw RequestError.missing("deletionReason")
      }
      zones.updateValue(reason, forKey: try node.require("zoneName").text("zoneName") ?? "")
    }
    return zones
  }

  func clientChangeTokens() throws(RequestError) -> OrderedMap<String, String> {
    var tokens = OrderedMap<String, String>()
    _ = try list("clientChangeTokens") { (node) throws(RequestError) in
      tokens.updateValue(
        try node.require("clientChangeToken").text("clientChangeToken") ?? "",
        forKey: try node.require("device").text("device") ?? "")
    }
    return tokens
  }

  private func deletionReason() throws(RequestError) -> ZoneDeletionReason? {
    try member("deletionReason")?.choice("deletionReason", ZoneDeletionReason.self)
  }
}

extension ChangeFeed {
  /// Refuses a document that tells a thing twice or two things at one place of the feed.
  func requireCount(_ count: Int) throws(RequestError) {
    guard extent.count == count, extent.first != 0 else {
      throw RequestError(
        "sequence", "every change must have a 'sequence' of its own, from 1, and nothing two")
    }
  }
}
