extension CKShare.Sharing {
  /// What a request to save the share contains.
  struct Sent {
    fileprivate let edits: Int
    fileprivate let rights: [ObjectIdentifier: CKShareParticipant.Rights]

    init(_ sharing: CKShare.Sharing) {
      edits = sharing.edits
      rights = Dictionary(
        sharing.participants.map { (ObjectIdentifier($0), $0.rights) }, uniquingKeysWith: { $1 })
    }
  }

  /// Makes this the saved version. The client's objects of participants stay in the list, so that a
  /// client that keeps one can change it for the next save.
  ///
  /// - Parameter sent: What was sent. Changes that the client made afterwards stay; nil replaces them.
  mutating func settle(as version: Self, sent: Sent?) {
    let former = self
    let known = former.participantsByKey
    self = version
    participants = version.participants.map { participant in
      guard let own = participant.keys.lazy.compactMap({ known[$0] }).first,
        own.isSameUser(as: participant),
        // An object in two shares becomes the participant of the first one that is saved.
        own.identifier == nil || own.identifier == participant.identifier
      else { return participant }
      let rights = sent?.rights[ObjectIdentifier(own)]
      // One that was added afterwards stays as it is.
      if sent == nil || rights != nil { own.settle(as: participant, sent: rights) }
      return own
    }
    edits = former.edits
    guard let sent, former.edits > sent.edits else { return }
    // The client's list, of which the next save sends all.
    (participants, currentUser) = (former.participants, former.currentUser)
    publicPermission = former.publicPermission
    participantsAreChanged = former.participantsAreChanged
    permissionIsChanged = former.permissionIsChanged
    original = Original(
      participants: version.copied().participants, currentUser: version.currentUser,
      publicPermission: version.publicPermission)
  }

  /// The participants by what identifies their users.
  private var participantsByKey: [AnyHashable: CKShareParticipant] {
    var known: [AnyHashable: CKShareParticipant] = [:]
    for participant in participants {
      for key in participant.keys { known[key] = participant }
    }
    return known
  }
}
