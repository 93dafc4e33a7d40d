internal import Foundation
internal import MockCloudCore

extension CloudConnection {
  /// Creates and deletes zones, and reports the items in their order: saves first.
  func zoneChange(
    saving zones: [CKRecordZone], deleting zoneIDs: [CKRecordZoneID]
  ) -> ServiceCall<Changed<CKRecordZoneID, CKRecordZone>, Void> {
    let saved = zones.map(\.zoneID)
    let items =
      zones.map {
        ModifyZones.Item(
          .create, $0.zoneID.inCore, encryptionScope: EncryptionScope($0.encryptionScope))
      }
      + zoneIDs.map { ModifyZones.Item(.delete, $0.inCore) }
    return ServiceCall(ModifyZones(items), in: self) { index, item, viewpoint in
      item.change(at: index, saving: saved, deleting: zoneIDs, viewpoint) { $0.zone(viewpoint) }
    }
  }

  /// Fetches zones, and reports them in the order of the IDs.
  func lookUpZones(
    _ zoneIDs: [CKRecordZoneID]
  ) -> ServiceCall<Found<CKRecordZoneID, CKRecordZone>, Void> {
    ServiceCall(LookupZones(zoneIDs.map(\.inCore)), in: self) { index, item, viewpoint in
      item.found(at: index, of: zoneIDs, viewpoint) { $0.zone(viewpoint) }
    }
  }

  /// Fetches all zones of the database.
  func listZones() -> ServiceCall<Found<CKRecordZoneID, CKRecordZone>, Void> {
    ServiceCall(ListZones(), in: self) { _, item, viewpoint in
      item.found(viewpoint, \.zoneID) { $0.zone(viewpoint) }
    }
  }
}

extension AnswerItem {
  fileprivate func zone(_ viewpoint: Viewpoint) -> CKRecordZone? {
    if case .zone(let zone) = self { CKRecordZone(zone, viewpoint) } else { nil }
  }
}
