/// Reads record dictionaries as clients send them.
extension FieldReader {
  static let draftKeys: [StaticString] = [
    "recordName", "recordType", "recordChangeTag", "fields", "zoneID", "parent", "forRecord",
    "publicPermission", "participants", "createShortGUID",
    // Answers carry these; a record that is handed back as it came is not refused for them.
    "created", "modified", "deleted", "pluginFields", "share", "shortGUID", "url", "owner",
    "currentUserParticipant",
  ]

  mutating func draft(_ node: JSONNode) throws(RequestError) -> RecordDraft {
    try node.requireObject("record")
    beginRecord()
    var draft = RecordDraft(nil)
    for (key, value) in node.members {
      switch key {
      case "recordName": draft.recordName = try value.text("recordName")
      case "recordType": draft.recordType = try value.text("recordType")
      case "recordChangeTag": draft.recordChangeTag = try value.text("recordChangeTag")
      case "zoneID": draft.zoneID = try value.zoneID("zoneID")
      case "fields": draft.fields = try fields(value)
      case "parent": draft.parent = try parent(value)
      case "forRecord", "publicPermission", "participants":
        try ShareReader.read(key, value, into: &draft.share)
      case "createShortGUID": draft.createsShortGUID = try value.flag("createShortGUID") ?? false
      case "created", "modified", "deleted", "pluginFields", "share", "url", "owner",
        "currentUserParticipant":
        continue
      case "shortGUID": draft.shortGUID = try value.text("shortGUID")
      default: throw key.unknown(among: Self.draftKeys)
      }
    }
    draft.defect = defect
    return draft
  }

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
          // Inserting moves the others as bytes, where sorting retains and releases each of them
          // with every step; but among very many it would take for ever.
          if isSorted, drafts.count < 64 {
            drafts.insert(draft, at: Self.place(of: draft.name, in: drafts))
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

  /// Where a field belongs among those that are sorted already.
  private static func place(of name: String, in drafts: [FieldDraft]) -> Int {
    var low = 0
    var high = drafts.count
    while low < high {
      let middle = low + (high - low) / 2
      if name < drafts[middle].name { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// `{recordName}`, or null to take the record out of its hierarchy.
  mutating func parent(_ node: JSONNode) throws(RequestError) -> ParentDraft {
    if node.isNull { return .none }
    try node.requireObject("parent")
    var name: String?
    var zoneID: ZoneID?
    for (key, value) in node.members {
      switch key {
      case "recordName": name = try value.text("recordName")
      // A parent is a reference, so a reference dictionary is understood.
      case "zoneID": zoneID = try value.zoneID("zoneID")
      case "action": continue
      default: throw key.unknown(among: ["recordName"]).inside("parent")
      }
    }
    guard let name else { throw RequestError.missing("recordName").inside("parent") }
    return .record(name, in: zoneID)
  }
}
