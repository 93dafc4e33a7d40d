/// Makes the blocks of an operation from an answer of a script: the same that `BlockMaker` makes
/// from the parts of such an answer.
struct ScriptedBlockMaker {
  /// The request, if items of it delete something.
  var request: (any ItemDeleting)?
  private let names: BlockNames
  private var blocks: [OperationBlock] = []
  private var items = 0

  init(_ names: BlockNames) { self.names = names }

  /// Returns the blocks before the result, which the script may define itself.
  mutating func blocks(of answer: ScriptedAnswer) -> [OperationBlock] {
    if let written = answer.written { return written }
    if let given = answer.blocks {
      return given.map { block in
        let name = block.member("block")?.string ?? ""
        return OperationBlock(
          name, .scripted(.object(block.members.filter { !$0.has("block") })))
      }
    }
    if answer.error != nil { return [] }
    for member in answer.response.members {
      if case .array(let elements) = member.value, let list = Self.list(member.key) {
        // An answer that is a single user also has a list with that user.
        if case .user = list, names != .discovery { continue }
        for element in elements { add(element, list) }
      } else if names == .databaseChanges, member.has("syncToken") || member.has("metaSyncToken") {
        add(BlockNames.token, [member])
      }
    }
    return blocks
  }

  /// Returns the kind of items in the list with the given key.
  private static func list(_ key: String) -> ItemKind? {
    switch key {
    case "records": .record
    case "zones": .zone
    case "subscriptions": .subscription
    case "results": .share
    case "participants": .participant
    case "assets": .asset
    case "tokens": .other
    case "users": .user
    default: nil
    }
  }

  private mutating func add(_ name: String, _ members: [JSONValue.Member]) {
    blocks.append(OperationBlock(name, .scripted(.object(members))))
  }

  private mutating func add(_ element: JSONValue, _ list: ItemKind) {
    if element.isError {
      let isDeletion = request?.deletesItem(at: items) ?? false
      items += 1
      if names == .zoneChanges, case .zone = list {
        return add(BlockNames.zone, [JSONValue.Member(key: "error", value: element)])
      }
      return add(
        names.name(ofFailed: list, isDeletion: isDeletion),
        [JSONValue.Member(key: "error", value: element)])
    }
    if names == .zoneChanges, case .zone = list { return addGroup(element) }
    items += 1
    let kind = kind(of: element, list)
    if names.reportsProgress, case .record = kind { addProgress(of: element) }
    add(names.name(of: kind), [JSONValue.Member(key: "item", value: element)])
  }

  private func kind(of element: JSONValue, _ list: ItemKind) -> ItemKind {
    var isDeleted = false
    if case .bool(true)? = element.member("deleted") { isDeleted = true }
    switch list {
    case .record: return isDeleted ? .deletedRecord : .record
    case .subscription: return isDeleted ? .deletedSubscription : .subscription
    case .zone where names == .databaseChanges:
      guard isDeleted else { return .changedZone }
      let reason = element.member("deletionReason")?.string
      return .lostZone(reason.flatMap { ZoneDeletionReason(rawValue: $0) } ?? .deleted)
    case .zone: return isDeleted ? .deletedZone : .zone
    default: return list
    }
  }

  /// Adds the blocks of a zone with its changed records.
  private mutating func addGroup(_ group: JSONValue) {
    var rest: [JSONValue.Member] = []
    for member in group.members {
      if case .array(let elements) = member.value, let list = Self.list(member.key) {
        for element in elements { add(element, list) }
      } else {
        rest.append(member)
      }
    }
    let zoneID = rest.filter { $0.has("zoneID") }
    for member in rest where member.has("syncToken") {
      add(BlockNames.zoneToken, zoneID + [member])
    }
    add(BlockNames.zone, [JSONValue.Member(key: "item", value: .object(rest))])
  }

  /// Adds the progress of a record; records with files have an additional report in the middle.
  private mutating func addProgress(of record: JSONValue) {
    let hasFiles =
      record.member("fields")?.members.contains { field in
        guard field.value.member("type")?.string?.hasPrefix("ASSETID") == true else { return false }
        if case .array(let list)? = field.value.member("value") { return !list.isEmpty }
        return true
      } ?? false
    let id = record.members.filter { $0.has("recordName") || $0.has("zoneID") }
    for progress in hasFiles ? [0, 0.5, 1] : [0, 1] {
      add(
        BlockNames.progress,
        id + [JSONValue.Member(key: "progress", value: .double(progress))])
    }
  }
}

extension JSONValue {
  /// The ID in an error of the item of a scripted block; nil for items without one.
  var itemID: ItemID? {
    guard let item = member("item") ?? member("error") else { return nil }
    let zoneID = item.member("zoneID").map { zone in
      ZoneID(
        zoneName: zone.name("zoneName") ?? ZoneID.defaultZoneName,
        ownerName: zone.name("ownerRecordName") ?? "")
    }
    if let id = item.name("subscriptionID") { return .subscription(id) }
    let recordName = item.name("recordName")
    if let field = item.member("fieldName")?.string {
      return .asset(name: recordName, fieldName: field)
    }
    if let recordName, let zoneID { return .record(name: recordName, zoneID: zoneID) }
    return zoneID.map { .zone($0) }
  }

  private func name(_ key: StaticString) -> ExactText? { member(key)?.string.map { ExactText($0) } }
}
