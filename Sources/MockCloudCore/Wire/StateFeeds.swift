// Change feeds in a state document: the order of changes, the deletions, and the data that tokens
// are checked with.

extension ChangeFeed {
  /// The keys of a feed other than its changes, which a feed that is read does not have.
  mutating func head(
    _ keys: inout StateKeys, position: StaticString = "sequence",
    generation: StaticString = "tokenGeneration"
  ) throws(RequestError) {
    var numbers = (position: self.position, generation: self.generation)
    try keys.number(position, &numbers.position)
    try keys.number(generation, &numbers.generation.count)
    try keys.key("tokenEpoch", &numbers.generation.epoch, or: 0, as: Count<UInt64>.self)
    var isUnread = isUnread
    try keys.key("unread", &isUnread, or: false)
    // An epoch without changes is left out, and all are if no world was ever replaced.
    var read = OrderedMap<UInt64, UInt64>()
    try keys.each(
      "epochs", .sparse, epochs.filter { $0.key <= numbers.position }, from: (key: 0, value: 0)
    ) { (keys, entry) throws(RequestError) in
      try keys.number("sequence", &entry.key)
      try keys.number("epoch", &entry.value)
    } take: { (entry) throws(RequestError) in
      guard read[entry.key] == nil else { throw .twice("sequence", "\(entry.key)") }
      read.updateValue(entry.value, forKey: entry.key)
    }
    if keys.isWriting { return }
    self = ChangeFeed(
      position: numbers.position, generation: numbers.generation, isUnread: isUnread, epochs: read)
  }
}

extension ZoneFeed {
  /// - Parameter owner: The owner of zones without an owner in the document.
  mutating func keys(
    _ keys: inout StateKeys, owner: UserRecordName = ""
  ) throws(RequestError) {
    try head(&keys)
    let position = position
    var numbers = Distinct<UInt64>()
    try keys.each(
      "zones", .required, changes.lazy.map { ($0.number, $0.change.name, $0.change.deletion) },
      from: (0, ZoneID(zoneName: "", ownerName: ""), nil)
    ) { (keys, change) throws(RequestError) in
      try keys.number("sequence", &change.0, from: 1, through: position)
      try keys.required("zoneID", &change.1, as: RepeatedZoneID.self)
      try keys.key("deletionReason", &change.2)
    } take: { (number, zoneID, reason) throws(RequestError) in
      let isOwned = !zoneID.ownerName.isEmpty
      let zoneID = isOwned ? zoneID : ZoneID(zoneName: zoneID.zoneName, ownerName: owner)
      guard place(of: zoneID) == nil else { throw .twice("zoneID", zoneID.zoneName.text) }
      try numbers.note(sequence: number)
      if let reason {
        note(deleted: zoneID, reason, at: number)
      } else {
        note(saved: zoneID, at: number)
      }
    }
  }
}

extension RecordFeed {
  /// The changes of a participant's view.
  mutating func changes(_ keys: inout StateKeys) throws(RequestError) {
    let position = position
    var numbers = Distinct<UInt64>()
    try keys.each(
      "changes", .required, changes.lazy.map { ($0.number, $0.change.name, $0.change.deletion) },
      from: (0, "", nil)
    ) { (keys, change) throws(RequestError) in
      try keys.number("sequence", &change.0, from: 1, through: position)
      try keys.recordName(&change.1)
      // Only a deletion has a type, which is written before the mark.
      var isDeletion = change.2 != nil
      if !keys.isWriting { try keys.key("deleted", &isDeletion, or: false) }
      if isDeletion || keys.listsAll {
        var deletion = change.2 ?? RecordDeletion(recordType: "")
        try keys.deletion(&deletion)
        change.2 = deletion
      }
      if keys.isWriting { try keys.key("deleted", &isDeletion, or: false) }
    } take: { (number, name, deletion) throws(RequestError) in
      guard place(of: name) == nil else { throw .twice("recordName", name.text) }
      try numbers.note(sequence: number)
      if let deletion {
        note(deleted: name, deletion, at: number)
      } else {
        note(saved: name, at: number)
      }
    }
  }
}

extension TokenExpiries {
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    var read = self
    try keys.readers("tokenReaders", tokenReaders) { (reader, final) throws(RequestError) in
      guard !read.haveTokens(reader) else { throw .twice("user", reader.userRecordName.text) }
      read.noteTokens(of: reader)
      if final > 0 { read.noteFormerTokens(of: reader, isRestored: true, final: final) }
    }
    // A document without both does not say that there are no tokens.
    var areIssued = keys.isReading || othersHaveTokens || !tokenReaders.isEmpty
    try keys.key("tokensIssued", &areIssued, or: true)
    if keys.isReading, read.tokenReaders.isEmpty {
      read.othersHaveTokens = areIssued
    } else if !areIssued, keys.isReading {
      throw RequestError("tokensIssued", "'tokensIssued' is false, but there are 'tokenReaders'")
    }
    try keys.readers("formerTokenReaders", formerReaders) { (reader, final) throws(RequestError) in
      guard !read.hadTokens(reader) else { throw .twice("user", reader.userRecordName.text) }
      read.noteFormerTokens(of: reader, isRestored: true, final: final)
    }
    try keys.each(
      "expiredZones", .sparse, expiredZones,
      from: ExpiredZone(
        reader: .empty, zoneID: ZoneID(zoneName: "", ownerName: ""), epoch: 0)
    ) { (keys, expired) throws(RequestError) in
      try expired.reader.keys(&keys)
      try keys.required("zoneID", &expired.zoneID, as: RepeatedZoneID.self)
      try keys.key("epoch", &expired.epoch, or: 0, as: Count<UInt64>.self)
    } take: { (expired) throws(RequestError) in
      guard read.epoch(of: expired.zoneID, expired.reader) == nil else {
        throw .twice("zoneID", expired.zoneID.zoneName.text)
      }
      read.add(expired)
    }
    self = read
  }
}

extension StateKeys {
  /// Handles readers of tokens.
  fileprivate mutating func readers(
    _ name: StaticString, _ readers: [TokenExpiries.StatedReader],
    take: (TokenExpiries.StatedReader) throws(RequestError) -> Void
  ) throws(RequestError) {
    try each(name, .sparse, readers, from: (owner: .empty, finalEpoch: UInt64(0))) {
      (keys, reader) throws(RequestError) in
      try reader.owner.keys(&keys)
      try keys.key("finalEpoch", &reader.finalEpoch, or: 0, as: Count<UInt64>.self)
    } take: { (reader) throws(RequestError) in
      try take(reader)
    }
  }
}

extension Distinct<UInt64> {
  /// Refuses a second change with the same number in a feed.
  mutating func note(sequence number: UInt64) throws(RequestError) {
    do throws(RequestError) {
      try note(number, "", "sequence")
    } catch {
      throw RequestError(
        "sequence", "every change must have a 'sequence' of its own, from 1 to the feed's")
    }
  }
}

extension ZoneDeletionReason: RequestChoice {}
