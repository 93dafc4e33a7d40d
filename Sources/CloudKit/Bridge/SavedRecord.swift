internal import Foundation

/// What a client has changed in a record when a request to save it is made. Later changes are those of
/// the next save.
struct SentEdits {
  fileprivate let plain: Int
  fileprivate let encrypted: Int
  fileprivate let links: CKRecord.SystemFields.Links
  fileprivate let sharing: Int?

  init(_ record: CKRecord) {
    plain = record.values.edits
    encrypted = record.encrypted.edits
    links = record.links
    sharing = (record as? CKShare)?.sharing.edits
  }
}

extension CKRecord {
  /// Makes this object the version of another one with the same fields, as if it had been fetched.
  package func become(_ version: CKRecord) { become(version, sent: nil) }

  /// Makes this object the version that was saved of it. Its fields stay those that the client has.
  ///
  /// Does nothing if it is a later version: that was saved meanwhile.
  func become(saved version: CKRecord, of sent: SentEdits) {
    if let current = modificationDate, let saved = version.modificationDate, current > saved {
      return
    }
    become(version, sent: sent)
  }

  private func become(_ version: CKRecord, sent: SentEdits?) {
    settle(as: version.system, sent: sent?.links)
    values.settle(as: version.values, upTo: sent?.plain ?? .max)
    encrypted.settle(as: version.encrypted, upTo: sent?.encrypted ?? .max)
    if let share = self as? CKShare, let version = version as? CKShare {
      share.settle(as: version, upTo: sent?.sharing ?? .max)
    }
  }
}
