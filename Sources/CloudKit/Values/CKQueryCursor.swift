public import Foundation

/// The position after a page of a query's results (Apple: `CKQueryOperation.Cursor`).
///
/// It has the query, so that a client continues with it alone. Equal cursors have the same data,
/// which only the service understands.
public final class CKQueryCursor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// What the service made.
  public let data: Data
  /// The zone of the query; nil if it searches all zones.
  let zoneID: CKRecordZoneID?
  /// The query; nil in a cursor that another framework archived.
  let query: CKQuery?

  init(data: Data, zoneID: CKRecordZoneID?, query: CKQuery?) {
    self.data = data
    self.zoneID = zoneID
    // The client may change its query later.
    self.query = query.map { $0.copy() as? CKQuery ?? $0 }
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKQueryCursor else { return false }
    return data == other.data && zoneID == other.zoneID
  }

  public override var hash: Int { data.hashValue }

  public override var description: String {
    "<CKQueryCursor: data=\(data.base64EncodedString())>"
  }

  public override func copy() -> Any { self }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    // The service would read an empty cursor as none.
    guard let data = archive.data("CursorData"), !data.isEmpty else { return nil }
    self.data = data
    zoneID = archive.object("ZoneID")
    query = archive.object("Query")
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(data as NSData, forKey: "CursorData")
    coder.encode(zoneID, forKey: "ZoneID")
    coder.encode(query, forKey: "Query")
  }
}
