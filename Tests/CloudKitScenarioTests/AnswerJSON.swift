import Foundation
import MockCloudCore

@testable import CloudKit

/// What a client of CloudKit got, in the form of the dialect.
struct Said {
  /// 0, or the code of the error.
  let status: Int32
  let answer: JSONCopy
  /// Whether deletions are in a list of their own, after the others.
  var separatesDeletions = false
  /// What the dialect tells in this call, and CloudKit does not.
  var lacks: Set<String> = []
}

extension JSONCopy {
  /// An object of the members that have a value.
  static func members(_ members: KeyValuePairs<String, JSONCopy?>) -> JSONCopy {
    .object(
      members.compactMap { key, value in
        value.map { JSONCopyMember(key: [UInt8](key.utf8), value: $0) }
      })
  }

  static func text(_ text: String?) -> JSONCopy? { text.map { .text($0) } }

  static func list<Element>(
    _ elements: [Element], _ json: (Element) -> JSONCopy
  ) -> JSONCopy { .array(elements.map(json)) }

  /// The members of both objects.
  func and(_ other: JSONCopy?) -> JSONCopy {
    guard case .object(let members) = self, case .object(let others)? = other else { return self }
    return .object(members + others)
  }
}

/// Writes objects of CloudKit as the dialect does.
enum AnswerJSON {
  static func zoneID(_ zoneID: CKRecordZone.ID) -> JSONCopy {
    .members([
      "zoneName": .text(zoneID.zoneName), "ownerRecordName": .text(zoneID.ownerName),
    ])
  }

  static func recordID(_ recordID: CKRecord.ID) -> JSONCopy {
    .members(["recordName": .text(recordID.recordName), "zoneID": zoneID(recordID.zoneID)])
  }

  static func deleted(_ recordID: CKRecord.ID, type: String? = nil) -> JSONCopy {
    self.recordID(recordID).and(.members(["recordType": .text(type), "deleted": .bool(true)]))
  }

  static func zone(_ zone: CKRecordZone) -> JSONCopy {
    let capabilities: [(CKRecordZone.Capabilities, String)] = [
      (.fetchChanges, "fetchChanges"), (.atomic, "atomic"), (.sharing, "sharing"),
      (.zoneWideSharing, "zoneWideSharing"),
    ]
    return .members([
      "zoneID": zoneID(zone.zoneID),
      "capabilities": .array(
        capabilities.filter { zone.capabilities.contains($0.0) }.map { .text($0.1) }),
      "atomic": .bool(zone.capabilities.contains(.atomic)),
      "encryptionScope": .text(zone.encryptionScope == .perZone ? "perZone" : nil),
    ])
  }

  static func deleted(
    _ zoneID: CKRecordZone.ID, _ reason: CKDatabase.DatabaseChange.Deletion.Reason? = nil
  ) -> JSONCopy {
    let reason: String? =
      switch reason {
      case .deleted: "deleted"
      case .purged: "purged"
      case .encryptedDataReset: "encryptedDataReset"
      case nil: nil
      }
    return .members([
      "zoneID": self.zoneID(zoneID), "deleted": .bool(true), "deletionReason": .text(reason),
    ])
  }

  static func subscription(_ subscription: CKSubscription) -> JSONCopy {
    let (kind, zoneID, type): (String, CKRecordZone.ID?, String?) =
      switch subscription {
      case let zone as CKRecordZoneSubscription: ("zone", zone.zoneID, zone.recordType)
      case let database as CKDatabaseSubscription: ("database", nil, database.recordType)
      default: ("query", (subscription as? CKQuerySubscription)?.zoneID, nil)
      }
    return .members([
      "subscriptionID": .text(subscription.subscriptionID), "subscriptionType": .text(kind),
      "zoneID": zoneID.map { self.zoneID($0) }, "recordType": .text(type),
      "notificationInfo": subscription.notificationInfo.map { info($0) },
    ]).and((subscription as? CKQuerySubscription).map { query($0) })
  }

  private static func query(_ subscription: CKQuerySubscription) -> JSONCopy {
    let options = subscription.querySubscriptionOptions
    let triggers: [(CKQuerySubscription.Options, String)] = [
      (.firesOnRecordCreation, "create"), (.firesOnRecordUpdate, "update"),
      (.firesOnRecordDeletion, "delete"),
    ]
    return .members([
      "query": .members(["recordType": .text(subscription.recordType)]),
      "firesOn": .array(triggers.filter { options.contains($0.0) }.map { .text($0.1) }),
      "firesOnce": .bool(options.contains(.firesOnce)),
    ])
  }

  private static func info(_ info: CKSubscription.NotificationInfo) -> JSONCopy {
    func list(_ texts: [String]?) -> JSONCopy? { texts.map { .list($0) { .text($0) } } }
    func flag(_ flag: Bool) -> JSONCopy? { flag ? .bool(true) : nil }
    return .members([
      "alertBody": .text(info.alertBody),
      "alertLocalizationKey": .text(info.alertLocalizationKey),
      "alertLocalizationArgs": list(info.alertLocalizationArgs),
      "title": .text(info.title), "titleLocalizationKey": .text(info.titleLocalizationKey),
      "titleLocalizationArgs": list(info.titleLocalizationArgs),
      "subtitle": .text(info.subtitle),
      "subtitleLocalizationKey": .text(info.subtitleLocalizationKey),
      "subtitleLocalizationArgs": list(info.subtitleLocalizationArgs),
      "alertActionLocalizationKey": .text(info.alertActionLocalizationKey),
      "alertLaunchImage": .text(info.alertLaunchImage), "soundName": .text(info.soundName),
      "additionalFields": list(info.desiredKeys), "shouldBadge": flag(info.shouldBadge),
      "shouldSendContentAvailable": flag(info.shouldSendContentAvailable),
      "shouldSendMutableContent": flag(info.shouldSendMutableContent),
      "category": .text(info.category), "collapseIDKey": .text(info.collapseIDKey),
    ])
  }

  // MARK: Errors

  /// An error; that of an item has the item's key beside it.
  static func error(_ error: CKError) -> JSONCopy {
    var json = JSONCopy.members([
      "ckErrorCode": .int(Int64(error.errorCode)),
      "reason": .text(error.userInfo[NSLocalizedDescriptionKey] as? String),
      "retryAfter": error.retryAfterSeconds.map { .double($0.bitPattern) },
      "serverRecord": error.serverRecord.map { record($0) },
      "clientRecord": error.clientRecord.map { sent($0) },
      "ancestorRecord": error.ancestorRecord.map { record($0) },
    ])
    if error.userInfo[CKErrorUserDidResetEncryptedDataKey] as? Bool == true {
      json = json.and(.members(["userDidResetEncryptedData": .bool(true)]))
    }
    return json
  }
}
