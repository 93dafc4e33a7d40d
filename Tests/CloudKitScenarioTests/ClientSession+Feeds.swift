import Foundation

@testable import CloudKit
@testable import MockCloudCore

extension ClientSession {
  func zoneChanges(_ request: FetchZoneChanges) throws(Unsaid) -> Said {
    var configurations: [CKRecordZone.ID: CKFetchRecordZoneChangesOperation.ZoneConfiguration] = [:]
    var zoneIDs: [CKRecordZone.ID] = []
    for item in request.items {
      let zoneID = Objects.zoneID(item.zoneID)
      let options = item.options.over(request.options)
      try check(options)
      zoneIDs.append(zoneID)
      configurations[zoneID] = .init(
        previousServerChangeToken: token(item.syncToken), resultsLimit: options.resultsLimit,
        desiredKeys: options.desiredKeys?.names)
    }
    if Set(zoneIDs).count != zoneIDs.count { throw Unsaid("a zone twice") }
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: zoneIDs, configurationsByRecordZoneID: configurations)
    operation.fetchAllChanges = false
    let collected = Collected()
    let records = Collected()
    operation.recordWasChangedBlock = { recordID, result in
      if case .failure = result { collected.note(recordID, AnswerJSON.recordID(recordID)) }
      records.add(recordID, AnswerJSON.recordID(recordID), result) {
        if configurations[recordID.zoneID]?.desiredKeys == nil { remember($0) }
        return AnswerJSON.record($0)
      }
    }
    operation.recordWithIDWasDeletedBlock = { recordID, type in
      records.add(AnswerJSON.deleted(recordID, type: type))
    }
    operation.recordZoneFetchResultBlock = { zoneID, result in
      let id = JSONCopy.members(["zoneID": AnswerJSON.zoneID(zoneID)])
      collected.add(zoneID, id, result) { end in
        id.and(page(records.takeItems(), end.0, end.1, end.2))
      }
    }
    operation.fetchRecordZoneChangesResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("zones")
  }

  private func check(_ options: ZoneChanges.Options) throws(Unsaid) {
    if options.desiredRecordTypes != nil { throw Unsaid("the types of changed records") }
    if options.reverse != nil { throw Unsaid("changes in reverse") }
    if options.resultsLimit == 0 { throw Unsaid("a limit of 0") }
  }

  private func token(_ text: String?) -> CKServerChangeToken? {
    text.map { CKServerChangeToken($0) }
  }

  private func page(
    _ records: [JSONCopy]?, _ token: CKServerChangeToken?, _ clientToken: Data?,
    _ moreComing: Bool
  ) -> JSONCopy {
    .members([
      "records": records.map { .array($0) }, "syncToken": token.map { .text($0.inCore) },
      "moreComing": .bool(moreComing),
      "clientChangeToken": clientToken.map { .text($0.base64EncodedString()) },
    ])
  }

  func recordChanges(_ request: FetchRecordChanges) throws(Unsaid) -> Said {
    try check(request.options)
    let operation = CKFetchRecordChangesOperation(
      recordZoneID: Objects.zoneID(request.zoneID),
      previousServerChangeToken: token(request.syncToken))
    operation.resultsLimit = request.options.resultsLimit ?? 0
    operation.desiredKeys = request.options.desiredKeys?.names
    let collected = Collected()
    // The operation does not tell the types of deleted records.
    collected.lacks = ["recordType"]
    operation.recordChangedBlock = { collected.add(AnswerJSON.record($0)) }
    operation.recordWithIDWasDeletedBlock = { collected.add(AnswerJSON.deleted($0)) }
    operation.fetchRecordChangesCompletionBlock = { token, clientToken, error in
      if let error { return collected.fail(error) }
      collected.members = page(nil, token, clientToken, operation.moreComing)
    }
    run(operation)
    return collected.said("records")
  }

  func databaseChanges(_ request: FetchDatabaseChanges) throws(Unsaid) -> Said {
    if request.resultsLimit == 0 { throw Unsaid("a limit of 0") }
    let token = token(request.syncToken)
    let collected = Collected()
    // The IDs of the zones alone.
    collected.lacks = ["capabilities", "atomic"]
    func changed(_ zoneID: CKRecordZone.ID) {
      collected.add(
        .members(["zoneID": AnswerJSON.zoneID(zoneID), "deleted": .bool(false)]))
    }
    func end(_ token: CKServerChangeToken, _ moreComing: Bool) {
      collected.members = .members([
        "syncToken": .text(token.inCore), "moreComing": .bool(moreComing),
      ])
    }
    if form == .methods {
      let result = value {
        database.fetchDatabaseChanges(
          since: token, resultsLimit: request.resultsLimit, completionHandler: $0)
      }
      switch result {
      case .success(let changes):
        // Two lists, whose common order is not told.
        collected.separatesDeletions = true
        for zone in changes.modifications { changed(zone.zoneID) }
        for zone in changes.deletions {
          collected.add(AnswerJSON.deleted(zone.zoneID, zone.reason))
        }
        end(changes.changeToken, changes.moreComing)
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("zones")
    }
    let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
    operation.resultsLimit = request.resultsLimit ?? 0
    operation.fetchAllChanges = false
    operation.recordZoneWithIDChangedBlock = { changed($0) }
    operation.recordZoneWithIDWasDeletedBlock = {
      collected.add(AnswerJSON.deleted($0, .deleted))
    }
    operation.recordZoneWithIDWasPurgedBlock = { collected.add(AnswerJSON.deleted($0, .purged)) }
    operation.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock = {
      collected.add(AnswerJSON.deleted($0, .encryptedDataReset))
    }
    operation.fetchDatabaseChangesResultBlock = { result in
      switch result {
      case .success(let page): end(page.serverChangeToken, page.moreComing)
      case .failure(let error): collected.fail(error)
      }
    }
    run(operation)
    return collected.said("zones")
  }

  // MARK: Zones

  func modify(_ request: ModifyZones) throws(Unsaid) -> Said {
    let saved = request.items.prefix { $0.kind == .create }
    let deleted = request.items.dropFirst(saved.count)
    if deleted.contains(where: { $0.kind == .create }) { throw Unsaid("a deletion before a save") }
    let zones = saved.map { item in
      let zone = CKRecordZone(zoneID: Objects.zoneID(item.zoneID))
      zone.encryptionScope = item.encryptionScope == .perZone ? .perZone : .perRecord
      return zone
    }
    let names = deleted.map { Objects.zoneID($0.zoneID) }
    let ids = zones.map(\.zoneID) + names
    let collected = Collected()
    if form == .methods, Set(ids).count == ids.count {
      let result = value {
        database.modifyRecordZones(saving: zones, deleting: names, completionHandler: $0)
      }
      switch result {
      case .success(let (saved, deleted)):
        collected.add(zones.map(\.zoneID), saved, id) { AnswerJSON.zone($1) }
        collected.add(names, deleted, id) { zoneID, _ in AnswerJSON.deleted(zoneID) }
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("zones")
    }
    let operation = CKModifyRecordZonesOperation(
      recordZonesToSave: zones, recordZoneIDsToDelete: names)
    operation.perRecordZoneSaveBlock = { zoneID, result in
      collected.add(zoneID, id(zoneID), result) { AnswerJSON.zone($0) }
    }
    operation.perRecordZoneDeleteBlock = { zoneID, result in
      collected.add(zoneID, id(zoneID), result) { AnswerJSON.deleted(zoneID) }
    }
    operation.modifyRecordZonesResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("zones")
  }

  private func id(_ zoneID: CKRecordZone.ID) -> JSONCopy {
    .members(["zoneID": AnswerJSON.zoneID(zoneID)])
  }

  func lookUp(_ request: LookupZones) throws(Unsaid) -> Said {
    let names = request.zoneIDs.map { Objects.zoneID($0) }
    let collected = Collected()
    if form == .methods, Set(names).count == names.count {
      switch value({ database.fetch(withRecordZoneIDs: names, completionHandler: $0) }) {
      case .success(let found): collected.add(names, found, id) { AnswerJSON.zone($1) }
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("zones")
    }
    return fetch(CKFetchRecordZonesOperation(recordZoneIDs: names), collected)
  }

  func listZones() throws(Unsaid) -> Said {
    let collected = Collected()
    guard form == .methods else {
      return fetch(CKFetchRecordZonesOperation.fetchAllRecordZonesOperation(), collected)
    }
    let result = value { handler in
      database.fetchAllRecordZones { handler(($0, $1)) }
    }
    for zone in result?.0 ?? [] { collected.add(AnswerJSON.zone(zone)) }
    if let error = result?.1 { collected.fail(error) }
    return collected.said("zones")
  }

  private func fetch(_ operation: CKFetchRecordZonesOperation, _ collected: Collected) -> Said {
    operation.perRecordZoneResultBlock = { zoneID, result in
      collected.add(zoneID, id(zoneID), result) { AnswerJSON.zone($0) }
    }
    operation.fetchRecordZonesResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("zones")
  }
}
