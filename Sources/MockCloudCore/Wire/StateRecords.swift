// Records in a state document. Their dictionary is that of answers, which `JSONWriter.recordBody`
// writes, so that the tables here only read it.

/// A record with the number of its latest change and its earlier versions.
struct StoredEntry {
  private(set) var sequence: UInt64 = 0
  private(set) var record: Record?
  /// Newest first.
  private var versions: [Record] = []
  /// For each version, whether the one after it differs only in its tag: `1` or `0`.
  private var retags = ""

  init() {}

  init(_ entry: Zone.Entry, at sequence: UInt64) {
    self.sequence = sequence
    record = entry.record
    guard let former = entry.former else { return }
    versions = former.all
    let bits = former.retags
    if bits.contains(true) { retags = String(bits.map { $0 ? "1" : "0" }) }
  }

  var former: FormerVersions? {
    var former: FormerVersions?
    let bits = Array(retags.utf8)
    for index in versions.indices.reversed() {
      let isRetagged = index < bits.count && bits[index] == UInt8(ascii: "1")
      former = FormerVersions(versions[index], before: former).retagged(isRetagged)
    }
    return former
  }

  mutating func keys(
    _ keys: inout StateKeys, through position: UInt64, in zone: ZoneID, _ style: RecordStyle
  ) throws(RequestError) {
    try keys.number("sequence", &sequence, from: 1, through: position)
    if !keys.isWriting { return try read(&keys, in: zone) }
    keys.body { json in
      if let record { json.recordBody(record, style) }
      guard let previous = versions.first else { return }
      json.key("previous")
      json.record(previous, style)
      if versions.count > 1 {
        json.key("earlier")
        json.array(Array(versions.dropFirst())) { $0.record($1, style) }
      }
      if !retags.isEmpty { json.member("retags", retags) }
    }
  }

  private mutating func read(
    _ keys: inout StateKeys, in zone: ZoneID
  ) throws(RequestError) {
    record = try keys.record(in: zone)
    var former: Record??
    try keys.part("previous", &former, from: nil) { (keys, former) throws(RequestError) in
      keys.document?.acceptsReleased = true
      former = try keys.record(in: zone)
      keys.document?.acceptsReleased = false
    }
    if let previous = former ?? nil { versions = [previous] }
    keys.document?.acceptsReleased = true
    try keys.each("earlier", .sparse, [Record?](), from: nil) {
      (keys, version) throws(RequestError) in
      version = try keys.record(in: zone)
    } take: { (version) throws(RequestError) in
      guard !versions.isEmpty, versions.count < FormerVersions.mostTags else {
        throw RequestError(
          "", "a record has more earlier versions than are kept, or none before them",
          expected: "'previous', and at most \(FormerVersions.mostTags - 1) before it")
      }
      if let version { versions.append(version) }
    }
    keys.document?.acceptsReleased = false
    var retags: String?
    try keys.key("retags", &retags)
    self.retags = retags ?? ""
    try checkVersions()
  }

  private func checkVersions() throws(RequestError) {
    if !retags.isEmpty, retags.utf8.count != versions.count {
      throw RequestError("retags", "'retags' has another length than the list of earlier versions")
    }
    for version in versions
    where version.recordName != record?.recordName
      || version.recordChangeTag == record?.recordChangeTag
    {
      throw RequestError(
        "previous", "an earlier version has another recordName, or the record's recordChangeTag")
    }
  }
}

extension StateKeys {
  /// Reads a record.
  ///
  /// - Parameter zone: The zone that holds it.
  fileprivate mutating func record(in zone: ZoneID) throws(RequestError) -> Record {
    var (name, type, tag): (RecordName, RecordTypeName, RecordChangeTag) = ("", "", "")
    try text("recordName", &name) { NameRules.refusal(referenceTo: $0, limit: .max) }
    try recordType(&type)
    // Only user records have names that begin with `_`.
    if type != SystemDefinitions.users, !name.isEmpty,
      let refusal = NameRules.refusal(recordName: name, limit: .max)
    {
      throw RequestError("recordName", refusal)
    }
    try self.name("recordChangeTag", &tag)
    var stated: ZoneID?
    try key("zoneID", &stated, as: RepeatedZoneID.self)
    if let stated, stated != zone {
      throw RequestError("zoneID", "'zoneID' is not the zone that holds the record")
    }
    var fields: [Field] = []
    try required("fields", &fields, as: StoredFields.self)
    for field in fields {
      let isShare = type == Share.recordType
      if let refusal = NameRules.refusal(storedField: field.name, ofShare: isShare) {
        throw RequestError(NameRules.shortened(field.name), refusal).inside("fields")
      }
      for reference in field.value.references {
        let name = reference.recordName
        guard let refusal = NameRules.refusal(referenceTo: name, limit: .max) else { continue }
        throw RequestError(NameRules.shortened(field.name), refusal).inside("fields")
      }
    }
    var parent: RecordName?
    try reference("parent", &parent)
    let sharing = try sharing(in: zone)
    var plugins: Void?
    try part("pluginFields", &plugins, from: ()) { _, _ in }
    let (created, modified) = (try stamp("created"), try stamp("modified"))
    var isDeleted = false
    try key("deleted", &isDeleted, or: false)
    if isDeleted { throw RequestError("deleted", "a stored record is not deleted") }
    return Record(
      recordName: name, zoneID: zone, recordType: type, recordChangeTag: tag, fields: fields,
      created: created, modified: modified, parent: parent, sharing: sharing)
  }

  private mutating func stamp(_ key: StaticString) throws(RequestError) -> Stamp {
    var stamp = Stamp(timestamp: 0, userRecordName: "", deviceID: "")
    try part(key, &stamp) { (keys, stamp) throws(RequestError) in
      try keys.required("timestamp", &stamp.timestamp, as: Milliseconds.self)
      try keys.required("userRecordName", &stamp.userRecordName, as: RepeatedText.self)
      try keys.required("deviceID", &stamp.deviceID)
    }
    return stamp
  }

  /// Handles an optional dictionary with the name of a record.
  fileprivate mutating func reference(
    _ key: StaticString, _ name: inout RecordName?
  ) throws(RequestError) {
    try part(key, &name, from: "") { (keys, name) throws(RequestError) in
      try keys.text("recordName", &name) { NameRules.refusal(referenceTo: $0, limit: .max) }
    }
  }

  /// Reads the sharing keys of a record; nil if it has none.
  private mutating func sharing(in zone: ZoneID) throws(RequestError) -> Record.Sharing? {
    var sharing = Record.Sharing()
    try part("share", &sharing.shareName, from: "") { (keys, name) throws(RequestError) in
      try keys.recordName(&name)
      var stated: ZoneID?
      try keys.key("zoneID", &stated)
      if let stated, stated != zone {
        throw RequestError("zoneID", "'zoneID' is not the zone that holds the record")
      }
    }
    try key("shortGUID", &sharing.shortGUID)
    if has("participants") {
      sharing.share = try share(sharing.shortGUID ?? "")
      sharing.shortGUID = nil
    }
    return sharing.isEmpty ? nil : sharing
  }

  private mutating func share(_ shortGUID: ShortGUID) throws(RequestError) -> Share {
    var share = Share(
      rootRecordName: nil, publicPermission: .none, participants: [], shortGUID: shortGUID)
    try each("participants", .required, share.participants, from: .empty) {
      (keys, participant) throws(RequestError) in
      try participant.keys(&keys)
    } take: {
      share.participants.append($0)
    }
    // Both repeat other members.
    var url: String?
    try key("url", &url)
    if let url, !url.hasBytes(of: share.url) {
      throw RequestError("url", "'url' is not the link of 'shortGUID'", expected: share.url)
    }
    var owner: Share.Participant?
    try part("owner", &owner, from: .empty) { (keys, owner) throws(RequestError) in
      try owner.keys(&keys)
    }
    if let owner, let own = share.participants.first(where: { $0.role == .owner }), owner != own {
      throw RequestError("owner", "'owner' is not the participant of type OWNER")
    }
    try reference("forRecord", &share.rootRecordName)
    try required("publicPermission", &share.publicPermission)
    return share
  }
}

extension Share.Participant {
  fileprivate static let empty = Self(
    participantID: "", lookupInfo: Share.LookupInfo(), permission: .none, role: .user,
    acceptance: .invited)

  fileprivate mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.key("participantId", &participantID, or: "")
    try keys.part("userIdentity", &self) { (keys, participant) throws(RequestError) in
      try keys.key("userRecordName", &participant.userRecordName)
      var info: Share.LookupInfo?
      try keys.part("lookupInfo", &info, from: .init()) { (keys, info) throws(RequestError) in
        try info.keys(&keys)
        if let problem = info.problem { throw problem }
      }
      participant.lookupInfo = info ?? participant.lookupInfo
      try keys.part("nameComponents", &participant.nameComponents, from: .init()) {
        (keys, components) throws(RequestError) in try components.keys(&keys)
      }
      var hasAccount: Bool?
      try keys.key("hasiCloudAccount", &hasAccount)
      if let hasAccount, hasAccount != (participant.userRecordName != nil) {
        throw RequestError("hasiCloudAccount", "'hasiCloudAccount' is not whether there is a user")
      }
    }
    try keys.required("permission", &permission)
    try keys.required("type", &role, as: ExactWord<Share.Role>.self)
    try keys.required("acceptanceStatus", &acceptance, as: ExactWord<Share.Acceptance>.self)
  }
}

extension NameRules {
  /// Returns the reason why a document must not have the field.
  static func refusal(storedField name: String, ofShare isShare: Bool) -> String? {
    isShare && Share.fieldNames.contains(name) ? nil : refusal(fieldName: name, limit: .max)
  }
}

/// The fields of a record.
private enum StoredFields: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> [Field] {
    do throws(RequestError) {
      return try fields(node, &reader.fields)
    } catch {
      throw error.inside("\(key)")
    }
  }

  private static func fields(
    _ node: JSONNode, _ reader: inout FieldReader
  ) throws(RequestError) -> [Field] {
    guard node.kind == .object else {
      throw RequestError("", "must be an object, not \(node.kindName)", expected: "an object")
    }
    var fields: [Field] = []
    fields.reserveCapacity(node.count)
    for (key, value) in node.members { fields.append(try field(key.text, value, &reader)) }
    // Fields are written in order, so that sorting is rarely needed.
    let isInOrder = zip(fields, fields.dropFirst()).allSatisfy { $0.name < $1.name }
    return isInOrder ? fields : fields.sorted { $0.name < $1.name }
  }

  private static func field(
    _ name: String, _ node: JSONNode, _ reader: inout FieldReader
  ) throws(RequestError) -> Field {
    let path = NameRules.shortened(name)
    if node.isNull { throw RequestError(path, "'\(path)' must not be null") }
    reader.beginRecord()
    let draft = try reader.field(named: name, node)
    if let defect = reader.defect {
      if let file = node.member("value")?.foreignFile {
        throw RequestError("\(path).value", "a stored file has 'data' and no '\(file)'")
      }
      throw RequestError("\(path).value", defect.reason)
    }
    guard let value = draft.value else {
      throw RequestError("\(path).value", "'value' must not be null")
    }
    return Field(
      name: name, value: reader.document?.share(value) ?? value, isEncrypted: draft.isEncrypted)
  }

  static func write(_ value: [Field], to writer: inout KeyWriter) {}
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
