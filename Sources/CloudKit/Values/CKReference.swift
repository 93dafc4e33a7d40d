public import Foundation

/// A reference from one record to another (Apple: `CKRecord.Reference`).
///
/// Equal references refer to the same record with the same action.
public final class CKReference: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public typealias Action = CKRecord.ReferenceAction

  /// The record that is referred to.
  public let recordID: CKRecordID
  /// What happens to the referring record if the other is deleted.
  public let action: CKRecord.ReferenceAction

  public init(recordID: CKRecordID, action: CKRecord.ReferenceAction) {
    self.recordID = recordID
    self.action = action
    super.init()
  }

  public convenience init(record: CKRecord, action: CKRecord.ReferenceAction) {
    self.init(recordID: record.recordID, action: action)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKReference else { return false }
    return action == other.action && recordID.isEqual(other.recordID)
  }

  public override var hash: Int { recordID.hash }

  public override var description: String { "<CKReference: recordID=\(recordID)>" }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let recordID = archive.object("RecordID", CKRecordID.self), archive.isSound,
      let action = CKRecord.ReferenceAction(
        rawValue: UInt(clamping: archive.integer("ReferenceAction") ?? 0))
    else { return nil }
    self.recordID = recordID
    self.action = action
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(recordID, forKey: "RecordID")
    coder.encode(Int(action.rawValue), forKey: "ReferenceAction")
  }
}
