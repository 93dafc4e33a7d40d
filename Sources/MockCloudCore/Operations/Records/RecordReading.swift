/// Records by name, as the caller of an operation may read them.
extension VisibleZone {
  /// Returns the record with the given name, or throws if the caller does not see it or may not
  /// read it.
  func record(
    named name: RecordName, of world: borrowing World, as context: CallContext
  ) throws(CloudError) -> Record {
    if let record = entry(name)?.record {
      guard access.mayRead(record, in: world.schema(of: context.schemaKey)) else { throw .hidden }
      return record
    }
    if viewer == nil,
      let record = UserRecords.record(named: name, in: zoneID, of: world)
    {
      let type = world.schema(of: context.schemaKey).known(record.recordType)
      guard access.mayRead(record, of: type) else { throw .hidden }
      return record
    }
    if let refusal = NameRules.refusal(recordName: name, limit: world.limits.nameLength) {
      throw CloudError(.invalidArguments, refusal)
    }
    throw CloudError(
      .unknownItem,
      ServerText.recordNotFound(name.text, in: zoneID)
        + world.hint(toRecord: name, besides: zoneID, as: context))
  }
}

extension ModifyRecords {
  /// Returns the results without what a grant hides: of a saved record that the caller may write
  /// and not read, the response has only the fields of the request.
  func withoutHidden(
    _ results: [ItemResult<Outcome>], in world: borrowing World, as context: CallContext
  ) -> [ItemResult<Outcome>] {
    let access = RecordAccess(of: context, in: world)
    let schema = world.schema(of: context.schemaKey)
    return zip(items, results).map { item, result in
      guard case .success(.saved(let record, let desiredKeys)) = result,
        !access.mayRead(record, in: schema)
      else { return result }
      let sent = NameList(item.record.fields.map(\.name))
      let shown = Record(
        recordName: record.recordName, zoneID: record.zoneID, recordType: record.recordType,
        recordChangeTag: record.recordChangeTag,
        fields: record.fields.filter { sent.contains($0.name) },
        created: record.created, modified: record.modified, parent: item.record.parent(over: nil))
      return .success(.saved(shown, desiredKeys: desiredKeys))
    }
  }
}
