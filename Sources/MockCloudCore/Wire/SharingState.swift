/// The participants' views in a state document; other sharing data is in the record dictionaries.
extension JSONWriter {
  mutating func views(of zone: Zone) {
    guard zone.lastView > 0 else { return }
    member("lastView", Int64(bitPattern: zone.lastView))
    key("views")
    array(zone.views.map { $0 }) { json, view in
      json.beginObject()
      json.member("user", view.key)
      json.member("incarnation", Int64(bitPattern: view.value.incarnation))
      json.member("position", Int64(bitPattern: view.value.feed.position))
      json.member("generation", Int64(bitPattern: view.value.feed.generation))
      json.epochs(of: view.value.feed)
      json.key("changes")
      json.array(view.value.feed.changes) { json, entry in
        json.beginObject()
        json.member("sequence", Int64(bitPattern: entry.number))
        switch entry.change {
        case .saved(let name): json.member("recordName", name)
        case .deleted(let name, let recordType):
          json.member("recordName", name)
          json.member("recordType", recordType)
          json.member("deleted", true)
        }
        json.endObject()
      }
      json.endObject()
    }
  }
}

extension JSONWriter {
  /// Writes the feed of a user's shared database.
  mutating func sharedDatabase(_ entry: (key: DatabaseKey, value: ZoneFeed)) {
    beginObject()
    place(entry.key.container, entry.key.environment)
    member("user", entry.key.owner ?? "")
    key("changes")
    storedChanges(entry.value)
    endObject()
  }
}

extension StateReader {
  mutating func sharedDatabases(_ document: inout ObjectReader) throws(RequestError) {
    var seen = Distinct<DatabaseKey>()
    try document.optionalList("sharedDatabases") { (node) throws(RequestError) in
      let user = try node.name("user")
      let key = DatabaseKey(
        container: try node.container(), environment: try node.environment(), owner: user)
      try seen.note(key, user, "user")
      let feed = try node.zoneFeed()
      world.withSharedFeed(key) { $0 = feed }
    }
  }

  /// Reads the views of a zone's participants.
  func views(_ node: inout ObjectReader, of zone: inout Zone) throws(RequestError) {
    let lastView = try node.optionalCount("lastView") ?? 0
    try node.optionalList("views") { (node) throws(RequestError) in
      let user = try node.name("user")
      guard zone.views[user] == nil else {
        throw RequestError("user", "'\(NameRules.shortened(user))' occurs twice")
      }
      zone.setView(try node.view(lastView), of: user)
    }
    zone.setLastView(lastView)
  }
}

extension ObjectReader {
  fileprivate mutating func view(_ lastView: UInt64) throws(RequestError) -> ParticipantView {
    var view = ParticipantView(
      incarnation: try count("incarnation", from: 1, through: lastView),
      feed: RecordFeed(
        position: try count("position"), generation: try count("generation"),
        epochs: try epochs()))
    var numbers = FeedNumbers(position: view.feed.position)
    try list("changes") { (change) throws(RequestError) in
      let name = try change.recordName()
      guard view.feed.place(of: name) == nil else {
        throw RequestError("recordName", "'\(NameRules.shortened(name))' occurs twice")
      }
      let number = try numbers.next(&change)
      guard try change.flag("deleted") == true else {
        return view.feed.note(saved: name, at: number)
      }
      view.feed.note(deleted: name, try change.recordType(), at: number)
    }
    return view
  }

  /// Reads the sharing properties of a stored record.
  mutating func sharing() throws(RequestError) -> Record.Sharing? {
    var sharing = Record.Sharing()
    sharing.shareName = try optionalObject("share") { (node) throws(RequestError) in
      _ = try node.optionalZoneID("zoneID")
      return try node.recordName()
    }
    let shortGUID = try optionalText("shortGUID")
    var participants: [Share.Participant] = []
    let isShare = try optionalList("participants") { (node) throws(RequestError) in
      participants.append(try node.participant())
    }
    if isShare {
      sharing.share = try share(shortGUID ?? "", participants)
    } else {
      sharing.shortGUID = shortGUID
    }
    return sharing.isEmpty ? nil : sharing
  }

  private mutating func share(
    _ shortGUID: String, _ participants: [Share.Participant]
  ) throws(RequestError) -> Share {
    // Both repeat other members.
    _ = try optionalText("url")
    _ = try optionalObject("owner") { (node) throws(RequestError) in try node.participant() }
    return Share(
      rootRecordName: try optionalObject("forRecord") { (node) throws(RequestError) in
        try node.recordName()
      },
      publicPermission: try choice("publicPermission", Share.Permission.self),
      participants: participants, shortGUID: shortGUID)
  }

  private mutating func participant() throws(RequestError) -> Share.Participant {
    let id = try optionalText("participantId") ?? ""
    var participant = try object("userIdentity") { (node) throws(RequestError) in
      Share.Participant(
        participantID: id, userRecordName: try node.optionalText("userRecordName"),
        lookupInfo: try node.optionalObject("lookupInfo") { (node) throws(RequestError) in
          Share.LookupInfo(
            emailAddress: try node.optionalText("emailAddress"),
            phoneNumber: try node.optionalText("phoneNumber"),
            userRecordName: try node.optionalText("userRecordName"))
        } ?? Share.LookupInfo(),
        nameComponents: try node.nameComponents(), permission: .none, role: .user,
        acceptance: .invited)
    }
    participant.permission = try choice("permission", Share.Permission.self)
    participant.role = try choice("type", Share.Role.self)
    participant.acceptance = try choice("acceptanceStatus", Share.Acceptance.self)
    return participant
  }
}
