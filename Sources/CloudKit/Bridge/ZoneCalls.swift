internal import Foundation
internal import MockCloudCore

extension CloudConnection {
  /// Creates and deletes zones, and returns the results in the order of the items: saves first.
  func modifyZones(
    saving zones: [CKRecordZone], deleting zoneIDs: [CKRecordZoneID]
  ) throws(CKError) -> (
    saved: [(CKRecordZoneID, Result<CKRecordZone, CKError>)],
    deleted: [(CKRecordZoneID, Result<Void, CKError>)]
  ) {
    let items =
      zones.map { ModifyZones.Item(.create, $0.zoneID.inCore) }
      + zoneIDs.map { ModifyZones.Item(.delete, $0.inCore) }
    let results = try perform(ModifyZones(items))
    let viewpoint = viewpoint
    let saved = zip(zones, results).map { zone, result in
      (zone.zoneID, Self.created(result, viewpoint))
    }
    let deleted = zip(zoneIDs, results.dropFirst(zones.count)).map { zoneID, result in
      (zoneID, result.map { _ in }.mapError { CKError($0.error, viewpoint) })
    }
    return (saved, deleted)
  }

  private static func created(
    _ result: ItemResult<ModifyZones.Outcome>, _ viewpoint: Viewpoint
  ) -> Result<CKRecordZone, CKError> {
    switch result {
    case .success(.created(let zone)): .success(CKRecordZone(zone, viewpoint))
    case .success(.deleted): .failure(CKError(.internalError))
    case .failure(let failure): .failure(CKError(failure.error, viewpoint))
    }
  }

  /// Fetches zones, and returns the results in the order of the IDs.
  func zones(
    _ zoneIDs: [CKRecordZoneID]
  ) throws(CKError) -> [(CKRecordZoneID, Result<CKRecordZone, CKError>)] {
    let results = try perform(LookupZones(zoneIDs.map(\.inCore)))
    let viewpoint = viewpoint
    return zip(zoneIDs, results).map { zoneID, result in
      (
        zoneID,
        result.map { CKRecordZone($0, viewpoint) }.mapError { CKError($0.error, viewpoint) }
      )
    }
  }

  /// Fetches all zones of the database.
  func allZones() throws(CKError) -> [(CKRecordZoneID, Result<CKRecordZone, CKError>)] {
    let results = try perform(ListZones())
    let viewpoint = viewpoint
    return results.compactMap { result in
      switch result {
      case .success(let found):
        let zone = CKRecordZone(found, viewpoint)
        return (zone.zoneID, .success(zone))
      case .failure(let failure):
        guard let zoneID = failure.item.key(viewpoint)?.base as? CKRecordZoneID else { return nil }
        return (zoneID, .failure(CKError(failure.error, viewpoint)))
      }
    }
  }
}
