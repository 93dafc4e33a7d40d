public import Foundation

/// A user of a share (Apple: `CKShare.Participant`).
///
/// Equal participants have equal users, roles, permissions and states.
public final class CKShareParticipant: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public typealias AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
  public typealias Permission = CKShare.ParticipantPermission
  public typealias Role = CKShare.ParticipantRole
  public typealias ParticipantType = CKShare.ParticipantType

  public var userIdentity: CKUserIdentity { state.user }
  public var acceptanceStatus: AcceptanceStatus { state.acceptance }
  public var role: Role {
    get { state.now.role }
    set { change { $0.role = newValue } }
  }
  /// What the participant may do; it is saved with the share.
  public var permission: Permission {
    get { state.now.permission }
    set { change { $0.permission = newValue } }
  }
  /// Identifies the participant of a saved share.
  var identifier: String? { state.identifier }
  private let lock = ShortLock()
  private var storedState: State

  /// What a client can change.
  struct Rights: Equatable {
    var role: Role
    var permission: Permission
  }

  private struct State {
    var user: CKUserIdentity
    var acceptance: AcceptanceStatus
    var identifier: String?
    var now: Rights
    var original: Rights?
  }

  /// The current values of what a client can change.
  var rights: Rights { state.now }

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
      State(
        user: userIdentity, acceptance: acceptanceStatus, identifier: identifier,
        now: Rights(role: role, permission: permission)))
  }

  private init(_ state: State) {
    storedState = state
    super.init()
  }

  /// Makes this object the saved version of the participant.
  ///
  /// - Parameter sent: The rights in the request. If they were changed afterwards, they stay so; nil
  ///   replaces them.
  func settle(as version: CKShareParticipant, sent: Rights?) {
    var saved = version.state
    lock.withLock {
      if let sent, storedState.now != sent {
        saved.original = saved.now
        saved.now = storedState.now
      }
      storedState = saved
    }
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
    var unchanged = state
    unchanged.now = unchanged.original ?? unchanged.now
    unchanged.original = nil
    return CKShareParticipant(unchanged)
  }

  /// Whether both are the same user.
  func isSameUser(as other: CKShareParticipant) -> Bool {
    let (own, other) = (state, other.state)
    if let identifier = own.identifier, identifier == other.identifier { return true }
    if let user = own.user.userRecordID, let others = other.user.userRecordID {
      return user == others
    }
    guard let info = own.user.lookupInfo else { return false }
    return info == other.user.lookupInfo
  }

  /// What identifies the user: two participants with nothing in common are different users.
  var keys: [AnyHashable] {
    let state = state
    let keys: [AnyHashable?] = [state.identifier, state.user.userRecordID, state.user.lookupInfo]
    return keys.compactMap { $0 }
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
    CKShareParticipant(state)
  }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let userIdentity = archive.object("UserIdentity", CKUserIdentity.self) else { return nil }
    storedState = State(
      user: userIdentity,
      acceptance: AcceptanceStatus(rawValue: archive.integer("AcceptanceStatus") ?? 0) ?? .unknown,
      identifier: archive.string("ParticipantID"),
      now: Rights(
        role: Role(rawValue: archive.integer("Type") ?? 0) ?? .unknown,
        permission: Permission(rawValue: archive.integer("Permission") ?? 0) ?? .unknown))
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
    coder.encode(state.user, forKey: "UserIdentity")
    coder.encode(state.now.role.rawValue, forKey: "Type")
    coder.encode(state.now.permission.rawValue, forKey: "Permission")
    coder.encode(state.acceptance.rawValue, forKey: "AcceptanceStatus")
    coder.encode(text: state.identifier, forKey: "ParticipantID")
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
