extension DrawGraph: WireHarnessOperation, WireRequest {
  init() { self.init(zones: nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("zones", &zones, as: ListOf<ZoneName>.self)
    try keys.key("recordsLimit", &recordsLimit)
    try keys.key("linksLimit", &linksLimit)
    try keys.key("zonesLimit", &zonesLimit)
  }

  func write(_ answer: Graph, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("defaults")
    writer.json.defaults(answer.defaults)
    writer.json.key("zones")
    writer.json.array(answer.zones) { json, zone in
      json.beginObject()
      json.place(zone.database, answer.people)
      json.member("zoneName", zone.zoneID.zoneName)
      json.member("records", zone.recordCount)
      json.endObject()
    }
    writer.json.key("records")
    writer.json.array(answer.nodes) { $0.node($1, answer.people) }
    writer.json.key("links")
    writer.json.array(answer.links) { $0.link($1) }
    writer.json.member("linkCount", answer.linkCount)
    if answer.omittedZones > 0 { writer.json.member("omittedZones", answer.omittedZones) }
    writer.json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func node(_ node: DrawGraph.Node, _ people: People) {
    beginObject()
    member("zone", node.zone)
    member("recordName", node.name)
    if let record = node.record { member("recordType", record.recordType) }
    if let share = node.record?.share {
      if let root = share.rootRecordName { member("root", root) }
      key("participants")
      participants(of: share, people)
    }
    endObject()
  }

  fileprivate mutating func link(_ link: DrawGraph.Link) {
    beginObject()
    member("source", link.source)
    member("target", link.target)
    member("kind", link.kind.rawValue)
    if let field = link.field { member("field", field) }
    if let action = link.action { member("action", action.rawValue) }
    endObject()
  }
}
