/// What a state document says of sharing beyond the record dictionaries: the participants' views.
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
      json.array(view.value.feed.changes.map { $0 }) { json, entry in
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
  /// What a user sees of other people's zones.
  mutating func sharedDatabase(_ entry: (key: DatabaseKey, value: ZoneFeed)) {
    beginObject()
    place(entry.key.container, entry.key.environment)
    member("user", entry.key.owner ?? "")
    key("changes")
    storedChanges(entry.value)
    endObject()
  }
}

/// Reads what a state document says of sharing.
enum SharingState {
  static func readSharedDatabase(
    _ node: JSONNode, into world: inout World
  ) throws(RequestError) {
    let key = DatabaseKey(
      container: ExactText(try node.require("container").text("container") ?? ""),
      environment: try node.environment(), owner: try node.require("user").text("user"))
    let feed = try node.require("changes").zoneFeed()
    world.withSharedFeed(key) { $0 = feed }
  }

  static func readViews(_ node: JSONNode, into zone: inout Zone) throws(RequestError) {
    guard let views = node.member("views") else { return }
    let lastView = try node.require("lastView").unsigned("lastView")
    _ = try views.list("views") { (node) throws(RequestError) in
      var view = ParticipantView(
        incarnation: try node.require("incarnation").unsigned("incarnation"),
        feed: RecordFeed(
          position: try node.require("position").unsigned("position"),
          generation: try node.require("generation").unsigned("generation"),
          epochs: try node.epochs()))
      _ = try node.require("changes").list("changes") { (change) throws(RequestError) in
        let name = try change.require("recordName").text("recordName") ?? ""
        let number = try change.require("sequence").unsigned("sequence")
        if let type = try change.member("recordType")?.text("recordType") {
          view.feed.note(deleted: name, type, at: number)
        } else {
          view.feed.note(saved: name, at: number)
        }
      }
      zone.setView(view, of: try node.require("user").text("user") ?? "")
    }
    zone.setLastView(lastView)
  }

  /// What a stored record has to do with sharing.
  static func sharing(_ node: JSONNode) throws(RequestError) -> Record.Sharing? {
    var sharing = Record.Sharing()
    sharing.shareName = try node.member("share")?.require("recordName").text("recordName")
    let shortGUID = try node.member("shortGUID")?.text("shortGUID")
    if let list = node.member("participants") {
      sharing.share = Share(
        rootRecordName: try node.member("forRecord")?.require("recordName").text("recordName"),
        publicPermission: try node.require("publicPermission")
          .choice("publicPermission", Share.Permission.self) ?? .none,
        participants: try list.list("participants") { (node) throws(RequestError) in
          try participant(node)
        },
        shortGUID: shortGUID ?? "")
    } else {
      sharing.shortGUID = shortGUID
    }
    return sharing.isEmpty ? nil : sharing
  }

  private static func participant(_ node: JSONNode) throws(RequestError) -> Share.Participant {
    let identity = try node.require("userIdentity")
    let lookupInfo = try identity.member("lookupInfo").map {
      (info) throws(RequestError) in try ShareReader.lookupInfo(info)
    }
    let components = try identity.member("nameComponents").flatMap {
      (node) throws(RequestError) in try NameComponents(reading: node)
    }
    return Share.Participant(
      participantID: try node.member("participantId")?.text("participantId") ?? "",
      userRecordName: try identity.member("userRecordName")?.text("userRecordName"),
      lookupInfo: lookupInfo ?? Share.LookupInfo(), nameComponents: components,
      permission: try node.require("permission").choice("permission", Share.Permission.self)
        ?? .none,
      role: try node.require("type").choice("type", Share.Role.self) ?? .user,
      acceptance: try node.require("acceptanceStatus")
        .choice("acceptanceStatus", Share.Acceptance.self) ?? .invited)
  }
}
