package import MockCloudCore

// What the module MockCloudKit uses.

extension CKRecord {
  /// The record for seeding: with all its values, as if it were new.
  package func seedDraft(by requester: Requester) throws(CKError) -> RecordDraft {
    if let key = values.keysWithoutFile().first {
      throw CKError(unsendable: "field '\(key)' of \(recordID.recordName): the asset has no file")
    }
    var draft = try draft(allKeys: true, by: requester)
    draft.recordChangeTag = nil
    return draft
  }
}

extension CKDatabase {
  /// Returns the type of a stored record, without a call of the service; nil if there is none.
  package func storedType(of recordID: CKRecordID) -> String? {
    let versions = try? connection.reachable().cloud.storedVersions(
      of: [recordID.inCore], as: connection.caller)
    return versions?.first?.map { $0.recordType.text }
  }
}

extension AccountStatus {
  package init(_ status: CKAccountStatus) {
    switch status {
    case .couldNotDetermine: self = .couldNotDetermine
    case .available: self = .available
    case .restricted: self = .restricted
    case .noAccount: self = .noAccount
    case .temporarilyUnavailable: self = .temporarilyUnavailable
    }
  }
}
