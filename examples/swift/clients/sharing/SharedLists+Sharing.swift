import CloudKit

// What the user does with shares. Each method throws if it did not succeed: the app shows the error,
// and the user tries again.
extension SharedLists {
  /// Shares a list with a person, and returns the link to send to them.
  func share(_ list: CKRecord.ID, withEmailAddress address: String) async throws -> URL {
    try await sync()
    return try await retry(in: .private) {
      let person = try await container.shareParticipant(forEmailAddress: address)
      person.permission = .readWrite
      for _ in 0..<Self.attempts {
        do {
          return try await invite(person, to: list)
        } catch let error as CKError where error.code == .serverRecordChanged {
          // Another device has shared the list, or somebody has accepted meanwhile.
          continue
        }
      }
      throw CKError(.serverRecordChanged)
    }
  }

  private func invite(
    _ person: CKShare.Participant, to list: CKRecord.ID
  ) async throws -> URL {
    let database = container.privateCloudDatabase
    let root = try await database.record(for: list)
    let share = try await currentShare(of: root) ?? newShare(of: root)
    share.addParticipant(person)
    // A new share is saved together with its root.
    let records = share.recordChangeTag == nil ? [root, share] : [share]
    let (results, _) = try await database.modifyRecords(saving: records, deleting: [])
    for result in results.values { try result.throwFailure() }
    guard let saved = try results[share.recordID]?.get() as? CKShare, let url = saved.url else {
      throw CKError(.internalError)
    }
    if let root = try results[list]?.get(), let server = ServerEntry(root) {
      store.noteConflict(server)
    }
    store.setShareID(share.recordID, of: list)
    return url
  }

  private func newShare(of root: CKRecord) -> CKShare {
    // A name of its own, so that two devices do not make two shares.
    let shareID = CKRecord.ID(
      recordName: "share-\(root.recordID.recordName)", zoneID: root.recordID.zoneID)
    let share = CKShare(rootRecord: root, shareID: shareID)
    share[CKShare.SystemFieldKey.title] = root["title"] as? String
    return share
  }

  private func currentShare(of root: CKRecord) async throws -> CKShare? {
    guard let shareID = root.share?.recordID else { return nil }
    do {
      return try await container.privateCloudDatabase.record(for: shareID) as? CKShare
    } catch let error as CKError where error.code == .unknownItem {
      return nil
    }
  }

  /// Accepts an invitation, and fetches the list. An app gets the link, or the metadata, from the
  /// system.
  func accept(_ url: URL) async throws {
    try await retry(in: .shared) {
      let metadata = try await container.shareMetadata(for: url)
      if metadata.participantRole == .owner { return }
      if metadata.participantStatus != .accepted { try await container.accept(metadata) }
    }
    try await sync()
  }

  /// Leaves a list that another user shares: the participant deletes the share, and only their own
  /// access ends.
  func leave(_ list: CKRecord.ID) async throws {
    guard list.zoneID.isShared, let shareID = store.shareID(of: list) else { return }
    try await deleteShare(shareID, in: .shared)
    store.remove(list)
    // What is left in the zone is fetched again.
    store.readAgain(.shared)
  }

  /// Stops sharing a list of the user.
  func stopSharing(_ list: CKRecord.ID) async throws {
    guard !list.zoneID.isShared, let shareID = store.shareID(of: list) else { return }
    try await deleteShare(shareID, in: .private)
    store.setShareID(nil, of: list)
  }

  private func deleteShare(_ shareID: CKRecord.ID, in scope: CKDatabase.Scope) async throws {
    try await retry(in: scope) {
      do {
        try await container.database(with: scope).deleteRecord(withID: shareID)
      } catch let error as CKError where error.isGone {
        return  // An attempt before, whose response was lost, or somebody else has done it.
      }
    }
  }
}

extension CKError {
  /// Whether the record or its zone does not exist any more.
  fileprivate var isGone: Bool {
    code == .unknownItem || code == .zoneNotFound || code == .permissionFailure
  }
}

extension Result {
  fileprivate func throwFailure() throws(Failure) { _ = try get() }
}
