import Foundation

@testable import CloudKit
@testable import MockCloudCore

extension ClientSession {
  // MARK: Saving and deleting

  func modify(_ request: ModifyRecords) throws(Unsaid) -> Said {
    if request.desiredKeys != nil || request.items.contains(where: { $0.desiredKeys != nil }) {
      throw Unsaid("the fields of saved records")
    }
    let zones = request.items.map { Objects.zoneID($0.record.zoneID ?? request.zoneID) }
    if request.atomic == true, zones.contains(where: { $0.zoneName == "_defaultZone" }) {
      throw Unsaid("atomic in the default zone")
    }
    let deletions = request.items.drop { !$0.kind.isDeletion }
    if deletions.contains(where: { !$0.kind.isDeletion }) {
      throw Unsaid("a deletion before a save")
    }
    let saves = request.items.prefix { !$0.kind.isDeletion }
    let policy = try self.policy(saves, request.savePolicy)
    let records = try saves.map { (item) throws(Unsaid) in
      try record(item, request.zoneID, policy)
    }
    let savedIDs = Set(records.map(\.recordID))
    for case let share as CKShare in records where share.recordChangeTag == nil {
      if let root = share.sharing.rootRecordID, !savedIDs.contains(root) {
        throw Unsaid("a new share without its root")
      }
    }
    let names = try deletions.map { (item) throws(Unsaid) in
      try deletion(item, request.zoneID)
    }
    let token = try request.clientChangeToken.map { (text) throws(Unsaid) in
      guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
        throw Unsaid("a client's token that is not Base64")
      }
      return data
    }
    let ids = records.map(\.recordID) + names
    if form == .methods, token == nil, Set(ids).count == ids.count {
      return modify(records, names, policy, atomically: request.isAtomic)
    }
    let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: names)
    operation.savePolicy = policy
    operation.isAtomic = request.isAtomic
    operation.clientChangeTokenData = token
    let collected = Collected()
    operation.perRecordSaveBlock = { recordID, result in
      collected.add(recordID, AnswerJSON.recordID(recordID), result) { noted($0) }
    }
    operation.perRecordDeleteBlock = { recordID, result in
      collected.add(recordID, AnswerJSON.recordID(recordID), result) {
        AnswerJSON.deleted(recordID)
      }
    }
    operation.modifyRecordsResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("records")
  }

  private func modify(
    _ records: [CKRecord], _ names: [CKRecord.ID],
    _ policy: CKModifyRecordsOperation.RecordSavePolicy, atomically: Bool
  ) -> Said {
    let collected = Collected()
    let result = value { handler in
      database.modifyRecords(
        saving: records, deleting: names, savePolicy: policy, atomically: atomically,
        completionHandler: handler)
    }
    switch result {
    case .success(let (saved, deleted)):
      collected.add(records.map(\.recordID), saved, AnswerJSON.recordID) { noted($1) }
      collected.add(names, deleted, AnswerJSON.recordID) { name, _ in AnswerJSON.deleted(name) }
    case .failure(let error): collected.fail(error)
    case nil: break
    }
    return collected.said("records")
  }

  /// The one save policy that does the same for all records.
  private func policy(
    _ items: ArraySlice<ModifyRecords.Item>, _ standard: ModifyRecords.SavePolicy
  ) throws(Unsaid) -> CKModifyRecordsOperation.RecordSavePolicy {
    var found: CKModifyRecordsOperation.RecordSavePolicy?
    for item in items {
      let policy: CKModifyRecordsOperation.RecordSavePolicy
      switch item.kind {
      case .create where item.record.recordChangeTag == nil: policy = .ifServerRecordUnchanged
      case .update where item.record.recordChangeTag != nil: policy = .ifServerRecordUnchanged
      case .forceUpdate where standard == .allKeys: throw Unsaid("a save policy without effect")
      case .forceUpdate: policy = .changedKeys
      case .save:
        switch item.savePolicy ?? standard {
        case .ifServerRecordUnchanged: policy = .ifServerRecordUnchanged
        case .changedKeys: policy = .changedKeys
        case .allKeys: policy = .allKeys
        }
      case .create: throw Unsaid("a creation with a tag")
      case .update: throw Unsaid("an update without a tag")
      case .replace, .forceReplace: throw Unsaid("a replacement")
      case .delete, .forceDelete: continue
      }
      if let found, found != policy { throw Unsaid("several save policies in one request") }
      found = policy
    }
    return found ?? .ifServerRecordUnchanged
  }

  private func record(
    _ item: ModifyRecords.Item, _ zoneID: ZoneID?,
    _ policy: CKModifyRecordsOperation.RecordSavePolicy
  ) throws(Unsaid) -> CKRecord {
    let draft = item.record
    let known = draft.recordName.flatMap { name in
      version(
        draft.recordChangeTag?.text, of: Objects.recordID(name, draft.zoneID ?? zoneID))
    }
    // With the other policies, all that the object has is sent, or compared.
    return try Objects.record(
      draft, in: zoneID, known: policy == .ifServerRecordUnchanged ? known : nil)
  }

  private func deletion(
    _ item: ModifyRecords.Item, _ zoneID: ZoneID?
  ) throws(Unsaid) -> CKRecord.ID {
    if item.kind == .delete { throw Unsaid("a deletion with a tag") }
    guard let name = item.record.recordName else { throw Unsaid("a deletion without a name") }
    return Objects.recordID(name, item.record.zoneID ?? zoneID)
  }

  /// Remembers a whole record.
  private func noted(_ record: CKRecord) -> JSONCopy {
    remember(record)
    return AnswerJSON.record(record)
  }

  private func noted(_ record: CKRecord, _ desiredKeys: [String]?) -> JSONCopy {
    desiredKeys == nil ? noted(record) : AnswerJSON.record(record)
  }

  // MARK: Fetching

  func lookUp(_ request: LookupRecords) throws(Unsaid) -> Said {
    if request.items.contains(where: { $0.desiredKeys != nil }) {
      throw Unsaid("the fields of one record")
    }
    let names = request.items.map { Objects.recordID($0.recordName, $0.zoneID ?? request.zoneID) }
    let keys = request.desiredKeys?.names
    let collected = Collected()
    if form == .methods, Set(names).count == names.count {
      switch value({
        database.fetch(withRecordIDs: names, desiredKeys: keys, completionHandler: $0)
      })
      {
      case .success(let found):
        collected.add(names, found, AnswerJSON.recordID) { noted($1, keys) }
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("records")
    }
    let operation = CKFetchRecordsOperation(recordIDs: names)
    operation.desiredKeys = keys
    operation.perRecordResultBlock = { recordID, result in
      collected.add(recordID, AnswerJSON.recordID(recordID), result) { noted($0, keys) }
    }
    operation.fetchRecordsResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("records")
  }

  /// A filter may have a number for a time; predicates have dates.
  private func refuseNumbersForTimes(_ request: QueryRecords) throws(Unsaid) {
    guard case .all(let filters) = request.query.predicate else { return }
    for index in request.inferredFilters where filters.indices.contains(index) {
      guard case .field(let name) = filters[index].key, case .int64 = filters[index].value,
        client.schema.contains("\(name) TIMESTAMP")
      else { continue }
      throw Unsaid("a number for a time")
    }
  }

  func query(_ request: QueryRecords) throws(Unsaid) -> Said {
    // The shared database has no zone that is meant if none is named.
    let isZoneWide =
      request.isZoneWide || request.zoneID == nil && database.databaseScope == .shared
    let zoneID = isZoneWide ? nil : Objects.zoneID(request.zoneID)
    try refuseNumbersForTimes(request)
    let query = try Objects.query(request.query, request.predicate, in: zoneID)
    if request.zoneWide, request.zoneID != nil { throw Unsaid("a zone, and zone-wide") }
    let keys = request.desiredKeys?.names
    if request.resultsLimit == 0 { throw Unsaid("a limit of 0") }
    let limit = request.resultsLimit ?? CKQueryOperation.maximumResults
    let cursor = request.continuationMarker.map {
      CKQueryOperation.Cursor(data: Data($0.utf8), zoneID: zoneID, query: query)
    }
    let collected = Collected()
    func next(_ cursor: CKQueryOperation.Cursor?) {
      collected.members = .members([
        "continuationMarker": cursor.map { .text(String(decoding: $0.data, as: UTF8.self)) }
      ])
    }
    if form == .methods {
      let result = value { handler in
        if let cursor {
          database.fetch(
            withCursor: cursor, desiredKeys: keys, resultsLimit: limit, completionHandler: handler)
        } else {
          database.fetch(
            withQuery: query, inZoneWith: zoneID, desiredKeys: keys, resultsLimit: limit,
            completionHandler: handler)
        }
      }
      switch result {
      case .success(let (matches, cursor)):
        for (recordID, result) in matches {
          collected.add(recordID, AnswerJSON.recordID(recordID), result) { noted($0, keys) }
        }
        next(cursor)
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("records")
    }
    let operation = cursor.map { CKQueryOperation(cursor: $0) } ?? CKQueryOperation(query: query)
    operation.zoneID = zoneID
    operation.resultsLimit = limit
    operation.desiredKeys = keys
    operation.recordMatchedBlock = { recordID, result in
      collected.add(recordID, AnswerJSON.recordID(recordID), result) { noted($0, keys) }
    }
    operation.queryResultBlock = { result in
      if case .success(let cursor) = result { next(cursor) }
      if case .failure(let error) = result { collected.fail(error) }
    }
    run(operation)
    return collected.said("records")
  }
}
