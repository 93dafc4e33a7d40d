internal import Foundation

extension CKDatabase {
  /// Fetches one page of the changes of the database.
  ///
  /// - Parameters:
  ///   - changeToken: The token of the last page; nil means from the beginning.
  ///   - resultsLimit: The maximum number of changes; nil lets the service decide.
  public func databaseChanges(
    since changeToken: CKServerChangeToken?, resultsLimit: Int? = nil
  ) async throws -> (
    modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
    changeToken: CKServerChangeToken, moreComing: Bool
  ) {
    try connection.databaseChanges(since: changeToken, limit: resultsLimit ?? 0).answer
  }

  public func fetchDatabaseChanges(
    since changeToken: CKServerChangeToken?, resultsLimit: Int? = nil,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
            changeToken: CKServerChangeToken, moreComing: Bool
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.databaseChanges(since: changeToken, limit: resultsLimit ?? 0).answer
    }
  }

  /// Fetches one page of the changes of a zone.
  ///
  /// - Parameters:
  ///   - changeToken: The token of the last page; nil means from the beginning.
  ///   - desiredKeys: The fields of the records; nil means all.
  ///   - resultsLimit: The maximum number of changes; nil lets the service decide.
  public func recordZoneChanges(
    inZoneWith zoneID: CKRecordZoneID, since changeToken: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
  ) async throws -> (
    modificationResultsByID: [CKRecordID: Result<RecordZoneChange.Modification, any Error>],
    deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
  ) {
    try connection.zoneChanges(
      ZoneReading(
        zoneID: zoneID, token: changeToken, limit: resultsLimit ?? 0, desiredKeys: desiredKeys)
    ).answer
  }

  public func fetchRecordZoneChanges(
    inZoneWith zoneID: CKRecordZoneID, since changeToken: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            modificationResultsByID: [CKRecordID: Result<RecordZoneChange.Modification, any Error>],
            deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken,
            moreComing: Bool
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.zoneChanges(
        ZoneReading(
          zoneID: zoneID, token: changeToken, limit: resultsLimit ?? 0, desiredKeys: desiredKeys)
      ).answer
    }
  }
}

extension DatabaseChangePage {
  fileprivate var answer:
    (
      modifications: [CKDatabase.DatabaseChange.Modification],
      deletions: [CKDatabase.DatabaseChange.Deletion], changeToken: CKServerChangeToken,
      moreComing: Bool
    )
  {
    var modifications: [CKDatabase.DatabaseChange.Modification] = []
    var deletions: [CKDatabase.DatabaseChange.Deletion] = []
    for change in changes {
      switch change {
      case .saved(let zoneID): modifications.append(.init(zoneID: zoneID))
      case .deleted(let zoneID, let reason):
        deletions.append(.init(zoneID: zoneID, reason: reason))
      }
    }
    return (modifications, deletions, end.token, end.moreComing)
  }
}

extension ZoneChangePage {
  fileprivate var answer:
    (
      modificationResultsByID: [CKRecordID: Result<
        CKDatabase.RecordZoneChange.Modification, any Error
      >], deletions: [CKDatabase.RecordZoneChange.Deletion], changeToken: CKServerChangeToken,
      moreComing: Bool
    )
  {
    var saved: [CKRecordID: Result<CKDatabase.RecordZoneChange.Modification, any Error>] = [:]
    var deletions: [CKDatabase.RecordZoneChange.Deletion] = []
    for change in changes {
      switch change {
      case .saved(let recordID, let result):
        saved[recordID] = result.map { .init(record: $0) }.mapError { $0 as any Error }
      case .deleted(let recordID, let recordType):
        deletions.append(.init(recordID: recordID, recordType: recordType))
      }
    }
    return (saved, deletions, end.token, end.moreComing)
  }
}
