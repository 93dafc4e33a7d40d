import Foundation

@testable import CloudKit
@testable import MockCloudCore

/// The records that clients have fetched, so that they save what they know.
final class ClientMemory {
  private var records: [String: CKRecord] = [:]

  private func key(_ recordID: CKRecord.ID, _ tag: String, _ client: String) -> String {
    let zoneID = recordID.zoneID
    return [recordID.recordName, zoneID.zoneName, zoneID.ownerName, tag, client]
      .joined(separator: "|")
  }

  /// - Parameter client: Names the database and the user.
  func remember(_ record: CKRecord, for client: String) {
    guard let tag = record.recordChangeTag else { return }
    records[key(record.recordID, tag, client)] = record
  }

  /// A copy of the version with a tag; nil if the client never had it.
  func version(_ tag: String, of recordID: CKRecord.ID, for client: String) -> CKRecord? {
    records[key(recordID, tag, client)]?.copy() as? CKRecord
  }
}

extension Objects {
  /// The object that a client would save.
  ///
  /// - Parameter known: The version that the client has.
  static func record(_ draft: RecordDraft, in zoneID: ZoneID?, known: CKRecord?) throws(Unsaid)
    -> CKRecord
  {
    if !draft.defects.isEmpty { throw Unsaid("a value that no object has") }
    if draft.createsShortGUID { throw Unsaid("a link of its own") }
    guard let name = draft.recordName else { throw Unsaid("a name from the service") }
    let recordID = self.recordID(name, draft.zoneID ?? zoneID)
    if let known, let type = draft.recordType, type.text != known.recordType {
      throw Unsaid("another type than that of the version")
    }
    guard let type = draft.recordType?.text ?? known?.recordType else {
      throw Unsaid("a record without a type")
    }
    let record: CKRecord
    if let known { record = known } else { record = try new(type, recordID, draft) }
    for field in draft.fields {
      if !field.isInferred, field.value?.isEmptyList ?? false {
        throw Unsaid("an empty list with a type")
      }
      let value = try field.value.map { (value) throws(Unsaid) in
        try self.value(value, in: recordID.zoneID)
      }
      (field.isEncrypted ? record.encrypted : record.values).set(value, forKey: field.name)
    }
    switch draft.parent {
    case .unchanged: break
    case .none: record.parent = nil
    case .record(let name, let other):
      record.setParent(
        CKRecord.ID(
          recordName: name.text, zoneID: other.map { self.zoneID($0) } ?? recordID.zoneID))
    }
    if let share = record as? CKShare {
      try set(draft.share, of: share)
    } else if draft.share.map({ $0 != ShareDraft() }) ?? false {
      throw Unsaid("participants of another record")
    }
    return record
  }

  private static func new(
    _ type: String, _ recordID: CKRecord.ID, _ draft: RecordDraft
  ) throws(Unsaid) -> CKRecord {
    guard type == Share.recordType.text else {
      let record = CKRecord(recordType: type, recordID: recordID)
      record.system.changeTag = draft.recordChangeTag?.text
      return record
    }
    let share: CKShare
    if let root = draft.share?.rootRecordName {
      let rootID = CKRecord.ID(recordName: root.text, zoneID: recordID.zoneID)
      share = CKShare(
        rootRecord: CKRecord(recordType: "Root", recordID: rootID), shareID: recordID)
    } else if recordID.recordName == CKRecordNameZoneWideShare {
      share = CKShare(recordZoneID: recordID.zoneID)
    } else if draft.recordChangeTag != nil {
      // From system fields, as a client stores them.
      share = CKShare(
        recordID: recordID, system: CKRecord.SystemFields(), values: CKRecordValueStore(),
        encrypted: CKRecordValueStore(), sharing: CKShare.Sharing(root: nil))
    } else {
      throw Unsaid("a share without a root")
    }
    share.system.changeTag = draft.recordChangeTag?.text
    return share
  }

  private static func set(_ draft: ShareDraft?, of share: CKShare) throws(Unsaid) {
    guard let draft else { return }
    if draft.rootChangeTag != nil { throw Unsaid("a root with a tag") }
    if let root = draft.rootRecordName?.text, root != share.sharing.rootRecordID?.recordName {
      throw Unsaid("another root than that of the version")
    }
    switch draft.publicPermission {
    case Share.Permission.none?: share.publicPermission = .none
    case .readOnly?: share.publicPermission = .readOnly
    case .readWrite?: share.publicPermission = .readWrite
    case nil: break
    }
    guard let participants = draft.participants else { return }
    share.sharing.participantsAreChanged = true
    for participant in share.participants { share.removeParticipant(participant) }
    for participant in participants { share.addParticipant(try self.participant(participant)) }
  }

  private static func participant(
    _ draft: ParticipantDraft
  ) throws(Unsaid) -> CKShare.Participant {
    guard let info = try lookupInfo(draft.lookupInfo) else {
      throw Unsaid("a participant without an address")
    }
    let role: CKShare.ParticipantRole =
      switch draft.role {
      case .owner: throw Unsaid("an owner among the participants")
      case .administrator: .administrator
      case .user: .privateUser
      case .publicUser: .publicUser
      }
    let permission: CKShare.ParticipantPermission =
      switch draft.permission {
      case .none: .none
      case .readOnly: .readOnly
      case .readWrite: .readWrite
      }
    if draft.acceptance != .invited { throw Unsaid("a participant who has accepted") }
    return CKShare.Participant(
      CKUserIdentity(userRecordID: info.userRecordID, lookupInfo: info), role: role,
      permission: permission, acceptanceStatus: .pending)
  }

  /// Nil for one without a property.
  static func lookupInfo(
    _ info: Share.LookupInfo
  ) throws(Unsaid) -> CKUserIdentity.LookupInfo? {
    let properties = [
      info.emailAddress.map { CKUserIdentity.LookupInfo(emailAddress: $0.text) },
      info.phoneNumber.map { CKUserIdentity.LookupInfo(phoneNumber: $0.text) },
      info.userRecordName.map {
        CKUserIdentity.LookupInfo(userRecordID: CKRecord.ID(recordName: $0.text))
      },
    ].compactMap { $0 }
    if properties.count > 1 { throw Unsaid("a lookup info of several properties") }
    return properties.first
  }
}
