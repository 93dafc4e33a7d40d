/// What a client has changed in a record when a request to save it is made. Later changes are those of
/// the next save.
final class SentEdits: Sendable {
  fileprivate let plain: Int
  fileprivate let encrypted: Int
  let changeTag: String?
  let parent: CKReference?
  let share: CKReference?
  fileprivate let sharing: CKShare.Sharing.Sent?

  init(_ record: CKRecord) {
    plain = record.values.edits
    encrypted = record.encrypted.edits
    (changeTag, parent, share) = record.versionAndLinks
    sharing = (record as? CKShare).map { CKShare.Sharing.Sent($0.sharing) }
  }
}

extension CKRecord {
  /// Makes this object the version of another one with the same fields, as if it had been fetched.
  package func become(_ version: CKRecord) { become(version, nil, in: nil) }

  /// Makes this object the version that was saved of it. Its fields stay those that the client has.
  ///
  /// Does nothing if a save in the same cloud has made it a later version since the request was made.
  ///
  /// - Parameter cloud: The cloud that saved it.
  func become(saved version: CKRecord, of sent: SentEdits, in cloud: ObjectIdentifier?) {
    become(version, sent, in: cloud)
  }

  private func become(_ version: CKRecord, _ sent: SentEdits?, in cloud: ObjectIdentifier?) {
    var settleSharing: (() -> Void)?
    if let own = self as? CKShare, let sharing = (version as? CKShare)?.sharing.copied() {
      settleSharing = { own.settle(as: sharing, sent: sent?.sharing) }
    }
    // Under one lock: the reports of two operations may make it two versions at the same time.
    settle(as: version.system, of: cloud, sent: sent) {
      values.settle(as: version.values, upTo: sent?.plain ?? .max)
      encrypted.settle(as: version.encrypted, upTo: sent?.encrypted ?? .max)
      settleSharing?()
    }
  }
}
