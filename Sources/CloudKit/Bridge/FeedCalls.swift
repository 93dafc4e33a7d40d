internal import Foundation
internal import MockCloudCore

/// A page of the changes of a database.
struct DatabaseChangePage {
  enum Change {
    case saved(CKRecordZoneID)
    case deleted(CKRecordZoneID, CKDatabase.DatabaseChange.Deletion.Reason)
  }

  let changes: [Change]
  let token: CKServerChangeToken
  let moreComing: Bool
}

/// A page of the changes of a zone.
struct ZoneChangePage {
  enum Change {
    case saved(CKRecordID, Result<CKRecord, CKError>)
    case deleted(CKRecordID, CKRecord.RecordType)
  }

  let changes: [Change]
  let token: CKServerChangeToken
  let clientChangeTokenData: Data?
  let moreComing: Bool
}

/// Where the changes of a zone are read from.
struct ZoneReading {
  var zoneID: CKRecordZoneID
  /// Nil means from the beginning.
  var token: CKServerChangeToken?
  /// The maximum number of changes; 0 means that the service decides.
  var limit = 0
  /// The fields of the records; nil means all.
  var desiredKeys: [CKRecord.FieldKey]?
}

extension CloudConnection {
  /// Fetches one page of the changes of the database.
  func databaseChanges(
    since token: CKServerChangeToken?, limit: Int
  ) throws(CKError) -> DatabaseChangePage {
    let page = try perform(
      FetchDatabaseChanges(syncToken: token?.inCore, resultsLimit: limit == 0 ? nil : limit))
    let viewpoint = viewpoint
    let changes = page.zones.map { (change) -> DatabaseChangePage.Change in
      switch change {
      case .saved(let zone): .saved(CKRecordZoneID(zone.zoneID, viewpoint))
      case .deleted(let zoneID, let reason):
        .deleted(
          CKRecordZoneID(zoneID, viewpoint), CKDatabase.DatabaseChange.Deletion.Reason(reason))
      }
    }
    return DatabaseChangePage(
      changes: changes, token: CKServerChangeToken(page.syncToken), moreComing: page.moreComing)
  }

  /// Fetches one page of the changes of each zone, and returns the results in the order of the zones.
  func zoneChanges(
    _ readings: [ZoneReading]
  ) throws(CKError) -> [Result<ZoneChangePage, CKError>] {
    let items = readings.map { reading in
      var item = FetchZoneChanges.Item(reading.zoneID.inCore, syncToken: reading.token?.inCore)
      item.options.resultsLimit = reading.limit == 0 ? nil : reading.limit
      item.options.desiredKeys = reading.desiredKeys.map { NameList($0) }
      return item
    }
    let results = try perform(FetchZoneChanges(items))
    let viewpoint = viewpoint
    return zip(readings, results).map { reading, result in
      result.map { ZoneChangePage($0, reading, viewpoint) }
        .mapError { CKError($0.error, viewpoint) }
    }
  }
}

extension ZoneChangePage {
  fileprivate init(_ page: ZoneChanges, _ reading: ZoneReading, _ viewpoint: Viewpoint) {
    changes = page.records.compactMap { result in
      switch result {
      case .success(.saved(let saved)):
        let record = CKRecord.of(saved, viewpoint, desiredKeys: reading.desiredKeys)
        return .saved(record.recordID, .success(record))
      case .success(.deleted(let recordID, let recordType)):
        return .deleted(CKRecordID(recordID, viewpoint), recordType.text)
      case .failure(let failure):
        guard let recordID = failure.item.key(viewpoint)?.base as? CKRecordID else { return nil }
        return .saved(recordID, .failure(CKError(failure.error, viewpoint)))
      }
    }
    token = CKServerChangeToken(page.syncToken)
    clientChangeTokenData = page.clientChangeToken.flatMap { Data(base64Encoded: $0) }
    moreComing = page.moreComing
  }
}

extension CKDatabase.DatabaseChange.Deletion.Reason {
  fileprivate init(_ reason: ZoneDeletionReason) {
    switch reason {
    case .deleted: self = .deleted
    case .purged: self = .purged
    case .encryptedDataReset: self = .encryptedDataReset
    }
  }
}
