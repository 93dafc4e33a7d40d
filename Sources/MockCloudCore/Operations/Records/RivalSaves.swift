/// Saves by another device, which cause conflicts with the saves of a request.
extension ModifyRecords {
  /// Returns saves of those of the request's records that already exist.
  func rival(
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
