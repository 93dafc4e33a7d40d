internal import Foundation
internal import MockCloudCore

/// Records to save and IDs of records to delete, in one call.
struct RecordModification {
  var saving: [CKRecord] = []
  var deleting: [CKRecordID] = []
  var savePolicy = CKModifyRecordsOperation.RecordSavePolicy.ifServerRecordUnchanged
  var isAtomic = true
  var clientChangeTokenData: Data?

  /// The result of one item.
  enum Outcome {
    /// The object that was to be saved, with the record that the server has.
    case save(CKRecord, Result<CKRecord, CKError>)
    case delete(CKRecordID, Result<Void, CKError>)
  }
}

/// A page of a query.
struct QueryPage {
  let results: [(CKRecordID, Result<CKRecord, CKError>)]
  let cursor: CKQueryCursor?
}

extension CloudConnection {
  /// Saves and deletes records, and returns the results in the order of the items: saves first.
  func modify(_ request: RecordModification) throws(CKError) -> [RecordModification.Outcome] {
    let results = try perform(try request.inCore())
    let viewpoint = viewpoint
    var outcomes: [RecordModification.Outcome] = []
    outcomes.reserveCapacity(results.count)
    for (record, result) in zip(request.saving, results) {
      outcomes.append(.save(record, Self.saved(record, result, viewpoint)))
    }
    for (recordID, result) in zip(request.deleting, results.dropFirst(request.saving.count)) {
      outcomes.append(
        .delete(recordID, result.map { _ in }.mapError { CKError($0.error, viewpoint) }))
    }
    return outcomes
  }

  private static func saved(
    _ record: CKRecord, _ result: ItemResult<ModifyRecords.Outcome>, _ viewpoint: Viewpoint
  ) -> Result<CKRecord, CKError> {
    switch result {
    case .success(.saved(let saved, _)): .success(CKRecord.of(saved, viewpoint))
    case .success(.deleted): .failure(CKError(.internalError))
    case .failure(let failure): .failure(CKError(failure.error, viewpoint, saving: record))
    }
  }

  /// Fetches records, and returns the results in the order of the IDs.
  ///
  /// - Parameter desiredKeys: The fields of the records; nil means all.
  func records(
    _ recordIDs: [CKRecordID], desiredKeys: [CKRecord.FieldKey]?
  ) throws(CKError) -> [(CKRecordID, Result<CKRecord, CKError>)] {
    let items = recordIDs.map {
      LookupRecords.Item(RecordName($0.recordName), zoneID: $0.zoneID.inCore)
    }
    let lookup = LookupRecords(items, desiredKeys: desiredKeys.map { NameList($0) })
    let results = try perform(lookup)
    let viewpoint = viewpoint
    return zip(recordIDs, results).map { recordID, result in
      let record = result.map { CKRecord.of($0.record, viewpoint, desiredKeys: desiredKeys) }
      return (recordID, record.mapError { CKError($0.error, viewpoint) })
    }
  }

  /// Finds one page of a query's records.
  ///
  /// - Parameters:
  ///   - zoneID: Nil means all zones of the database.
  ///   - limit: The maximum number of records; 0 means that the service decides.
  func page(
    of query: CKQuery, in zoneID: CKRecordZoneID?, after data: Data?,
    desiredKeys: [CKRecord.FieldKey]?, limit: Int
  ) throws(CKError) -> QueryPage {
    var operation = QueryRecords(
      try query.inCore(), zoneID: zoneID?.inCore, resultsLimit: limit == 0 ? nil : limit)
    operation.predicate = try query.predicate.inCore()
    operation.zoneWide = zoneID == nil
    operation.desiredKeys = desiredKeys.map { NameList($0) }
    operation.continuationMarker = data.map { String(decoding: $0, as: UTF8.self) }
    let page = try perform(operation)
    let viewpoint = viewpoint
    let results = page.records.map { (result) -> (CKRecordID, Result<CKRecord, CKError>) in
      switch result {
      case .success(let found):
        let record = CKRecord.of(found, viewpoint, desiredKeys: desiredKeys)
        return (record.recordID, .success(record))
      case .failure(let failure):
        let recordID = failure.item.key(viewpoint)?.base as? CKRecordID
        return (
          recordID ?? CKRecordID(recordName: ""), .failure(CKError(failure.error, viewpoint))
        )
      }
    }
    let cursor = page.continuationMarker.map {
      CKQueryCursor(data: Data($0.utf8), zoneID: zoneID, query: query)
    }
    return QueryPage(results: results, cursor: cursor)
  }

  /// Finds the page at a cursor.
  func page(
    at cursor: CKQueryCursor, desiredKeys: [CKRecord.FieldKey]?, limit: Int
  ) throws(CKError) -> QueryPage {
    guard let query = cursor.query else {
      throw CKError(unsendable: "Invalid cursor: it is one of another framework")
    }
    return try page(
      of: query, in: cursor.zoneID, after: cursor.data, desiredKeys: desiredKeys, limit: limit)
  }
}

extension RecordModification {
  fileprivate func inCore() throws(CKError) -> ModifyRecords {
    var items: [ModifyRecords.Item] = []
    items.reserveCapacity(saving.count + deleting.count)
    for record in saving {
      items.append(.init(.save, try record.draft(allKeys: savePolicy == .allKeys)))
    }
    for recordID in deleting {
      items.append(
        .init(
          .forceDelete,
          RecordDraft(
            nil, recordName: RecordName(recordID.recordName), zoneID: recordID.zoneID.inCore)))
    }
    let policy: ModifyRecords.SavePolicy =
      switch savePolicy {
      case .ifServerRecordUnchanged: .ifServerRecordUnchanged
      case .changedKeys: .changedKeys
      case .allKeys: .allKeys
      }
    var request = ModifyRecords(items, atomic: isAtomic ? nil : false, savePolicy: policy)
    request.clientChangeToken = clientChangeTokenData?.base64EncodedString()
    return request
  }
}
