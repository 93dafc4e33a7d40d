public import Foundation

/// A user of a share (Apple: `CKShare.Participant`).
///
/// Equal participants have equal users, roles, permissions and states.
public final class CKShareParticipant: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public typealias AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
  public typealias Permission = CKShare.ParticipantPermission
  public typealias Role = CKShare.ParticipantRole
  public typealias ParticipantType = CKShare.ParticipantType

  public let userIdentity: CKUserIdentity
  public let acceptanceStatus: AcceptanceStatus
  public var role: Role {
    get { state.now.role }
    set { change { $0.role = newValue } }
  }
  /// What the participant may do; it is saved with the share.
  public var permission: Permission {
    get { state.now.permission }
    set { change { $0.permission = newValue } }
  }
  /// Identifies the participant within a saved share.
  let identifier: String?
  private let lock = ShortLock()
  private var storedState: State

  /// What a client can change.
  struct Rights {
    var role: Role
    var permission: Permission
  }

  private struct State {
    var now: Rights
    var original: Rights?
  }

  /// The values before the client's first change; nil if it changed none.
  var original: Rights? { state.original }

  private var state: State { lock.withLock { storedState } }

  private func change(_ change: (inout Rights) -> Void) {
    lock.withLock {
      storedState.original = storedState.original ?? storedState.now
      change(&storedState.now)
    }
  }

  convenience init(
    _ userIdentity: CKUserIdentity, role: Role = .privateUser, permission: Permission = .readOnly,
    acceptanceStatus: AcceptanceStatus = .unknown, identifier: String? = nil
  ) {
    self.init(
      userIdentity, State(now: Rights(role: role, permission: permission)), acceptanceStatus,
      identifier)
  }

  private init(
    _ userIdentity: CKUserIdentity, _ state: State, _ acceptanceStatus: AcceptanceStatus,
    _ identifier: String?
  ) {
    self.userIdentity = userIdentity
    storedState = state
    self.acceptanceStatus = acceptanceStatus
    self.identifier = identifier
    super.init()
  }

  /// The role as older code has it.
  public var type: ParticipantType {
    get {
      switch role {
      case .owner: .owner
      case .privateUser, .administrator: .privateUser
      case .publicUser: .publicUser
      case .unknown: .unknown
      }
    }
    set {
      switch newValue {
      case .owner: role = .owner
      case .privateUser: role = .privateUser
      case .publicUser: role = .publicUser
      case .unknown: role = .unknown
      }
    }
  }

  /// The participant without the client's changes.
  var unchanged: CKShareParticipant {
    let state = state
    return CKShareParticipant(
      userIdentity, State(now: state.original ?? state.now), acceptanceStatus, identifier)
  }

  /// Whether both are the same user.
  func isSameUser(as other: CKShareParticipant) -> Bool {
    if let identifier, identifier == other.identifier { return true }
    if let own = userIdentity.userRecordID, let others = other.userIdentity.userRecordID {
      return own == others
    }
    guard let info = userIdentity.lookupInfo else { return false }
    return info == other.userIdentity.lookupInfo
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKShareParticipant else { return false }
    return userIdentity == other.userIdentity && role == other.role
      && permission == other.permission && acceptanceStatus == other.acceptanceStatus
  }

  public override var hash: Int { userIdentity.hash }

  public override var description: String {
    "<CKShareParticipant: role=\(role), permission=\(permission), "
      + "acceptanceStatus=\(acceptanceStatus), user=\(userIdentity)>"
  }

  // MARK: Copies and archives

  public override func copy() -> Any { copy(with: nil) }

  public func copy(with zone: NSZone? = nil) -> Any {
    CKShareParticipant(userIdentity, state, acceptanceStatus, identifier)
  }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let userIdentity = archive.object("UserIdentity", CKUserIdentity.self) else { return nil }
    self.userIdentity = userIdentity
    storedState = State(
      now: Rights(
        role: Role(rawValue: archive.integer("Type") ?? 0) ?? .unknown,
        permission: Permission(rawValue: archive.integer("Permission") ?? 0) ?? .unknown))
    acceptanceStatus =
      AcceptanceStatus(rawValue: archive.integer("AcceptanceStatus") ?? 0) ?? .unknown
    identifier = archive.string("ParticipantID")
    if let role = archive.integer("OriginalType"),
      let permission = archive.integer("OriginalPermission")
    {
      storedState.original = Rights(
        role: Role(rawValue: role) ?? .unknown,
        permission: Permission(rawValue: permission) ?? .unknown)
    }
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    let state = state
    coder.encode(userIdentity, forKey: "UserIdentity")
    coder.encode(state.now.role.rawValue, forKey: "Type")
    coder.encode(state.now.permission.rawValue, forKey: "Permission")
    coder.encode(acceptanceStatus.rawValue, forKey: "AcceptanceStatus")
    coder.encode(identifier as NSString?, forKey: "ParticipantID")
    guard let original = state.original else { return }
    coder.encode(original.role.rawValue, forKey: "OriginalType")
    coder.encode(original.permission.rawValue, forKey: "OriginalPermission")
  }
}

extension CKShare {
  /// Whether a participant has accepted (Apple: `CKShare.ParticipantAcceptanceStatus`).
  public enum ParticipantAcceptanceStatus: Int, Sendable {
    case unknown
    case pending
    case accepted
    case removed
  }

  /// What a participant may do (Apple: `CKShare.ParticipantPermission`).
  public enum ParticipantPermission: Int, Sendable {
    case unknown
    case none
    case readOnly
    case readWrite
  }

  /// The role of a participant (Apple: `CKShare.ParticipantRole`).
  public enum ParticipantRole: Int, Sendable {
    case unknown
    case owner
    /// A participant who may change the list of participants.
    case administrator
    /// An invited user.
    case privateUser
    /// A user who joined by the link.
    case publicUser
  }

  /// The former name of roles (Apple: `CKShare.ParticipantType`).
  public enum ParticipantType: Int, Sendable {
    case unknown
    case owner
    case privateUser = 3
    case publicUser
  }

  /// The fields of a share with reserved names (HOSTCONST).
  public enum SystemFieldKey: Sendable {
    public static let title = "cloudkit.title"
    public static let thumbnailImageData = "cloudkit.thumbnailImageData"
    public static let shareType = "cloudkit.type"
  }
}
