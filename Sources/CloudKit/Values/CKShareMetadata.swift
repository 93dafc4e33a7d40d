public import Foundation

/// What a link to a share says about it (Apple: `CKShare.Metadata`).
public final class CKShareMetadata: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let containerIdentifier: String
  public let share: CKShare
  /// The root of the shared hierarchy; nil if a whole zone is shared.
  public let hierarchicalRootRecordID: CKRecordID?
  /// The root record, if it was asked for.
  public let rootRecord: CKRecord?
  public let ownerIdentity: CKUserIdentity
  /// The role that the current user has or can have.
  public let participantRole: CKShare.ParticipantRole
  public let participantStatus: CKShare.ParticipantAcceptanceStatus
  public let participantPermission: CKShare.ParticipantPermission

  /// The parts of a value.
  struct Parts {
    var containerIdentifier: String
    var share: CKShare
    var hierarchicalRootRecordID: CKRecordID?
    var rootRecord: CKRecord?
    var ownerIdentity: CKUserIdentity
    var participantRole: CKShare.ParticipantRole
    var participantStatus: CKShare.ParticipantAcceptanceStatus
    var participantPermission: CKShare.ParticipantPermission
  }

  init(_ parts: Parts) {
    containerIdentifier = parts.containerIdentifier
    share = parts.share
    hierarchicalRootRecordID = parts.hierarchicalRootRecordID
    rootRecord = parts.rootRecord
    ownerIdentity = parts.ownerIdentity
    participantRole = parts.participantRole
    participantStatus = parts.participantStatus
    participantPermission = parts.participantPermission
    super.init()
  }

  /// The root of the shared hierarchy. For a share of a whole zone, an ID in the zone that no record
  /// has (DOC: use `hierarchicalRootRecordID`).
  public var rootRecordID: CKRecordID {
    hierarchicalRootRecordID ?? CKRecordID(recordName: "", zoneID: share.recordID.zoneID)
  }

  /// The role as older code has it.
  public var participantType: CKShare.ParticipantType {
    CKShareParticipant(ownerIdentity, role: participantRole).type
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKShareMetadata else { return false }
    return self === other
      || containerIdentifier.hasBytes(of: other.containerIdentifier)
        && share.recordID == other.share.recordID && share.url == other.share.url
        && participantRole == other.participantRole && participantStatus == other.participantStatus
        && participantPermission == other.participantPermission
  }

  public override var hash: Int { share.recordID.hash }

  public override var description: String {
    "<CKShareMetadata: containerID=\(containerIdentifier), share=\(share.recordID), "
      + "participantStatus=\(participantStatus)>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public convenience init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let container = archive.string("ContainerIdentifier"),
      let share = archive.object("Share", CKShare.self),
      let owner = archive.object("OwnerIdentity", CKUserIdentity.self)
    else { return nil }
    let parts = Parts(
      containerIdentifier: container, share: share,
      hierarchicalRootRecordID: archive.object("RootRecordID"),
      rootRecord: archive.object("RootRecord"), ownerIdentity: owner,
      participantRole: CKShare.ParticipantRole(rawValue: archive.integer("ParticipantRole") ?? 0)
        ?? .unknown,
      participantStatus: CKShare.ParticipantAcceptanceStatus(
        rawValue: archive.integer("ParticipantStatus") ?? 0) ?? .unknown,
      participantPermission: CKShare.ParticipantPermission(
        rawValue: archive.integer("ParticipantPermission") ?? 0) ?? .unknown)
    guard archive.isSound else { return nil }
    self.init(parts)
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: containerIdentifier, forKey: "ContainerIdentifier")
    coder.encode(share, forKey: "Share")
    coder.encode(hierarchicalRootRecordID, forKey: "RootRecordID")
    coder.encode(rootRecord, forKey: "RootRecord")
    coder.encode(ownerIdentity, forKey: "OwnerIdentity")
    coder.encode(participantRole.rawValue, forKey: "ParticipantRole")
    coder.encode(participantStatus.rawValue, forKey: "ParticipantStatus")
    coder.encode(participantPermission.rawValue, forKey: "ParticipantPermission")
  }
}
