/// Merges the fields of a draft into stored fields.
enum FieldMerge {
  /// Merges two lists that are sorted by name. A nil value in a draft removes the field.
  static func merge(_ drafts: [FieldDraft], onto stored: [Field]) -> [Field] {
    var merged: [Field] = []
    merged.reserveCapacity(drafts.count + stored.count)
    var next = stored.startIndex
    // Drafts are not copied as a whole: there are many.
    for index in drafts.indices {
      while next < stored.endIndex, stored[next].name < drafts[index].name {
        merged.append(stored[next])
        next += 1
      }
      if next < stored.endIndex, stored[next].name == drafts[index].name { next += 1 }
      if let value = drafts[index].value {
        merged.append(
          Field(
            name: drafts[index].name, value: value, isEncrypted: drafts[index].isEncrypted))
      }
    }
    merged.append(contentsOf: stored[next...])
    return merged
  }
}
