/// Puts the fields of a draft over those that are stored.
enum FieldMerge {
  /// Both are sorted by name. A draft's null removes the field.
  static func merge(_ drafts: [FieldDraft], onto stored: [Field]) -> [Field] {
    var merged: [Field] = []
    merged.reserveCapacity(drafts.count + stored.count)
    var next = stored.startIndex
    for draft in drafts {
      while next < stored.endIndex, stored[next].name < draft.name {
        merged.append(stored[next])
        next += 1
      }
      if next < stored.endIndex, stored[next].name == draft.name { next += 1 }
      if let value = draft.value {
        merged.append(Field(name: draft.name, value: value, isEncrypted: draft.isEncrypted))
      }
    }
    merged.append(contentsOf: stored[next...])
    return merged
  }
}
