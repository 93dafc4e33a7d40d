internal import Foundation
internal import MockCloudCore

extension CKShare.Sharing {
  init(_ share: Share, _ zoneID: CKRecordZoneID, _ viewpoint: Viewpoint) {
    self.init(root: nil)
    rootRecordID = share.rootRecordName.map { CKRecordID(recordName: $0.text, zoneID: zoneID) }
    publicPermission = CKShare.ParticipantPermission(share.publicPermission)
    let present = share.participants(seenBy: viewpoint.user).filter { $0.acceptance != .removed }
    participants = present.map { CKShareParticipant($0, viewpoint) }
    currentUser = present.firstIndex {
      $0.userRecordName != nil && $0.userRecordName == viewpoint.user
    }
    url = URL(string: share.url)
  }

  /// The share in a request. What the client did not change is left to the service.
  func draft(by requester: Requester) throws(CKError) -> ShareDraft {
    var draft = ShareDraft(forRecord: rootRecordID.map { RecordName($0.recordName) })
    if permissionIsChanged {
      draft.publicPermission = try Share.Permission(sending: publicPermission)
    }
    guard participantsAreChanged || participants.contains(where: { $0.original != nil }) else {
      return draft
    }
    var drafts: [ParticipantDraft] = []
    for participant in participants {
      let isOwner = (participant.original?.role ?? participant.role) == .owner
      if isOwner ? participant.original != nil : participant.role == .owner {
        throw CKError(unsendable: "a share has one owner, whose role and permission stay")
      }
      if !isOwner { drafts.append(try participant.draft(by: requester)) }
    }
    draft.participants = drafts
    return draft
  }
}

extension CKShareParticipant {
  convenience init(_ participant: Share.Participant, _ viewpoint: Viewpoint) {
    var info: Share.LookupInfo? = participant.lookupInfo
    if info == Share.LookupInfo() { info = nil }
    let identity = CKUserIdentity(
      userRecordID: participant.userRecordName.map { viewpoint.userRecordID($0) },
      lookupInfo: info.flatMap { CKUserIdentityLookupInfo($0, viewpoint) },
      nameComponents: participant.nameComponents.map { PersonNameComponents($0) },
      hasiCloudAccount: participant.userRecordName != nil)
    self.init(
      identity, role: CKShare.ParticipantRole(participant.role),
      permission: CKShare.ParticipantPermission(participant.permission),
      acceptanceStatus: CKShare.ParticipantAcceptanceStatus(participant.acceptance),
      identifier: participant.participantID.isEmpty ? nil : participant.participantID)
  }

  fileprivate func draft(by requester: Requester) throws(CKError) -> ParticipantDraft {
    let info =
      userIdentity.lookupInfo?.inCore(by: requester)
      ?? Share.LookupInfo(
        userRecordName: userIdentity.userRecordID.map { requester.userName($0) })
    let role: Share.Role =
      switch role {
      case .owner: .owner
      case .administrator: .administrator
      case .publicUser: .publicUser
      case .privateUser, .unknown: .user
      }
    return ParticipantDraft(
      info, permission: try Share.Permission(sending: permission), role: role)
  }
}

extension CKUserIdentityLookupInfo {
  /// The property that a user was looked up by; nil if there is none.
  convenience init?(_ info: Share.LookupInfo, _ viewpoint: Viewpoint) {
    if let emailAddress = info.emailAddress {
      self.init(emailAddress: emailAddress.text)
    } else if let phoneNumber = info.phoneNumber {
      self.init(phoneNumber: phoneNumber.text)
    } else if let user = info.userRecordName {
      self.init(userRecordID: viewpoint.userRecordID(user))
    } else {
      return nil
    }
  }

  func inCore(by requester: Requester) -> Share.LookupInfo {
    Share.LookupInfo(
      emailAddress: emailAddress.map { EmailAddress($0) },
      phoneNumber: phoneNumber.map { PhoneNumber($0) },
      userRecordName: userRecordID.map { requester.userName($0) })
  }
}

extension PersonNameComponents {
  init(_ name: NameComponents) {
    self.init()
    namePrefix = name.namePrefix
    givenName = name.givenName
    middleName = name.middleName
    familyName = name.familyName
    nameSuffix = name.nameSuffix
    nickname = name.nickname
  }
}

extension CKShare.ParticipantPermission {
  init(_ permission: Share.Permission) {
    switch permission {
    case .none: self = .none
    case .readOnly: self = .readOnly
    case .readWrite: self = .readWrite
    }
  }
}

extension CKShare.ParticipantRole {
  init(_ role: Share.Role) {
    switch role {
    case .owner: self = .owner
    case .administrator: self = .administrator
    case .user: self = .privateUser
    case .publicUser: self = .publicUser
    }
  }
}

extension CKShare.ParticipantAcceptanceStatus {
  init(_ acceptance: Share.Acceptance) {
    switch acceptance {
    case .invited: self = .pending
    case .accepted: self = .accepted
    case .removed: self = .removed
    }
  }
}

extension Share.Permission {
  /// Throws for `unknown`, which no client can set.
  init(sending permission: CKShare.ParticipantPermission) throws(CKError) {
    switch permission {
    case .none: self = .none
    case .readOnly: self = .readOnly
    case .readWrite: self = .readWrite
    case .unknown: throw CKError(unsendable: "the permission of a share cannot be unknown")
    }
  }
}
