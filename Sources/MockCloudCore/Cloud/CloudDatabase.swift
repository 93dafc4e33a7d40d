/// One database of a container as one caller sees it.
///
/// A method for a single item throws that item's own error, as CloudKit's convenience methods do. A
/// method for several items returns a result for each, in the order of the request, and throws only
/// if the call as a whole failed; `get()` on the results combines their errors to a
/// `partialFailure`.
public struct CloudDatabase: Sendable {
  let cloud: Cloud
  /// The caller and the database.
  public let caller: Caller

  // MARK: Saving

  /// Saves one record and returns the version that the server stored.
  @discardableResult
  public func save(
    _ draft: RecordDraft, savePolicy: ModifyRecords.SavePolicy = .ifServerRecordUnchanged
  ) throws(CloudError) -> Record {
    try save([draft], savePolicy: savePolicy).onlyItem()
  }

  /// Saves records.
  ///
  /// - Parameter atomically: Whether the other records of a zone fail too if one of them fails, in
  ///   zones with that capability.
  @discardableResult
  public func save(
    _ drafts: [RecordDraft], atomically: Bool = true,
    savePolicy: ModifyRecords.SavePolicy = .ifServerRecordUnchanged
  ) throws(CloudError) -> [ItemResult<Record>] {
    let items = drafts.map { ModifyRecords.Item(.save, $0) }
    return try modify(items, atomically: atomically, savePolicy: savePolicy).map { result in
      result.flatMap { outcome in
        switch outcome {
        case .saved(let record, _): .success(record)
        case .deleted(let id): .failure(.unexpected(id))
        }
      }
    }
  }

  // MARK: Deleting

  /// Deletes one record. Succeeds if the record does not exist, as in CloudKit.
  ///
  /// - Parameter changeTag: The version to delete. Nil means any version, also one that the caller
  ///   has not seen, as in a native deletion.
  @discardableResult
  public func deleteRecord(
    named name: RecordName, in zone: ZoneID? = nil, changeTag: RecordChangeTag? = nil
  ) throws(CloudError) -> RecordID {
    let draft = RecordDraft(nil, recordName: name, zoneID: zone, recordChangeTag: changeTag)
    let kind: ModifyRecords.Kind = changeTag == nil ? .forceDelete : .delete
    return try deletions(modify([ModifyRecords.Item(kind, draft)])).onlyItem()
  }

  /// Deletes records, regardless of their versions, as a native deletion does.
  @discardableResult
  public func deleteRecords(
    named names: [RecordName], in zone: ZoneID? = nil, atomically: Bool = true
  ) throws(CloudError) -> [ItemResult<RecordID>] {
    let items = names.map {
      ModifyRecords.Item(.forceDelete, RecordDraft(nil, recordName: $0, zoneID: zone))
    }
    return deletions(try modify(items, atomically: atomically))
  }

  private func deletions(
    _ results: [ItemResult<ModifyRecords.Outcome>]
  ) -> [ItemResult<RecordID>] {
    results.map { result in
      result.flatMap { outcome in
        switch outcome {
        case .deleted(let id): .success(id)
        case .saved(let record, _): .failure(.unexpected(record.recordID))
        }
      }
    }
  }

  /// Saves and deletes records in one call (`records/modify`).
  @discardableResult
  public func modify(
    _ items: [ModifyRecords.Item], atomically: Bool = true,
    savePolicy: ModifyRecords.SavePolicy = .ifServerRecordUnchanged
  ) throws(CloudError) -> [ItemResult<ModifyRecords.Outcome>] {
    try cloud.perform(
      ModifyRecords(items, atomic: atomically ? nil : false, savePolicy: savePolicy), as: caller)
  }

  // MARK: Fetching

  /// Fetches one record; throws `unknownItem` if it does not exist.
  public func record(named name: RecordName, in zone: ZoneID? = nil) throws(CloudError) -> Record {
    try records(named: [name], in: zone).onlyItem()
  }

  /// Fetches records.
  public func records(
    named names: [RecordName], in zone: ZoneID? = nil
  ) throws(CloudError) -> [ItemResult<Record>] {
    let lookup = LookupRecords(names.map { LookupRecords.Item($0) }, zoneID: zone)
    return try cloud.perform(lookup, as: caller).map { $0.map(\.record) }
  }

  // MARK: Zones

  /// Returns all zones of the database, sorted by name.
  public func zones() throws(CloudError) -> [ZoneDescription] {
    try cloud.perform(ListZones(), as: caller).get()
  }

  /// Creates a zone. Succeeds if it already exists, as in CloudKit.
  @discardableResult
  public func createZone(named name: ZoneName) throws(CloudError) -> ZoneDescription {
    switch try modifyZone(.create, name) {
    case .created(let zone): return zone
    case .deleted: throw CloudError(.internalError, ServerText.standard(for: .internalError))
    }
  }

  /// Deletes a zone and all its records; throws `zoneNotFound` if it does not exist.
  public func deleteZone(named name: ZoneName) throws(CloudError) {
    _ = try modifyZone(.delete, name)
  }

  private func modifyZone(
    _ kind: ModifyZones.Kind, _ name: ZoneName
  ) throws(CloudError) -> ModifyZones.Outcome {
    let item = ModifyZones.Item(kind, ZoneID(stringLiteral: name.text))
    return try cloud.perform(ModifyZones([item]), as: caller).onlyItem()
  }
}
