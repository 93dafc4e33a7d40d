/// The references in a record's fields.
enum RecordReferences {
  /// Returns the fields with explicit zones in all references. Refuses references to other zones
  /// (DOC: CKRecord.Reference) and to names that no record can have.
  ///
  /// - Parameter context: Whose zones references without an owner's name mean.
  static func resolved(
    _ drafts: [FieldDraft], in zoneID: ZoneID, of world: borrowing World, _ context: CallContext
  ) throws(CloudError) -> [FieldDraft] {
    let limit = world.limits.nameLength
    var resolved = drafts
    for index in drafts.indices {
      switch drafts[index].value {
      case .reference(let reference):
        try checkName(reference.recordName, limit: limit)
        if reference.zoneID == nil { continue }
        resolved[index].value = .reference(
          try self.resolved(reference, in: zoneID, of: world, context))
      case .referenceList(let list):
        var references: [Reference] = []
        references.reserveCapacity(list.count)
        for reference in list {
          try checkName(reference.recordName, limit: limit)
          references.append(try self.resolved(reference, in: zoneID, of: world, context))
        }
        resolved[index].value = .referenceList(references)
      default: continue
      }
    }
    return resolved
  }

  /// Refuses a name that no record can have (DOC: CKRecord.ID).
  static func checkName(_ name: RecordName, limit: Int) throws(CloudError) {
    if let refusal = NameRules.refusal(referenceTo: name, limit: limit) {
      throw CloudError(.invalidArguments, refusal)
    }
  }

  private static func resolved(
    _ reference: Reference, in zoneID: ZoneID, of world: borrowing World, _ context: CallContext
  ) throws(CloudError) -> Reference {
    guard let zone = reference.zoneID else { return reference }
    let target = context.resolved(zone, in: world)
    guard target == zoneID else { throw crossesZones(reference.recordName, target) }
    return Reference(recordName: reference.recordName, zoneID: target, action: reference.action)
  }

  /// Returns the error for a reference, or a parent, in another zone.
  static func crossesZones(_ recordName: RecordName, _ zoneID: ZoneID) -> CloudError {
    CloudError(
      .invalidArguments,
      "Invalid reference: record '\(NameRules.shortened(recordName))' is in zone "
        + "'\(NameRules.shortened(zoneID.zoneName))', and references stay within one zone")
  }
}
