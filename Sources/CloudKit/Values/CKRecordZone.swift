public import Foundation

/// A zone of a database (Apple: `CKRecordZone`).
open class CKRecordZone: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public typealias ID = CKRecordZoneID

  public let zoneID: CKRecordZoneID
  /// What the zone can do; nothing before it was saved.
  public internal(set) var capabilities: Capabilities
  /// The share of the whole zone.
  public internal(set) var share: CKReference?
  /// Whether each record has a key of its own for its encrypted fields, or the zone has one. It is fixed
  /// when the zone is created.
  open var encryptionScope: EncryptionScope

  /// What a zone can do (Apple: `CKRecordZone.Capabilities`).
  public struct Capabilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its changes can be fetched.
    public static let fetchChanges = Capabilities(rawValue: 1)
    /// The changes of an operation are saved together or not at all.
    public static let atomic = Capabilities(rawValue: 2)
    /// Its records can be shared.
    public static let sharing = Capabilities(rawValue: 4)
    /// It can be shared as a whole.
    public static let zoneWideSharing = Capabilities(rawValue: 8)
  }

  /// What has a key for encrypted fields (Apple: `CKRecordZone.EncryptionScope`).
  public enum EncryptionScope: Int, Sendable {
    case perRecord
    case perZone
  }

  /// Creates a zone of the current user.
  public convenience init(zoneName: String) {
    self.init(zoneID: CKRecordZoneID(zoneName: zoneName))
  }

  public convenience init(zoneID: CKRecordZoneID) { self.init(zoneID: zoneID, capabilities: []) }

  init(zoneID: CKRecordZoneID, capabilities: Capabilities, share: CKReference? = nil) {
    self.zoneID = zoneID
    self.capabilities = capabilities
    self.share = share
    encryptionScope = .perRecord
    super.init()
  }

  /// The default zone of the current user.
  open class func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

  open override var description: String {
    "<CKRecordZone: zoneID=\(zoneID.zoneName):\(zoneID.ownerName), "
      + "capabilities=\(capabilities.rawValue)>"
  }

  // MARK: Copies and archives

  open override func copy() -> Any { copy(with: nil) }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKRecordZone(zoneID: zoneID, capabilities: capabilities, share: share)
    copy.encryptionScope = encryptionScope
    return copy
  }

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let zoneID = archive.object("ZoneID", CKRecordZoneID.self) else { return nil }
    self.zoneID = zoneID
    capabilities = Capabilities(rawValue: UInt(clamping: archive.integer("Capabilities") ?? 0))
    share = archive.object("ShareReference")
    encryptionScope =
      EncryptionScope(rawValue: archive.integer("EncryptionScope") ?? 0) ?? .perRecord
    guard archive.isSound else { return nil }
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(zoneID, forKey: "ZoneID")
    coder.encode(Int(clamping: capabilities.rawValue), forKey: "Capabilities")
    coder.encode(share, forKey: "ShareReference")
    coder.encode(encryptionScope.rawValue, forKey: "EncryptionScope")
  }
}
