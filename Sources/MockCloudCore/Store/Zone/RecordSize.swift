/// The size of a record for comparison with the limits: its names and decoded values, and its
/// assets separately.
struct RecordSize {
  private(set) var withoutAssets = 0
  private(set) var assets = 0
  private(set) var largestAsset = 0
  private(set) var hasAssets = false
  /// The number of members of lists.
  private(set) var members = 0

  var total: Int { withoutAssets + assets }

  init(_ fields: [Field], recordName: RecordName?) {
    withoutAssets = recordName?.utf8.count ?? 0
    for field in fields {
      withoutAssets += field.name.utf8.count
      add(field.value)
    }
  }

  /// The size of a draft's content.
  init(_ draft: RecordDraft) {
    // Fields are not copied: there are many.
    for index in draft.fields.indices {
      withoutAssets += draft.fields[index].name.utf8.count
      if let value = draft.fields[index].value { add(value) }
    }
  }

  mutating func add(_ value: FieldValue) {
    switch value {
    case .string(let text): withoutAssets += text.utf8.count
    case .int64, .double, .timestamp: withoutAssets += 8
    case .bytes(let bytes): withoutAssets += bytes.count
    case .reference(let reference): withoutAssets += reference.recordName.utf8.count
    case .location: withoutAssets += 64
    case .asset(let asset): add(asset)
    case .stringList(let list):
      members += list.count
      for text in list { withoutAssets += text.utf8.count }
    case .int64List(let list):
      members += list.count
      withoutAssets += 8 * list.count
    case .doubleList(let list):
      members += list.count
      withoutAssets += 8 * list.count
    case .timestampList(let list):
      members += list.count
      withoutAssets += 8 * list.count
    case .bytesList(let list):
      members += list.count
      for bytes in list { withoutAssets += bytes.count }
    case .referenceList(let list):
      members += list.count
      for reference in list { withoutAssets += reference.recordName.utf8.count }
    case .locationList(let list):
      members += list.count
      withoutAssets += 64 * list.count
    case .assetList(let list):
      members += list.count
      for asset in list { add(asset) }
    }
  }

  private mutating func add(_ asset: Asset) {
    hasAssets = true
    // Only existing bytes count: drafts and states can declare any size for others.
    assets += asset.data.count
    largestAsset = max(largestAsset, asset.data.count)
  }
}
