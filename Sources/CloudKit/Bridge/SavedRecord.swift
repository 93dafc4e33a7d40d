/// What a client has changed in a record when a request to save it is made. Later changes are those of
/// the next save.
struct SentEdits {
  fileprivate let plain: Int
  fileprivate let encrypted: Int
  fileprivate let system: CKRecord.SystemFields
  fileprivate let sharing: CKShare.Sharing.Sent?

  init(_ record: CKRecord) {
    plain = record.values.edits
    encrypted = record.encrypted.edits
    system = record.system
    sharing = (record as? CKShare).map { CKShare.Sharing.Sent($0.sharing) }
  }
}

extension CKRecord {
  /// Makes this object the version of another one with the same fields, as if it had been fetched.
  package func become(_ version: CKRecord) { become(version, version.system, sent: nil) }

  /// Makes this object the version that was saved of it. Its fields stay those that the client has.
  ///
  /// Does nothing if a save in the same cloud has made it a later version since the request was made.
  ///
  /// - Parameter cloud: The cloud that saved it.
  func become(saved version: CKRecord, of sent: SentEdits, in cloud: ObjectIdentifier?) {
    var system = version.system
    system.cloud = cloud
    become(version, system, sent: sent)
  }

  private func become(_ version: CKRecord, _ system: SystemFields, sent: SentEdits?) {
    let share = (self as? CKShare).flatMap { own in
      (version as? CKShare).map { (own, $0.sharing.copied()) }
    }
    // Under one lock: the reports of two operations may make it two versions at the same time.
    settle(as: system, sent: sent?.system) {
      values.settle(as: version.values, upTo: sent?.plain ?? .max)
      encrypted.settle(as: version.encrypted, upTo: sent?.encrypted ?? .max)
      if let (own, sharing) = share { own.settle(as: sharing, sent: sent?.sharing) }
    }
  }
}
