/// Determines the participants of a share after a save.
struct ShareParticipants {
  private let people: People
  private let share: Share
  private let owner: UserRecordName

  init(people: People, share: Share, owner: UserRecordName) {
    self.people = people
    self.share = share
    self.owner = owner
  }

  /// The identity of a participant, as far as known: a share must not have two participants for the
  /// same person.
  private enum Person: Hashable {
    case user(ExactText)
    /// An address without a user.
    case address(email: ExactText?, phone: ExactText?)
  }

  func revised(by draft: ShareDraft) throws(CloudError) -> Share {
    var revised = share
    revised.publicPermission = draft.publicPermission ?? share.publicPermission
    if let drafts = draft.participants {
      revised.participants = try listed(drafts, open: revised.publicPermission)
    }
    applyPublicPermission(to: &revised)
    return revised
  }

  /// Returns the participants in a list from a client. Those who joined by the link are not in such
  /// lists. Others who accepted and are left out stay in the share as removed (LIVE PYICLOUD).
  ///
  /// - Parameter permission: The public permission that the share will have.
  private func listed(
    _ drafts: [ParticipantDraft], open permission: Share.Permission
  ) throws(CloudError) -> [Share.Participant] {
    var present: [Person: Share.Participant] = [:]
    var removed: Set<Person> = []
    for known in share.participants {
      let person = person(known)
      if known.acceptance == .removed {
        removed.insert(person)
      } else if present[person] == nil {
        present[person] = known
      }
    }
    var listed = share.participants.filter { $0.role == .owner }
    var seen: Set<Person> = [.user(owner)]
    var dismissed: Set<Person> = []
    for draft in drafts where draft.role != .owner {
      let user = try people.user(draft.lookupInfo)
      let wanted = Share.Participant(
        participantID: "", userRecordName: user?.userRecordName,
        lookupInfo: draft.lookupInfo.naming(user), nameComponents: user?.nameComponents,
        permission: draft.permission, role: draft.role, acceptance: .invited)
      let person = person(wanted)
      if draft.acceptance == .removed {
        guard present[person] != nil || removed.contains(person) else {
          throw CloudError(
            .invalidArguments, "A user who is not a participant cannot have the status REMOVED")
        }
        guard person != .user(self.owner) else {
          throw CloudError(.invalidArguments, "The owner of a share cannot have the status REMOVED")
        }
        dismissed.insert(person)
        continue
      }
      if let known = present[person] {
        if seen.insert(person).inserted { listed.append(changed(known, by: draft, permission)) }
        continue
      }
      try checkInvitation(draft, open: permission)
      if seen.insert(person).inserted { listed.append(wanted) }
    }
    var byLink: [Share.Participant] = []
    var gone: [Share.Participant] = []
    for var known in share.participants where known.acceptance != .invited {
      let person = person(known)
      guard seen.insert(person).inserted else { continue }
      let staysByLink = known.role == .publicUser && known.acceptance == .accepted
      if staysByLink, !dismissed.contains(person) {
        byLink.append(known)
      } else {
        known.acceptance = .removed
        gone.append(known)
      }
    }
    return listed + byLink + gone.suffix(Self.mostRemoved)
  }

  /// The number of removed participants that a share names, so that it does not grow with every
  /// invitation.
  private static let mostRemoved = 100

  private func person(_ participant: Share.Participant) -> Person {
    Steps.take()
    let user =
      participant.userRecordName ?? (try? people.user(participant.lookupInfo))?.userRecordName
    if let user { return .user(user) }
    return .address(
      email: participant.lookupInfo.emailAddress,
      phone: participant.lookupInfo.phoneNumber)
  }

  private func checkInvitation(
    _ draft: ParticipantDraft, open permission: Share.Permission
  ) throws(CloudError) {
    guard share.publicPermission == .none || permission == .none else {
      throw CloudError(
        .invalidArguments,
        "Participants can be added only while the share's publicPermission is NONE")
    }
    guard draft.role != .publicUser else {
      throw CloudError(
        .invalidArguments, "A participant becomes a PUBLIC_USER only by accepting the share's link")
    }
  }

  /// Changes a participant. One who joined by the link stays a public user until a save closes the
  /// link and invites the user.
  private func changed(
    _ known: Share.Participant, by draft: ParticipantDraft, _ open: Share.Permission
  ) -> Share.Participant {
    var changed = known
    if known.role == .publicUser, open != .none { return changed }
    changed.permission = draft.permission
    changed.role = draft.role == .publicUser ? .user : draft.role
    // Who becomes a private participant has a new identifier (PORT), which is drawn on storing.
    if known.role == .publicUser { changed.participantID = "" }
    return changed
  }

  /// Applies a change of the public permission (DOC: CKShare.publicPermission): opening a share
  /// removes participants who have not accepted yet, closing it removes those who joined by the
  /// link, and those who joined have its permission.
  private func applyPublicPermission(to revised: inout Share) {
    let permission = revised.publicPermission
    if permission == .none {
      revised.participants.removeAll { $0.role == .publicUser }
    } else if share.publicPermission == .none {
      revised.participants.removeAll { $0.role != .owner && $0.acceptance == .invited }
    }
    for index in revised.participants.indices
    where revised.participants[index].role == .publicUser {
      revised.participants[index].permission = permission
    }
  }
}

extension Share {
  /// Returns the share with new identifiers for itself and its participants where they are missing.
  func identified(by identifiers: inout IdentifierSource) -> Share {
    var share = self
    if share.shortGUID.isEmpty { share.shortGUID = Self.newShortGUID(&identifiers) }
    for index in share.participants.indices where share.participants[index].participantID.isEmpty {
      share.participants[index].participantID = identifiers.uuid().text
    }
    return share
  }

  /// Returns a new short GUID: letters and digits, as in the links of iCloud.
  static func newShortGUID(_ identifiers: inout IdentifierSource) -> ShortGUID {
    let digits = identifiers.uuid().utf8.filter { $0 != UInt8(ascii: "-") }.prefix(20)
    return ShortGUID("0" + String(decoding: digits, as: UTF8.self))
  }
}

extension People {
  /// Returns the user for lookup information; nil for an address without a user.
  func user(_ info: Share.LookupInfo) throws(CloudError) -> User? {
    if let problem = info.problem { throw problem.cloudError }
    if let name = info.userRecordName {
      guard let index = userIndex(name) else {
        throw CloudError(
          .invalidArguments,
          "User '\(NameRules.shortened(name))' does not exist; mock/users/add adds users")
      }
      return user(index)
    }
    if let user = user(withAddress: info) { return user }
    guard info.isValidAddress else {
      throw CloudError(
        .invalidArguments,
        "'\(NameRules.shortened((info.emailAddress ?? info.phoneNumber ?? "").text))' is not an e-mail "
          + "address or phone number")
    }
    return nil
  }
}

extension Share.LookupInfo {
  /// Returns the same information with the user's record name, since the request may have an alias.
  func naming(_ user: User?) -> Self {
    guard let user, userRecordName != nil else { return self }
    var info = self
    info.userRecordName = user.userRecordName
    return info
  }
}

extension User {
  /// All information by which the user can be found.
  var lookupInfo: Share.LookupInfo {
    Share.LookupInfo(
      emailAddress: emailAddress, phoneNumber: phoneNumber, userRecordName: userRecordName)
  }
}
