public import Foundation

/// The name of a zone and of its owner (Apple: `CKRecordZone.ID`).
///
/// Equal IDs have the same zone name and the same owner name, compared by their bytes.
public final class CKRecordZoneID: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The name of the default zone.
  public static let defaultZoneName = "_defaultZone"
  /// The ID of the current user's default zone.
  public static let `default` = CKRecordZoneID()

  public let zoneName: String
  /// The record name of the user who owns the zone; `CKCurrentUserDefaultName` for the current user.
  public let ownerName: String

  /// Creates an ID. The service refuses names that are empty or too long.
  public init(
    zoneName: String = CKRecordZoneID.defaultZoneName,
    ownerName: String = CKCurrentUserDefaultName
  ) {
    self.zoneName = zoneName
    self.ownerName = ownerName
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZoneID else { return false }
    return zoneName.hasBytes(of: other.zoneName) && ownerName.hasBytes(of: other.ownerName)
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(zoneName)
    hasher.combine(ownerName)
    return hasher.finalize()
  }

  public override var description: String {
    "<CKRecordZoneID: zoneName=\(zoneName), ownerName=\(ownerName)>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let zoneName = archive.string("ZoneName"), let ownerName = archive.string("ownerName"),
      archive.isSound
    else { return nil }
    self.zoneName = zoneName
    self.ownerName = ownerName
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: zoneName, forKey: "ZoneName")
    coder.encode(text: ownerName, forKey: "ownerName")
  }
}

extension String {
  /// Whether both strings have the same UTF-8 bytes, where `==` would ignore different canonically
  /// equivalent spellings.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
