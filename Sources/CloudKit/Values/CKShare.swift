public import Foundation

/// The record that shares a hierarchy of records, or a zone, with other users (Apple: `CKShare`).
open class CKShare: CKRecord, @unchecked Sendable {
  public typealias Metadata = CKShareMetadata
  public typealias Participant = CKShareParticipant

  var sharing: Sharing {
    get { locked { storedSharing } }
    set { locked { storedSharing = newValue } }
  }
  private var storedSharing: Sharing

  /// What a share has besides the fields of a record.
  struct Sharing {
    /// The root of the shared hierarchy; nil if the whole zone is shared.
    var rootRecordID: CKRecordID?
    var publicPermission = ParticipantPermission.none
    var participants: [CKShareParticipant]
    /// The participant of the current user.
    var currentUser: Int?
    var url: URL?
    var participantsAreChanged = false
    var permissionIsChanged = false
    /// How often a client has changed the share.
    var edits = 0
    /// The values before the client's first change; nil if it changed none.
    var original: Original?

    /// What a client can change.
    struct Original {
      var participants: [CKShareParticipant]
      var currentUser: Int?
      var publicPermission: ParticipantPermission
    }

    /// The properties of a new share, whose only participant is its owner, the current user.
    init(root: CKRecord?) {
      rootRecordID = root?.recordID
      let user = CKUserIdentity(userRecordID: CKRecordID(recordName: CKCurrentUserDefaultName))
      participants = [
        CKShareParticipant(user, role: .owner, permission: .readWrite, acceptanceStatus: .accepted)
      ]
      currentUser = 0
    }
  }

  /// Creates a share of a record and the records below it, with a new name in the record's zone, and
  /// makes it the record's `share`. Save both with one operation.
  public convenience init(rootRecord: CKRecord) {
    let name = "Share-\(UUID().uuidString)"
    self.init(
      rootRecord: rootRecord,
      shareID: CKRecordID(recordName: name, zoneID: rootRecord.recordID.zoneID))
  }

  /// Creates a share of a record and the records below it.
  ///
  /// Apple's framework raises an exception for a share in another zone than the record. Here both are
  /// refused when they are saved.
  public init(rootRecord: CKRecord, shareID: CKRecordID) {
    storedSharing = Sharing(root: rootRecord)
    super.init(recordType: SystemType.share, recordID: shareID)
    rootRecord.changeLinks { $0.share = CKReference(recordID: shareID, action: .none) }
    if shareID.zoneID != rootRecord.recordID.zoneID {
      misuse = "Share must be in the same zone as the current record"
      rootRecord.misuse = misuse
    }
  }

  /// Creates a share of a whole zone.
  public init(recordZoneID: CKRecordZoneID) {
    storedSharing = Sharing(root: nil)
    super.init(
      recordType: SystemType.share,
      recordID: CKRecordID(recordName: CKRecordNameZoneWideShare, zoneID: recordZoneID))
  }

  /// Creates a share from its parts.
  init(
    recordID: CKRecordID, system: SystemFields, values: CKRecordValueStore,
    encrypted: CKRecordValueStore, sharing: Sharing
  ) {
    storedSharing = sharing
    super.init(
      recordType: SystemType.share, recordID: recordID, system: system, values: values,
      encrypted: encrypted)
  }

  private func change(_ change: (inout Sharing) -> Void) { locked { change(&storedSharing) } }

  /// Replaces what the share has besides the fields of a record by that of a version. Runs in
  /// `locked`.
  ///
  /// - Parameter sent: What was sent; nil replaces everything.
  func settle(as version: Sharing, sent: Sharing.Sent?) {
    storedSharing.settle(as: version, sent: sent)
  }

  /// The permission of everybody who has the link.
  open var publicPermission: ParticipantPermission {
    get { sharing.publicPermission }
    set { change { $0.set(newValue) } }
  }

  /// The link; nil before the share was saved.
  open var url: URL? { sharing.url }

  /// The users of the share. The owner is one of them.
  open var participants: [Participant] { sharing.participants }

  open var owner: Participant {
    participants.first { $0.role == .owner }
      ?? CKShareParticipant(CKUserIdentity(userRecordID: nil), role: .owner)
  }

  /// The participant of the current user; nil if the user does not participate.
  open var currentUserParticipant: Participant? {
    let sharing = sharing
    guard let index = sharing.currentUser, sharing.participants.indices.contains(index) else {
      return nil
    }
    return sharing.participants[index]
  }

  /// Adds a user, or replaces the participant of the same user. The owner stays as it is.
  open func addParticipant(_ participant: Participant) { change { $0.add(participant) } }

  /// Removes the participant of a user. Does nothing for the owner (DOC).
  open func removeParticipant(_ participant: Participant) { change { $0.remove(participant) } }

  // MARK: Copies and archives

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKShare(
      recordID: recordID, system: system, values: values.copied(), encrypted: encrypted.copied(),
      sharing: sharing.copied())
    copy.misuse = misuse
    return copy
  }

  public required init?(coder: NSCoder) {
    guard let sharing = Sharing(ArchiveReader(coder)) else { return nil }
    storedSharing = sharing
    super.init(coder: coder)
  }

  /// Encodes everything but the fields, with permissions and participants.
  open override func encodeSystemFields(with coder: NSCoder) {
    super.encodeSystemFields(with: coder)
    sharing.encode(with: coder)
  }
}

extension CKShare.Sharing {
  fileprivate mutating func set(_ permission: CKShare.ParticipantPermission) {
    keepOriginal()
    publicPermission = permission
    permissionIsChanged = true
  }

  fileprivate mutating func add(_ participant: CKShareParticipant) {
    keepOriginal()
    participantsAreChanged = true
    guard let index = participants.firstIndex(where: { $0.isSameUser(as: participant) }) else {
      participants.append(participant)
      return
    }
    if participants[index].role != .owner { participants[index] = participant }
  }

  fileprivate mutating func remove(_ participant: CKShareParticipant) {
    let index = participants.firstIndex { $0.role != .owner && $0.isSameUser(as: participant) }
    guard let index else { return }
    keepOriginal()
    participantsAreChanged = true
    participants.remove(at: index)
    guard let current = currentUser else { return }
    if current == index { currentUser = nil }
    if current > index { currentUser = current - 1 }
  }

  /// Keeps the values before the first change.
  private mutating func keepOriginal() {
    edits &+= 1
    original =
      original
      ?? Original(
        participants: participants, currentUser: currentUser, publicPermission: publicPermission)
  }

  /// The version that was fetched, without the client's changes.
  var unchanged: Self {
    var unchanged = self
    unchanged.participants = (original?.participants ?? participants).map(\.unchanged)
    if let original {
      unchanged.currentUser = original.currentUser
      unchanged.publicPermission = original.publicPermission
    }
    unchanged.original = nil
    unchanged.participantsAreChanged = false
    unchanged.permissionIsChanged = false
    return unchanged
  }

  /// A copy whose participants can be changed without changing these.
  func copied() -> Self {
    var copy = self
    copy.participants = participants.compactMap { $0.copy() as? CKShareParticipant }
    return copy
  }
}
