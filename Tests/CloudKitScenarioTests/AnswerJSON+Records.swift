import Foundation
import MockCloudCore

@testable import CloudKit

extension AnswerJSON {
  static func record(_ record: CKRecord) -> JSONCopy {
    recordID(record.recordID).and(
      .members([
        "recordType": .text(record.recordType), "recordChangeTag": .text(record.recordChangeTag),
        "fields": fields(record, record.values.allKeys(), record.encrypted.allKeys()),
        "parent": record.parent.map { .members(["recordName": .text($0.recordID.recordName)]) },
        "share": record.share.map { recordID($0.recordID) },
        "created": stamp(record.creationDate, record.creatorUserRecordID, nil),
        "modified": stamp(
          record.modificationDate, record.lastModifiedUserRecordID,
          record.system.modifiedByDevice),
      ])
    ).and((record as? CKShare).map { share($0) })
  }

  /// A record as the client tried to save it: with the fields that were set.
  static func sent(_ record: CKRecord) -> JSONCopy {
    .members([
      "recordName": .text(record.recordID.recordName), "recordType": .text(record.recordType),
      "recordChangeTag": .text(record.recordChangeTag),
      "fields": fields(record, record.values.changedKeys(), record.encrypted.changedKeys()),
    ])
  }

  private static func stamp(_ date: Date?, _ user: CKRecord.ID?, _ device: String?) -> JSONCopy? {
    guard let date else { return nil }
    return .members([
      "timestamp": milliseconds(date), "userRecordName": .text(user?.recordName),
      "deviceID": .text(device),
    ])
  }

  private static func milliseconds(_ date: Date) -> JSONCopy {
    .int(Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  // MARK: Fields

  private static func fields(
    _ record: CKRecord, _ keys: [String], _ encryptedKeys: [String]
  ) -> JSONCopy {
    let zoneID = record.recordID.zoneID
    let plain = keys.map { member($0, record.values[$0], zoneID, isEncrypted: nil) }
    let encrypted = encryptedKeys.map {
      member($0, record.encrypted[$0], zoneID, isEncrypted: true)
    }
    return .object(plain + encrypted)
  }

  private static func member(
    _ key: String, _ value: Any?, _ zoneID: CKRecordZone.ID, isEncrypted: Bool?
  ) -> JSONCopyMember {
    let json = value.map { field($0, in: zoneID) } ?? .members(["value": .null])
    let mark = JSONCopy.members(["isEncrypted": isEncrypted.map { .bool($0) }])
    return JSONCopyMember(key: [UInt8](key.utf8), value: json.and(mark))
  }

  private static func field(_ value: Any, in zoneID: CKRecordZone.ID) -> JSONCopy {
    guard let list = value as? NSArray else {
      let (json, type) = single(value, in: zoneID)
      return .members(["value": json, "type": .text(type)])
    }
    let members = list.map { single($0, in: zoneID) }
    // An empty list has no type of its own.
    return .members([
      "value": .array(members.map(\.json)), "type": .text(members.first.map { "\($0.type)_LIST" }),
    ])
  }

  private static func single(
    _ value: Any, in zoneID: CKRecordZone.ID
  ) -> (json: JSONCopy, type: String) {
    switch value {
    case let text as NSString: return (.text(text as String), "STRING")
    case let number as NSNumber where ["d", "f"].contains(String(cString: number.objCType)):
      return (.double(number.doubleValue.bitPattern), "DOUBLE")
    case let number as NSNumber: return (.int(number.int64Value), "INT64")
    case let date as NSDate: return (milliseconds(date as Date), "TIMESTAMP")
    case let data as NSData: return (.text((data as Data).base64EncodedString()), "BYTES")
    case let reference as CKRecord.Reference:
      return (self.reference(reference, in: zoneID), "REFERENCE")
    case let place as CLLocation: return (location(place), "LOCATION")
    case let asset as CKAsset:
      let bytes = asset.fileURL.flatMap { try? Data(contentsOf: $0) }
      return (.members(["size": bytes.map { .int(Int64($0.count)) }]), "ASSETID")
    default: return (.null, "\(type(of: value))")
    }
  }

  private static func reference(
    _ reference: CKRecord.Reference, in zoneID: CKRecordZone.ID
  ) -> JSONCopy {
    let target = reference.recordID
    return .members([
      "recordName": .text(target.recordName),
      "action": .text(reference.action == .deleteSelf ? "DELETE_SELF" : "NONE"),
      "zoneID": target.zoneID == zoneID ? nil : self.zoneID(target.zoneID),
    ])
  }

  /// What is unknown has a value that says so.
  private static func location(_ place: CLLocation) -> JSONCopy {
    func known(_ value: Double, _ isKnown: Bool) -> JSONCopy? {
      isKnown ? .double(value.bitPattern) : nil
    }
    let time = place.timestamp.timeIntervalSince1970
    return .members([
      "latitude": known(place.coordinate.latitude, true),
      "longitude": known(place.coordinate.longitude, true),
      "horizontalAccuracy": known(place.horizontalAccuracy, place.horizontalAccuracy > 0),
      "verticalAccuracy": known(place.verticalAccuracy, place.verticalAccuracy >= 0),
      "altitude": known(place.altitude, place.altitude != 0),
      "speed": known(place.speed, place.speed >= 0),
      "course": known(place.course, place.course >= 0),
      "timestamp": time == 0 ? nil : milliseconds(place.timestamp),
    ])
  }

  // MARK: Shares

  private static func share(_ share: CKShare) -> JSONCopy {
    .members([
      "url": .text(share.url?.absoluteString),
      "shortGUID": .text(share.url?.lastPathComponent),
      "forRecord": share.sharing.rootRecordID.map {
        .members(["recordName": .text($0.recordName)])
      },
      "publicPermission": .text(permission(share.publicPermission)),
      "owner": participant(share.owner),
      "participants": .list(share.participants) { participant($0) },
      "currentUserParticipant": share.currentUserParticipant.map { participant($0) },
    ])
  }

  static func participant(_ participant: CKShare.Participant) -> JSONCopy {
    .members([
      "participantId": participant.identifier.flatMap { $0.isEmpty ? nil : .text($0) },
      "userIdentity": identity(participant.userIdentity),
      "permission": .text(permission(participant.permission)),
      "type": .text(role(participant.role)),
      "acceptanceStatus": .text(acceptance(participant.acceptanceStatus)),
    ])
  }

  static func identity(_ identity: CKUserIdentity) -> JSONCopy {
    .members([
      "userRecordName": .text(identity.userRecordID?.recordName),
      "lookupInfo": identity.lookupInfo.map { lookupInfo($0) },
      "nameComponents": identity.nameComponents.map { name($0) },
      "hasiCloudAccount": identity.hasiCloudAccount ? nil : .bool(false),
    ])
  }

  static func lookupInfo(_ info: CKUserIdentity.LookupInfo) -> JSONCopy {
    .members([
      "emailAddress": .text(info.emailAddress), "phoneNumber": .text(info.phoneNumber),
      "userRecordName": .text(info.userRecordID?.recordName),
    ])
  }

  private static func name(_ name: PersonNameComponents) -> JSONCopy {
    .members([
      "namePrefix": .text(name.namePrefix), "givenName": .text(name.givenName),
      "middleName": .text(name.middleName), "familyName": .text(name.familyName),
      "nameSuffix": .text(name.nameSuffix), "nickname": .text(name.nickname),
    ])
  }

  static func metadata(_ metadata: CKShare.Metadata) -> JSONCopy {
    .members([
      "shortGUID": .members(["value": .text(metadata.share.url?.lastPathComponent)]),
      "containerIdentifier": .text(metadata.containerIdentifier),
      "zoneID": zoneID(metadata.share.recordID.zoneID),
      "rootRecordName": .text(metadata.hierarchicalRootRecordID?.recordName),
      "rootRecord": metadata.rootRecord.map { record($0) },
      "share": record(metadata.share), "ownerIdentity": identity(metadata.ownerIdentity),
      "participantType": .text(role(metadata.participantRole)),
      "participantStatus": .text(acceptance(metadata.participantStatus)),
      "participantPermission": .text(permission(metadata.participantPermission)),
    ])
  }

  private static func permission(_ permission: CKShare.ParticipantPermission) -> String {
    switch permission {
    case .none: "NONE"
    case .readOnly: "READ_ONLY"
    case .readWrite: "READ_WRITE"
    case .unknown: "UNKNOWN"
    }
  }

  private static func role(_ role: CKShare.ParticipantRole) -> String {
    switch role {
    case .owner: "OWNER"
    case .administrator: "ADMINISTRATOR"
    case .privateUser: "USER"
    case .publicUser: "PUBLIC_USER"
    case .unknown: "UNKNOWN"
    }
  }

  private static func acceptance(_ status: CKShare.ParticipantAcceptanceStatus) -> String {
    switch status {
    case .pending: "INVITED"
    case .accepted: "ACCEPTED"
    case .removed: "REMOVED"
    case .unknown: "UNKNOWN"
    }
  }
}
