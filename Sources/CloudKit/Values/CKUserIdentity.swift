public import Foundation

/// A user (Apple: `CKUserIdentity`).
///
/// Equal identities have equal properties.
public final class CKUserIdentity: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public typealias LookupInfo = CKUserIdentityLookupInfo

  /// The record of the user; nil if the user is not known yet.
  public let userRecordID: CKRecordID?
  /// How the user was looked up.
  public let lookupInfo: LookupInfo?
  public let nameComponents: PersonNameComponents?
  /// Whether the user has an iCloud account.
  public let hasiCloudAccount: Bool
  /// The user's entries in the contacts of the device; none here.
  public var contactIdentifiers: [String] { [] }

  init(
    userRecordID: CKRecordID?, lookupInfo: LookupInfo? = nil,
    nameComponents: PersonNameComponents? = nil, hasiCloudAccount: Bool = true
  ) {
    self.userRecordID = userRecordID
    self.lookupInfo = lookupInfo
    self.nameComponents = nameComponents
    self.hasiCloudAccount = hasiCloudAccount
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKUserIdentity else { return false }
    return userRecordID == other.userRecordID && lookupInfo == other.lookupInfo
      && nameComponents == other.nameComponents && hasiCloudAccount == other.hasiCloudAccount
  }

  public override var hash: Int { userRecordID?.hash ?? lookupInfo?.hash ?? 0 }

  public override var description: String {
    "<CKUserIdentity: userRecordID=\(userRecordID?.recordName ?? "nil"), "
      + "lookupInfo=\(lookupInfo.map { "\($0)" } ?? "nil")>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    userRecordID = archive.object("UserRecordID")
    lookupInfo = archive.object("LookupInfo")
    hasiCloudAccount = archive.bool("HasICloudAccount")
    nameComponents = archive.object("NameComponents", ArchivedName.self)?.components
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(userRecordID, forKey: "UserRecordID")
    coder.encode(lookupInfo, forKey: "LookupInfo")
    coder.encode(hasiCloudAccount, forKey: "HasICloudAccount")
    coder.encode(nameComponents.map { ArchivedName($0) }, forKey: "NameComponents")
  }
}

/// What a user is looked up by: one of three properties (Apple: `CKUserIdentity.LookupInfo`).
///
/// Equal values have equal properties.
public final class CKUserIdentityLookupInfo: NSObject, NSCopying, NSSecureCoding,
  @unchecked Sendable
{
  public let emailAddress: String?
  public let phoneNumber: String?
  public let userRecordID: CKRecordID?

  public init(emailAddress: String) {
    self.emailAddress = emailAddress
    phoneNumber = nil
    userRecordID = nil
    super.init()
  }

  public init(phoneNumber: String) {
    emailAddress = nil
    self.phoneNumber = phoneNumber
    userRecordID = nil
    super.init()
  }

  public init(userRecordID: CKRecordID) {
    emailAddress = nil
    phoneNumber = nil
    self.userRecordID = userRecordID
    super.init()
  }

  public class func lookupInfos(withEmails emails: [String]) -> [CKUserIdentityLookupInfo] {
    emails.map { CKUserIdentityLookupInfo(emailAddress: $0) }
  }

  public class func lookupInfos(
    withPhoneNumbers phoneNumbers: [String]
  ) -> [CKUserIdentityLookupInfo] {
    phoneNumbers.map { CKUserIdentityLookupInfo(phoneNumber: $0) }
  }

  public class func lookupInfos(with recordIDs: [CKRecordID]) -> [CKUserIdentityLookupInfo] {
    recordIDs.map { CKUserIdentityLookupInfo(userRecordID: $0) }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKUserIdentityLookupInfo else { return false }
    return emailAddress == other.emailAddress && phoneNumber == other.phoneNumber
      && userRecordID == other.userRecordID
  }

  public override var hash: Int {
    emailAddress?.hashValue ?? phoneNumber?.hashValue ?? userRecordID?.hash ?? 0
  }

  public override var description: String {
    "<CKUserIdentityLookupInfo: "
      + "\(emailAddress ?? phoneNumber ?? userRecordID?.recordName ?? "nil")>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    emailAddress = archive.string("EmailAddress")
    phoneNumber = archive.string("PhoneNumber")
    userRecordID = archive.object("RecordID")
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: emailAddress, forKey: "EmailAddress")
    coder.encode(text: phoneNumber, forKey: "PhoneNumber")
    coder.encode(userRecordID, forKey: "RecordID")
  }
}
