internal import Foundation

extension CKShare.Sharing {
  init?(_ archive: ArchiveReader) {
    self.init(root: nil)
    guard let participants = archive.list("Participants", of: CKShareParticipant.self) else {
      return nil
    }
    self.participants = participants
    currentUser = archive.integer("CurrentUserParticipant").flatMap {
      participants.indices.contains($0) ? $0 : nil
    }
    publicPermission =
      CKShare.ParticipantPermission(rawValue: archive.integer("PublicPermission") ?? 0) ?? .none
    rootRecordID = archive.object("RootRecordID")
    url = archive.url("ShareURL")
    participantsAreChanged = archive.bool("ParticipantsAreChanged")
    permissionIsChanged = archive.bool("PublicPermissionIsChanged")
    if let participants = archive.list("OriginalParticipants", of: CKShareParticipant.self) {
      original = Original(
        participants: participants,
        currentUser: archive.integer("OriginalCurrentUserParticipant"),
        publicPermission: CKShare.ParticipantPermission(
          rawValue: archive.integer("OriginalPublicPermission") ?? 0) ?? .none)
    }
    guard archive.isSound else { return nil }
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSArray(array: participants), forKey: "Participants")
    if let currentUser { coder.encode(currentUser, forKey: "CurrentUserParticipant") }
    coder.encode(publicPermission.rawValue, forKey: "PublicPermission")
    coder.encode(rootRecordID, forKey: "RootRecordID")
    coder.encode(url as NSURL?, forKey: "ShareURL")
    coder.encode(participantsAreChanged, forKey: "ParticipantsAreChanged")
    coder.encode(permissionIsChanged, forKey: "PublicPermissionIsChanged")
    guard let original else { return }
    coder.encode(NSArray(array: original.participants), forKey: "OriginalParticipants")
    if let user = original.currentUser {
      coder.encode(user, forKey: "OriginalCurrentUserParticipant")
    }
    coder.encode(original.publicPermission.rawValue, forKey: "OriginalPublicPermission")
  }
}
