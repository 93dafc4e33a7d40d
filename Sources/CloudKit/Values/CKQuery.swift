public import Foundation

/// A search for records of a type (Apple: `CKQuery`).
open class CKQuery: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let recordType: CKRecord.RecordType
  public let predicate: NSPredicate
  /// The order of the results; nil lets the service choose.
  @_Guarded open var sortDescriptors: [NSSortDescriptor]?

  /// Creates a query.
  ///
  /// Apple's framework raises an exception for a predicate that CloudKit does not support. Here the
  /// operation that runs the query fails with `invalidArguments`.
  public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
    self.recordType = recordType
    self.predicate = predicate
    super.init()
  }

  open override var description: String {
    "<CKQuery: recordType=\(recordType), predicate=\(ArchivedPredicate(predicate)?.text ?? "?")>"
  }

  // MARK: Copies and archives

  open override func copy() -> Any { copy(with: nil) }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuery(recordType: recordType, predicate: predicate)
    copy.sortDescriptors = sortDescriptors
    return copy
  }

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let recordType = archive.string("RecordType"),
      let predicate = archive.object("Predicate", ArchivedPredicate.self)
    else { return nil }
    self.recordType = recordType
    self.predicate = predicate.predicate
    sortDescriptors = archive.list("SortDescriptors", of: ArchivedSortDescriptor.self)?
      .map(\.descriptor)
    guard archive.isSound else { return nil }
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(text: recordType, forKey: "RecordType")
    coder.encode(ArchivedPredicate(predicate), forKey: "Predicate")
    guard let sortDescriptors else { return }
    coder.encode(
      NSArray(array: sortDescriptors.map { ArchivedSortDescriptor($0) }),
      forKey: "SortDescriptors")
  }
}
