internal import Foundation
internal import MockCloudCore

/// Records to save and IDs of records to delete, in one call.
struct RecordModification {
  var saving: [CKRecord] = []
  var deleting: [CKRecordID] = []
  var savePolicy = CKModifyRecordsOperation.RecordSavePolicy.ifServerRecordUnchanged
  /// Whether saved records replace those on the server as a whole, whatever the policy.
  var isReplacement = false
  var isAtomic = true
  var clientChangeTokenData: Data?
}

/// The call for a page of a query, which ends with the cursor of the next page.
typealias QueryCall = ServiceCall<Found<CKRecordID, CKRecord>, CKQueryCursor?>

extension CloudConnection {
  /// Saves and deletes records, and reports the items in their order: saves first.
  func request(
    _ request: RecordModification
  ) throws(CKError) -> ServiceCall<Changed<CKRecordID, CKRecord>, Void> {
    let (saving, deleting) = (request.saving, request.deleting)
    let savedIDs = saving.map(\.recordID)
    let sent = saving.map(SentEdits.init)
    let cloud = cloudID
    let operation = try prepare { () throws(CKError) in
      try request.inCore(by: requester)
    }
    return ServiceCall(operation, in: self) { index, item, viewpoint in
      // The error of a conflict contains the record as the client has it.
      if index < saving.count, case .failure(let failure) = item {
        let error = CKError(failure.error, viewpoint, saving: saving[index])
        return .saved(savedIDs[index], .failure(error))
      }
      return item.change(at: index, saving: savedIDs, deleting: deleting, viewpoint) { item in
        // A deletion of the request has deleted the saved record too, which was saved nevertheless.
        if case .deletedRecord = item { return saving[index].copy() as? CKRecord }
        let version = item.record(viewpoint)
        if let version { saving[index].become(saved: version, of: sent[index], in: cloud) }
        return version
      }
    }
  }

  /// Fetches records, and reports them in the order of the IDs.
  ///
  /// - Parameter desiredKeys: The fields of the records; nil means all.
  func lookUp(
    _ recordIDs: [CKRecordID], desiredKeys: [CKRecord.FieldKey]?
  ) -> ServiceCall<Found<CKRecordID, CKRecord>, Void> {
    let requester = requester
    let items = recordIDs.map {
      LookupRecords.Item(requester.recordName($0), zoneID: $0.zoneID.inCore)
    }
    let lookup = LookupRecords(items, desiredKeys: desiredKeys.map { NameList($0) })
    return ServiceCall(lookup, in: self) { index, item, viewpoint in
      item.found(at: index, of: recordIDs, viewpoint) { $0.record(viewpoint) }
    }
  }

  /// Finds one page of a query's records.
  ///
  /// - Parameters:
  ///   - zoneID: Nil means all zones of the database.
  ///   - limit: The maximum number of records; 0 means that the service decides.
  func query(
    _ query: CKQuery, in zoneID: CKRecordZoneID?, after data: Data?,
    desiredKeys: [CKRecord.FieldKey]?, limit: Int
  ) throws(CKError) -> QueryCall {
    let operation = try prepare { () throws(CKError) in
      var operation = QueryRecords(
        try query.inCore(), zoneID: zoneID?.inCore, resultsLimit: limit == 0 ? nil : limit)
      operation.predicate = try query.predicate.inCore()
      operation.zoneWide = zoneID == nil
      operation.desiredKeys = desiredKeys.map { NameList($0) }
      operation.continuationMarker = data.map { String(decoding: $0, as: UTF8.self) }
      return operation
    }
    return ServiceCall(operation, in: self) { _, item, viewpoint in
      item.found(viewpoint, \.recordID) { $0.record(viewpoint) }
    } end: { page, _ in
      page.continuationMarker.map {
        CKQueryCursor(data: Data($0.utf8), zoneID: zoneID, query: query)
      }
    }
  }

  /// Finds the page at a cursor.
  func query(
    at cursor: CKQueryCursor, desiredKeys: [CKRecord.FieldKey]?, limit: Int
  ) throws(CKError) -> QueryCall {
    guard let query = cursor.query else {
      throw refusedQuery("Invalid cursor: it is one of another framework")
    }
    return try self.query(
      query, in: cursor.zoneID, after: cursor.data, desiredKeys: desiredKeys, limit: limit)
  }

  /// Adds a query that cannot be sent to the journal, and returns its error.
  func refusedQuery(_ reason: String) -> CKError {
    refusal(of: QueryRecords.self, CKError(unsendable: reason))
  }
}

extension AnswerItem {
  /// The record, with the fields that the request desired.
  func record(_ viewpoint: Viewpoint) -> CKRecord? {
    guard case .record(let record, let desiredKeys) = self else { return nil }
    return CKRecord.of(record, viewpoint, desiredKeys: desiredKeys)
  }
}

extension RecordModification {
  /// Refuses a new share without its root, as Apple's client does before any request: the service
  /// itself would accept one of a stored root. A replacement is one of MockCloudKitFramework, whose
  /// databases store any record.
  ///
  /// - Returns: The places of the new shares and of their roots in `saving`.
  private func newShares() throws(CKError) -> [(share: Int, root: Int)] {
    if isReplacement { return [] }
    var placesByID: [CKRecordID: Int]?
    var shares: [(share: Int, root: Int)] = []
    for (place, record) in saving.enumerated() {
      guard let share = record as? CKShare, share.recordChangeTag == nil,
        let rootID = share.sharing.rootRecordID
      else { continue }
      let places =
        placesByID
        ?? Dictionary(
          saving.enumerated().map { ($1.recordID, $0) }, uniquingKeysWith: { first, _ in first })
      placesByID = places
      guard let root = places[rootID] else {
        throw CKError(
          unsendable:
            "An added share is being saved without its rootRecord being saved in the same "
            + "operation. (Share ID: \(share.recordID.recordName), "
            + "Root Record ID: \(rootID.recordName))")
      }
      shares.append((place, root))
    }
    return shares
  }

  fileprivate func inCore(by requester: Requester) throws(CKError) -> ModifyRecords {
    let newShares = try newShares()
    var items: [ModifyRecords.Item] = []
    items.reserveCapacity(saving.count + deleting.count)
    for record in saving {
      let draft = try record.draft(
        allKeys: isReplacement || savePolicy == .allKeys, by: requester)
      items.append(.init(isReplacement ? .forceReplace : .save, draft))
    }
    if savePolicy == .ifServerRecordUnchanged {
      for (share, root) in newShares {
        // The version that the client has now: it may have saved the root since it made the share.
        let tag = items[root].record.recordChangeTag
        items[share].record.share?.rootChangeTag = tag
      }
    }
    for recordID in deleting {
      items.append(
        .init(
          .forceDelete,
          RecordDraft(
            nil, recordName: requester.recordName(recordID), zoneID: recordID.zoneID.inCore)))
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
