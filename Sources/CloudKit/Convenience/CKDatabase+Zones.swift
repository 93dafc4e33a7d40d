internal import Foundation

extension CKDatabase {
  // MARK: One zone

  /// Fetches a zone.
  public func recordZone(for zoneID: CKRecordZoneID) async throws -> CKRecordZone {
    try connection.lookUpZones([zoneID]).only()
  }

  public func fetch(
    withRecordZoneID zoneID: CKRecordZoneID,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.lookUpZones([zoneID]).only()
    }
  }

  /// Saves a zone.
  @discardableResult
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
    try connection.zoneChange(saving: [zone], deleting: []).saved()
  }

  public func save(
    _ zone: CKRecordZone,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.zoneChange(saving: [zone], deleting: []).saved()
    }
  }

  /// Deletes a zone.
  @discardableResult
  public func deleteRecordZone(withID zoneID: CKRecordZoneID) async throws -> CKRecordZoneID {
    try connection.zoneChange(saving: [], deleting: [zoneID]).deleted()
    return zoneID
  }

  public func delete(
    withRecordZoneID zoneID: CKRecordZoneID,
    completionHandler: @escaping @Sendable (CKRecordZoneID?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.zoneChange(saving: [], deleting: [zoneID]).deleted()
      return zoneID
    }
  }

  // MARK: Several

  /// Fetches all zones of the database.
  public func allRecordZones() async throws -> [CKRecordZone] {
    try connection.listZones().values()
  }

  public func fetchAllRecordZones(
    completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.listZones().values()
    }
  }

  /// Fetches zones.
  public func recordZones(
    for ids: [CKRecordZoneID]
  ) async throws -> [CKRecordZoneID: Result<CKRecordZone, any Error>] {
    try connection.lookUpZones(ids).byID()
  }

  public func fetch(
    withRecordZoneIDs zoneIDs: [CKRecordZoneID],
    completionHandler:
      @escaping @Sendable (Result<[CKRecordZoneID: Result<CKRecordZone, any Error>], any Error>) ->
      Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.lookUpZones(zoneIDs).byID()
    }
  }

  /// Saves and deletes zones.
  @discardableResult
  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZoneID]
  ) async throws -> (
    saveResults: [CKRecordZoneID: Result<CKRecordZone, any Error>],
    deleteResults: [CKRecordZoneID: Result<Void, any Error>]
  ) {
    try connection.zoneChange(
      saving: recordZonesToSave, deleting: recordZoneIDsToDelete
    ).results()
  }

  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZoneID],
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            saveResults: [CKRecordZoneID: Result<CKRecordZone, any Error>],
            deleteResults: [CKRecordZoneID: Result<Void, any Error>]
          ), any Error
        >
      ) -> Void
  ) {
    let connection = connection
    connection.result(completionHandler) { () throws(CKError) in
      try connection.zoneChange(
        saving: recordZonesToSave, deleting: recordZoneIDsToDelete
      ).results()
    }
  }
}
