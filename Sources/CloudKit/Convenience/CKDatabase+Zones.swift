internal import Foundation

extension CKDatabase {
  // MARK: One zone

  /// Fetches a zone.
  public func recordZone(for zoneID: CKRecordZoneID) async throws -> CKRecordZone {
    try connection.zones([zoneID]).only()
  }

  public func fetch(
    withRecordZoneID zoneID: CKRecordZoneID,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.zones([zoneID]).only()
    }
  }

  /// Saves a zone.
  @discardableResult
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
    try connection.modifyZones(saving: [zone], deleting: []).saved.only()
  }

  public func save(
    _ zone: CKRecordZone,
    completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.modifyZones(saving: [zone], deleting: []).saved.only()
    }
  }

  /// Deletes a zone.
  @discardableResult
  public func deleteRecordZone(withID zoneID: CKRecordZoneID) async throws -> CKRecordZoneID {
    try connection.modifyZones(saving: [], deleting: [zoneID]).deleted.only()
    return zoneID
  }

  public func delete(
    withRecordZoneID zoneID: CKRecordZoneID,
    completionHandler: @escaping @Sendable (CKRecordZoneID?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.modifyZones(saving: [], deleting: [zoneID]).deleted.only()
      return zoneID
    }
  }

  // MARK: Several

  /// Fetches all zones of the database.
  public func allRecordZones() async throws -> [CKRecordZone] { try connection.allZones().values() }

  public func fetchAllRecordZones(
    completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
  ) {
    let connection = connection
    Background.call(completionHandler) { () throws(CKError) in
      try connection.allZones().values()
    }
  }

  /// Fetches zones.
  public func recordZones(
    for ids: [CKRecordZoneID]
  ) async throws -> [CKRecordZoneID: Result<CKRecordZone, any Error>] {
    try connection.zones(ids).byID()
  }

  public func fetch(
    withRecordZoneIDs zoneIDs: [CKRecordZoneID],
    completionHandler:
      @escaping @Sendable (Result<[CKRecordZoneID: Result<CKRecordZone, any Error>], any Error>) ->
      Void
  ) {
    let connection = connection
    Background.result(completionHandler) { () throws(CKError) in
      try connection.zones(zoneIDs).byID()
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
    let results = try connection.modifyZones(
      saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
    return (results.saved.byID(), results.deleted.byID())
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
    Background.result(completionHandler) { () throws(CKError) in
      let results = try connection.modifyZones(
        saving: recordZonesToSave, deleting: recordZoneIDsToDelete)
      return (results.saved.byID(), results.deleted.byID())
    }
  }
}
