internal import Foundation
package import MockCloudCore

extension CKRecordZoneID {
  /// A zone in an answer. Zones of the public database and of the own private one have the constant
  /// name of the current user as their owner.
  convenience init(_ zoneID: ZoneID, _ viewpoint: Viewpoint) {
    let owner =
      viewpoint.database == .shared
      ? viewpoint.userName(zoneID.ownerName) : CKCurrentUserDefaultName
    self.init(zoneName: zoneID.zoneName.text, ownerName: owner)
  }

  /// The zone in a request. The core knows the constant name of the current user.
  package var inCore: ZoneID {
    ZoneID(zoneName: ZoneName(zoneName), ownerName: UserRecordName(ownerName))
  }
}

extension CKRecordID {
  convenience init(_ recordID: RecordID, _ viewpoint: Viewpoint) {
    self.init(
      recordName: recordID.recordName.text, zoneID: viewpoint.zoneID(recordID.zoneID))
  }
}

extension CKReference {
  /// A reference in an answer.
  ///
  /// - Parameter zoneID: The zone of the referring record.
  convenience init(_ reference: Reference, in zoneID: CKRecordZoneID, _ viewpoint: Viewpoint) {
    let target = reference.zoneID.map { viewpoint.zoneID($0) } ?? zoneID
    self.init(
      recordID: CKRecordID(recordName: reference.recordName.text, zoneID: target),
      action: reference.action == .deleteSelf ? .deleteSelf : .none)
  }

  /// The reference in a request.
  ///
  /// - Parameter zoneID: The zone of the referring record, which need not be named.
  func inCore(from zoneID: CKRecordZoneID?, by requester: Requester) -> Reference {
    Reference(
      recordName: requester.recordName(recordID),
      zoneID: recordID.zoneID == zoneID ? nil : recordID.zoneID.inCore,
      action: action == .deleteSelf ? .deleteSelf : .none)
  }
}

extension CKRecordZone {
  convenience init(_ zone: ZoneDescription, _ viewpoint: Viewpoint) {
    let capabilities = zone.capabilities.map { (capability) -> Capabilities in
      switch capability {
      case .fetchChanges: .fetchChanges
      case .atomic: .atomic
      case .sharing: .sharing
      case .zoneWideSharing: .zoneWideSharing
      }
    }
    let zoneID = CKRecordZoneID(zone.zoneID, viewpoint)
    let share = CKRecordID(recordName: CKRecordNameZoneWideShare, zoneID: zoneID)
    self.init(
      zoneID: zoneID, capabilities: Capabilities(capabilities),
      share: zone.isSharedAsWhole ? CKReference(recordID: share, action: .none) : nil)
    encryptionScope =
      switch zone.encryptionScope {
      case .perRecord: .perRecord
      case .perZone: .perZone
      }
  }
}

extension MockCloudCore.EncryptionScope {
  package init(_ scope: CKRecordZone.EncryptionScope) {
    switch scope {
    case .perRecord: self = .perRecord
    case .perZone: self = .perZone
    }
  }
}

extension CKServerChangeToken {
  convenience init(_ text: String) { self.init(data: Data(text.utf8)) }

  /// The token as the core reads it. A foreign one is no text, and the core refuses what comes of it.
  var inCore: String { String(decoding: data, as: UTF8.self) }
}
