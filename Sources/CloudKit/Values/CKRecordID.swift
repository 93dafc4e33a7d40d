public import Foundation

/// The name of a record and the zone that it is in (Apple: `CKRecord.ID`).
///
/// Equal IDs have the same name, compared by its bytes, and equal zones.
public final class CKRecordID: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let recordName: String
  public let zoneID: CKRecordZoneID

  /// Creates an ID, by default with a new name. The service refuses names that are empty or too
  /// long.
  public init(recordName: String = UUID().uuidString, zoneID: CKRecordZoneID = .default) {
    self.recordName = recordName
    self.zoneID = zoneID
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordID else { return false }
    return recordName.hasBytes(of: other.recordName) && zoneID.isEqual(other.zoneID)
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(recordName)
    hasher.combine(zoneID.hash)
    return hasher.finalize()
  }

  public override var description: String {
    "<CKRecordID: recordName=\(recordName), zoneID=\(zoneID.zoneName):\(zoneID.ownerName)>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let recordName = archive.string("RecordName"),
      let zoneID = archive.object("ZoneID", CKRecordZoneID.self), archive.isSound
    else { return nil }
    self.recordName = recordName
    self.zoneID = zoneID
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: recordName, forKey: "RecordName")
    coder.encode(zoneID, forKey: "ZoneID")
  }
}
