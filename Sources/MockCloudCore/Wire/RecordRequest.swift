/// The record dictionary of requests.
extension RecordDraft: SpecializedRequest {
  init() { self.init(nil) }

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    try keys.key("recordName", &recordName)
    try keys.key("recordType", &recordType)
    try keys.key("recordChangeTag", &recordChangeTag)
    if keys.concerns("fields") { try content(&keys) }
    try keys.key("zoneID", &zoneID)
    try keys.key("parent", &parent, or: .unchanged, as: ParentForm.self)
    try sharing(&keys)
    try keys.key("createShortGUID", &createsShortGUID, or: false)
    try keys.key("shortGUID", &shortGUID)
    keys.passed("created")
    keys.passed("modified")
    keys.passed("deleted")
    keys.passed("pluginFields")
    keys.passed("share")
    keys.passed("url")
    keys.passed("owner")
    keys.passed("currentUserParticipant")
  }

  private mutating func content<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    var content = fields.isEmpty ? nil : DraftFields(fields: fields, defects: defects)
    try keys.key("fields", &content)
    guard let content else { return }
    fields = content.fields
    defects = content.defects
  }

  /// The keys of shares only.
  @inline(__always)
  private mutating func sharing<Keys: RequestKeys & ~Copyable>(
    _ keys: inout Keys
  ) throws(Keys.Failure) {
    guard
      keys.concerns("forRecord") || keys.concerns("publicPermission")
        || keys.concerns("participants")
    else { return }
    var said = share ?? ShareDraft()
    try said.keys(&keys)
    share = said == ShareDraft() ? nil : said
  }
}

/// The fields in a record dictionary.
private struct DraftFields: RequestForm {
  var fields: [FieldDraft]
  var defects: [FieldDefect]

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> DraftFields {
    reader.fields.beginRecord()
    let fields = try reader.fields.fields(node)
    return DraftFields(fields: fields, defects: reader.fields.defects)
  }

  static func write(_ value: DraftFields, to writer: inout KeyWriter) {
    var sources: [ExactText: FieldDefect.Source] = [:]
    for defect in value.defects { sources[ExactText(defect.field)] = defect.source }
    writer.json.beginObject()
    for field in value.fields {
      writer.json.key(field.name)
      writer.json.field(field, sources.isEmpty ? nil : sources[ExactText(field.name)])
    }
    writer.json.endObject()
  }
}

extension JSONWriter {
  /// Writes a field of a request.
  ///
  /// - Parameter source: The original text if the draft has no value for it.
  mutating func field(_ field: FieldDraft, _ source: FieldDefect.Source? = nil) {
    beginObject()
    key("value")
    if let value = field.value {
      fieldValue(value, .request)
    } else if let source {
      source.value.withUnsafeBufferPointer { raw($0) }
    } else {
      null()
    }
    if let type = field.isInferred ? nil : field.value?.type ?? source?.type {
      key("type")
      typeName(type)
    }
    if field.isEncrypted { member("isEncrypted", true) }
    endObject()
  }
}

/// `{recordName}`, or null to remove the record from its hierarchy.
private enum ParentForm: RequestForm {
  static var readsNull: Bool { true }

  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ParentDraft {
    if node.isNull { return .none }
    let target = try Target.read(node, key, &reader)
    return .record(target.recordName, in: target.zoneID)
  }

  static func write(_ value: ParentDraft, to writer: inout KeyWriter) {
    guard case .record(let name, let zoneID) = value else { return writer.json.null() }
    Target.write(Target(recordName: name, zoneID: zoneID), to: &writer)
  }

  /// A parent is a reference, so a reference dictionary is accepted.
  struct Target: SpecializedRequest {
    var recordName: RecordName = ""
    var zoneID: ZoneID?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("recordName", &recordName)
      try keys.key("zoneID", &zoneID)
      keys.passed("action")
    }
  }
}

extension FieldReader {
  mutating func fields(_ node: JSONNode) throws(RequestError) -> [FieldDraft] {
    if node.isNull { return [] }
    try node.requireObject("fields")
    var drafts: [FieldDraft] = []
    drafts.reserveCapacity(node.count)
    var isSorted = true
    for (key, value) in node.members {
      do throws(RequestError) {
        let draft = try field(named: key.text, value)
        if let last = drafts.last, !(last.name < draft.name) {
          // An insertion moves the other fields as bytes, whereas sorting retains and releases them
          // at every step; but for many fields, insertions would take quadratic time.
          if isSorted, drafts.count < 64 {
            let place = Bisection.first(in: drafts.indices) { draft.name < drafts[$0].name }
            drafts.insert(draft, at: place)
            continue
          }
          isSorted = false
        }
        drafts.append(draft)
      } catch {
        throw error.inside("fields")
      }
    }
    if !isSorted { drafts.sort(by: FieldDraft.inOrder) }
    return drafts
  }

  /// Reads `{recordName}`, or null for none.
  func parent(_ node: JSONNode) throws(RequestError) -> ParentDraft {
    var reader = KeyReader()
    return try ParentForm.read(node, "parent", &reader)
  }
}

extension ZoneID: RequestForm {
  static func read(
    _ node: JSONNode, _ key: StaticString, _ reader: inout KeyReader
  ) throws(RequestError) -> ZoneID {
    let names = try Names.read(node, key, &reader)
    return ZoneID(zoneName: names.zoneName, ownerName: names.owner ?? "")
  }

  static func write(_ value: ZoneID, to writer: inout KeyWriter) {
    let owner = value.ownerName.isEmpty && !writer.isAnswer ? nil : value.ownerName
    Names.write(Names(zoneName: value.zoneName, owner: owner), to: &writer)
  }

  /// Requests may spell the owner as `ownerName`, and zone IDs from answers may have a `zoneType`.
  private struct Names: SpecializedRequest {
    var zoneName: ZoneName = ""
    var owner: UserRecordName?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.required("zoneName", &zoneName)
      try keys.key("ownerRecordName", &owner)
      try keys.synonym("ownerName", &owner)
      keys.passed("zoneType")
    }
  }
}
