// The saves of a request, and those of another device that conflict with them.

extension ModifyRecords: RecordSaving {
  func saveRequests(in world: borrowing World, as context: CallContext) -> [SaveRequest] {
    var requests: [SaveRequest] = []
    // Items are not copied: there may be many.
    for index in items.indices {
      guard let name = items[index].record.recordName else { continue }
      let zoneID = context.resolved(items[index].record.zoneID ?? self.zoneID, in: world)
      requests.append(
        SaveRequest(
          recordID: RecordID(recordName: name, zoneID: zoneID),
          recordChangeTag: items[index].record.recordChangeTag,
          isDeletion: items[index].kind.isDeletion, comparesTags: comparesTags(index)))
    }
    return requests
  }

  private func comparesTags(_ index: Int) -> Bool {
    switch items[index].kind {
    case .create, .update, .replace, .delete: true
    case .forceUpdate, .forceReplace, .forceDelete: false
    case .save: (items[index].savePolicy ?? savePolicy) == .ifServerRecordUnchanged
    }
  }

  func rivalSaves(
    _ conflict: FaultConflict, in world: borrowing World, as context: CallContext
  ) -> ModifyRecords {
    var items: [Item] = []
    for item in self.items where !item.kind.isDeletion {
      guard let name = item.record.recordName, conflict.recordName?.matches(name.text) ?? true
      else { continue }
      let zoneID = context.resolved(item.record.zoneID ?? self.zoneID, in: world)
      guard let zone = try? world.zone(zoneID, as: context), let entry = zone.entry(name)
      else { continue }
      var draft = RecordDraft(nil, recordName: name, zoneID: zoneID)
      for field in conflict.fields {
        draft[field.name] = entry.record.value(field)
      }
      items.append(Item(.save, draft))
    }
    return ModifyRecords(items, zoneID: zoneID, atomic: false, savePolicy: .changedKeys)
  }
}

extension Record {
  /// Returns the value of a field, converted to the field's type if possible.
  fileprivate func value(_ field: FaultCondition.Field) -> FieldValue? {
    guard let type = self[field.name]?.type else { return field.value }
    return field.value?.converted(to: type) ?? field.value
  }
}
