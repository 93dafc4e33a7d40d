/// The references in a record's fields.
enum RecordReferences {
  /// Returns the fields with explicit zones in all references. Refuses references to other zones
  /// (DOC: CKRecord.Reference).
  static func resolved(
    _ drafts: [FieldDraft], in zoneID: ZoneID, _ resolve: (ZoneID) -> ZoneID
  ) throws(CloudError) -> [FieldDraft] {
    var resolved = drafts
    for index in drafts.indices {
      switch drafts[index].value {
      case .reference(let reference) where reference.zoneID != nil:
        resolved[index].value = .reference(try self.resolved(reference, in: zoneID, resolve))
      case .referenceList(let list) where list.contains(where: { $0.zoneID != nil }):
        var references: [Reference] = []
        for reference in list {
          references.append(try self.resolved(reference, in: zoneID, resolve))
        }
        resolved[index].value = .referenceList(references)
      default: continue
      }
    }
    return resolved
  }

  private static func resolved(
    _ reference: Reference, in zoneID: ZoneID, _ resolve: (ZoneID) -> ZoneID
  ) throws(CloudError) -> Reference {
    guard let target = reference.zoneID.map(resolve) else { return reference }
    guard target == zoneID else { throw crossesZones(reference.recordName, target) }
    return Reference(recordName: reference.recordName, zoneID: target, action: reference.action)
  }

  /// Returns the error for a reference, or a parent, in another zone.
  static func crossesZones(_ recordName: String, _ zoneID: ZoneID) -> CloudError {
    CloudError(
      .invalidArguments,
      "Invalid reference: record '\(NameRules.shortened(recordName))' is in zone "
        + "'\(NameRules.shortened(zoneID.zoneName))', and references stay within one zone")
  }
}
