internal import Foundation
package import MockCloudCore

// Calls that are made at once on the calling thread, and the cloud of a database: for the module
// MockCloudKitFramework.

extension CKDatabase {
  /// The cloud; nil if the environment configures an invalid one.
  package var host: CloudHost? { try? connection.reachable() }

  /// The user, the device, the container and the database.
  package var caller: Caller { connection.caller }

  /// The results of records that were saved and deleted, in the order of the request.
  package typealias Changes = (
    saved: [(id: CKRecordID, result: Result<CKRecord, CKError>)],
    deleted: [(id: CKRecordID, result: Result<Void, CKError>)]
  )

  /// Saves records, which replace those on the server, and deletes records.
  package func replace(
    with records: [CKRecord], deleting recordIDs: [CKRecordID]
  ) throws(CKError) -> Changes {
    var request = RecordModification(saving: records, deleting: recordIDs, isAtomic: false)
    request.isReplacement = true
    var changes: Changes = ([], [])
    for item in try connection.request(request).whole().parts {
      switch item {
      case .saved(let id, let result): changes.saved.append((id, result))
      case .deleted(let id, let result): changes.deleted.append((id, result))
      }
    }
    return changes
  }

  /// Fetches records, in the order of the IDs.
  package func lookUp(
    _ recordIDs: [CKRecordID], desiredKeys: [CKRecord.FieldKey]?
  ) throws(CKError) -> [(id: CKRecordID, result: Result<CKRecord, CKError>)] {
    try connection.lookUp(recordIDs, desiredKeys: desiredKeys).whole().parts
      .map { ($0.id, $0.result) }
  }

  /// Finds one page of a query's records.
  ///
  /// - Parameters:
  ///   - position: The query in all zones, or the end of the previous page.
  ///   - limit: The maximum number of records; 0 means that the service decides.
  package func page(
    _ position: QueryPosition, desiredKeys: [CKRecord.FieldKey]?, limit: Int
  ) throws(CKError) -> (
    found: [(id: CKRecordID, result: Result<CKRecord, CKError>)], next: CKQueryCursor?
  ) {
    let call =
      switch position {
      case .start(let query, let zoneID):
        try connection.query(
          query, in: zoneID, after: nil, desiredKeys: desiredKeys, limit: limit)
      case .after(let cursor):
        try connection.query(at: cursor, desiredKeys: desiredKeys, limit: limit)
      }
    let (parts, next) = try call.whole()
    return (parts.map { ($0.id, $0.result) }, next)
  }

  /// Where a page of a query begins.
  package enum QueryPosition {
    /// - Parameter zoneID: Nil means all zones.
    case start(CKQuery, in: CKRecordZoneID?)
    case after(CKQueryCursor)
  }

  /// Converts a stored version to a new object.
  package func record(_ version: Record) -> CKRecord {
    CKRecord.of(version, connection.viewpoint)
  }

  /// Converts an error of the service.
  package func error(_ error: CloudError) -> CKError { CKError(error, connection.viewpoint) }
}

extension CKContainer {
  /// Returns the status of the user's account on the device.
  package func currentAccountStatus() throws(CKError) -> CKAccountStatus {
    try connection.accountStatus()
  }
}

extension CKRecordID {
  /// The ID in a request. The core knows the constant name of the current user.
  package var inCore: RecordID {
    RecordID(recordName: RecordName(recordName), zoneID: zoneID.inCore)
  }
}
