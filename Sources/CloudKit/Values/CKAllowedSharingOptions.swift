public import Foundation

/// What the system's sharing view lets a user choose (Apple: `CKAllowedSharingOptions`).
///
/// There is no such view here: the values are for code that makes it.
public final class CKAllowedSharingOptions: NSObject, NSCopying, NSSecureCoding,
  @unchecked Sendable
{
  /// The permissions that the user can choose for participants.
  public var allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption
  /// Who the user can give access.
  public var allowedParticipantAccessOptions: CKSharingParticipantAccessOption

  /// All options.
  public class var standard: CKAllowedSharingOptions {
    CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .any)
  }

  public init(
    allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption,
    allowedParticipantAccessOptions: CKSharingParticipantAccessOption
  ) {
    self.allowedParticipantPermissionOptions = allowedParticipantPermissionOptions
    self.allowedParticipantAccessOptions = allowedParticipantAccessOptions
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKAllowedSharingOptions else { return false }
    return allowedParticipantPermissionOptions == other.allowedParticipantPermissionOptions
      && allowedParticipantAccessOptions == other.allowedParticipantAccessOptions
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(allowedParticipantPermissionOptions.rawValue)
    hasher.combine(allowedParticipantAccessOptions.rawValue)
    return hasher.finalize()
  }

  public override func copy() -> Any { copy(with: nil) }

  public func copy(with zone: NSZone? = nil) -> Any {
    CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: allowedParticipantPermissionOptions,
      allowedParticipantAccessOptions: allowedParticipantAccessOptions)
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public convenience init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let permissions = archive.integer("AllowedParticipantPermissionOptions"),
      let access = archive.integer("AllowedParticipantAccessOptions"), archive.isSound
    else { return nil }
    self.init(
      allowedParticipantPermissionOptions: .init(rawValue: UInt(bitPattern: permissions)),
      allowedParticipantAccessOptions: .init(rawValue: UInt(bitPattern: access)))
  }

  public func encode(with coder: NSCoder) {
    coder.encode(
      Int(bitPattern: allowedParticipantPermissionOptions.rawValue),
      forKey: "AllowedParticipantPermissionOptions")
    coder.encode(
      Int(bitPattern: allowedParticipantAccessOptions.rawValue),
      forKey: "AllowedParticipantAccessOptions")
  }
}

/// Permissions that a user can choose for participants (Apple:
/// `CKSharingParticipantPermissionOption`).
public struct CKSharingParticipantPermissionOption: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let readOnly = CKSharingParticipantPermissionOption(rawValue: 1)
  public static let readWrite = CKSharingParticipantPermissionOption(rawValue: 2)
  public static let any: CKSharingParticipantPermissionOption = [.readOnly, .readWrite]
}

/// Who a user can give access to a share (Apple: `CKSharingParticipantAccessOption`).
public struct CKSharingParticipantAccessOption: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Everybody who has the link.
  public static let anyoneWithLink = CKSharingParticipantAccessOption(rawValue: 1)
  /// Invited users.
  public static let specifiedRecipientsOnly = CKSharingParticipantAccessOption(rawValue: 2)
  public static let any: CKSharingParticipantAccessOption = [
    .anyoneWithLink, .specifiedRecipientsOnly,
  ]
}
