import CloudKit

/// Synchronises a user's lists, and those that others share with them: the same code for the private
/// and the shared database.
///
/// An entry is saved only if it is unchanged on the server: after a conflict the changed values are set
/// into the server's version, and saved again.
class SharedLists: @unchecked Sendable {
  /// The zone of the user's own lists. Only zones that an app creates can be shared.
  let ownZone = CKRecordZone.ID(zoneName: "Lists")
  let container: CKContainer
  let store: ListStore
  private let sleep: @Sendable (TimeInterval) async throws -> Void
  static let attempts = 6
  /// The number of records that the service documents for a request. It may accept fewer.
  private static let batchSize = 400

  /// - Parameter sleep: Waits for some seconds; tests replace it.
  init(
    _ container: CKContainer, _ store: ListStore,
    sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.wait($0) }
  ) {
    self.container = container
    self.store = store
    self.sleep = sleep
  }

  /// Sends the local changes, and fetches those of other devices and users. Throws if it did not
  /// succeed: the app synchronises again later. One synchronisation runs at a time.
  func sync() async throws {
    guard try await container.accountStatus() == .available else {
      throw CKError(.notAuthenticated)
    }
    for scope in [CKDatabase.Scope.private, .shared] {
      try await retry(in: scope) {
        if !store.isSetUp { try await setUp() }
        let refusals = try await upload(scope)
        try await download(scope)
        try refusals.throwError()
      }
    }
  }

  // MARK: Errors

  /// Runs `body` until it succeeds, and handles its errors. Throws if that cannot help, or does not
  /// help in some attempts.
  func retry<R>(in scope: CKDatabase.Scope, _ body: () async throws -> R) async throws -> R {
    var last = CKError(.serviceUnavailable)
    for attempt in 0..<Self.attempts {
      do {
        return try await body()
      } catch let error as CKError {
        last = error
        let seconds = try recover(from: error, attempt, scope)
        if attempt + 1 < Self.attempts { try await sleep(seconds) }
      }
    }
    throw last
  }

  /// Handles an error so that the next attempt can succeed, and returns the seconds to wait, or throws
  /// the error.
  private func recover(
    from error: CKError, _ attempt: Int, _ scope: CKDatabase.Scope
  ) throws -> TimeInterval {
    var seconds: TimeInterval = 0
    for cause in error.causes {
      switch (cause.recovery(after: attempt), scope) {
      case (.wait(let time), _): seconds = max(seconds, time)
      case (.readAgain, _): store.readAgain(scope)
      case (.setUp, .private): store.forgetServer(ownZone)
      case (.purge, .private):
        store.removeZone(ownZone)
        store.readAgain(.private)
      // A zone of another user that is gone, or shared no longer: the changes of the database say
      // which one it is.
      case (.setUp, _), (.purge, _): store.readAgain(scope)
      case (.split, _), (.stop, _): throw error
      }
    }
    return seconds
  }

  // MARK: Synchronising

  /// Creates the zone and the subscriptions. Creating them again has no effect.
  private func setUp() async throws {
    try await container.privateCloudDatabase.save(CKRecordZone(zoneID: ownZone))
    for scope in [CKDatabase.Scope.private, .shared] {
      let subscription = CKDatabaseSubscription(subscriptionID: "lists-\(scope.rawValue)")
      let info = CKSubscription.NotificationInfo()
      info.shouldSendContentAvailable = true
      subscription.notificationInfo = info
      try await container.database(with: scope).save(subscription)
    }
    store.noteSetUp()
  }

  private typealias Batch = ArraySlice<(id: CKRecord.ID, stored: StoredEntry)>
  private typealias EntryRefusals = Refusals<CKRecord.ID>

  /// Sends all local changes of a database, also those that come meanwhile. Returns those that the
  /// service has refused.
  private func upload(_ scope: CKDatabase.Scope) async throws -> EntryRefusals {
    var refusals = EntryRefusals()
    func pending() -> [(id: CKRecord.ID, stored: StoredEntry)] {
      store.pending(in: scope).filter { !refusals.contain($0.id, $0.stored.edits) }
    }
    for _ in 0..<Self.attempts {
      let entries = pending()
      if entries.isEmpty { return refusals }
      // A request may concern several zones, of which each succeeds or fails as a whole.
      for batch in entries.chunks(of: Self.batchSize) { try await send(batch, scope, &refusals) }
    }
    if !pending().isEmpty { throw CKError(.serverRecordChanged) }
    return refusals
  }

  /// Sends entries in one request, or in two halves if they are too many, or if the service refuses the
  /// request for one of them.
  private func send(
    _ batch: Batch, _ scope: CKDatabase.Scope, _ refusals: inout EntryRefusals
  ) async throws {
    do {
      let results = try await container.database(with: scope).modifyRecords(
        saving: batch.filter { !$0.stored.isDeleted }.map { $0.stored.record($0.id) },
        deleting: batch.filter(\.stored.isDeleted).map(\.id))
      try note(results, of: batch, &refusals)
    } catch let error as CKError where error.isOfBatch && batch.count > 1 {
      let middle = batch.startIndex + batch.count / 2
      try await send(batch[..<middle], scope, &refusals)
      try await send(batch[middle...], scope, &refusals)
    } catch let error as CKError where error.code == .invalidArguments {
      for (id, stored) in batch { refusals.add(id, stored.edits, error) }
    }
  }

  /// Stores the results of a request. Throws the first error that only a new attempt can handle.
  private func note(
    _ results: ModificationResults, of batch: Batch, _ refusals: inout EntryRefusals
  ) throws {
    var failure: CKError?
    for (id, stored) in batch {
      do {
        if stored.isDeleted {
          try results.deleteResults[id]?.get()
          store.noteDeleted(id, edits: stored.edits)
        } else if let saved = try results.saveResults[id]?.get(), let server = ServerEntry(saved) {
          store.noteSaved(server, edits: stored.edits)
        }
      } catch let error as CKError where error.code == .invalidArguments {
        // It would be refused again, and must not stop the others.
        refusals.add(id, stored.edits, error)
      } catch let error as CKError {
        if let error = refused(id, stored, error) { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
  }

  /// Handles the error of an entry so that the next request can send it, or returns it.
  private func refused(
    _ id: CKRecord.ID, _ stored: StoredEntry, _ error: CKError
  ) -> CKError? {
    switch error.code {
    case .serverRecordChanged:
      guard let server = error.serverRecord.flatMap({ ServerEntry($0) }) else { return error }
      store.noteConflict(server)
      return nil
    case .referenceViolation where stored.isDeleted:
      // Other records refer to the list: the server has not deleted it, and it is fetched again.
      store.remove(id)
      store.readAgain(id.zoneID.isShared ? .shared : .private)
      return nil
    case .unknownItem, .referenceViolation:
      // The entry, or the list of an item, was deleted elsewhere. Deletions override changes.
      if stored.isDeleted { store.noteDeleted(id, edits: stored.edits) } else { store.remove(id) }
      return nil
    case .permissionFailure where id.zoneID.isShared, .zoneNotFound where id.zoneID.isShared:
      // The list is not shared any more, or only for reading. What the user wrote there since is lost;
      // what they may see is fetched again.
      store.remove(id)
      store.readAgain(.shared)
      return nil
    case .batchRequestFailed: return nil
    default: return error
    }
  }

  /// Fetches the zones that have changed, and then the changes of each. The token of the database is
  /// stored at the end: after an error, the same zones are fetched again.
  func download(_ scope: CKDatabase.Scope) async throws {
    let database = container.database(with: scope)
    let start = store.databaseToken(scope)
    var token = start
    var zoneIDs: Set<CKRecordZone.ID> = []
    var isComplete = false
    while !isComplete {
      let page = try await database.databaseChanges(since: token)
      for deletion in page.deletions { store.removeZone(deletion.zoneID) }
      for zone in page.modifications {
        try await download(zone.zoneID, from: database)
        zoneIDs.insert(zone.zoneID)
      }
      token = page.changeToken
      isComplete = !page.moreComing
    }
    // From the beginning, deletions are not reported: zones that were not listed are gone.
    if start == nil { store.removeZones(in: scope, except: zoneIDs) }
    store.setDatabaseToken(token, scope)
  }

  /// Fetches the changes of a zone page by page, and stores each page together with its token.
  func download(_ zoneID: CKRecordZone.ID, from database: CKDatabase) async throws {
    var isComplete = false
    while !isComplete {
      let page = try await database.recordZoneChanges(
        inZoneWith: zoneID, since: store.token(of: zoneID))
      // A record that could not be fetched fails the page, which is fetched again.
      let changed = try page.modificationResultsByID.values.compactMap {
        ServerEntry(try $0.get().record)
      }
      store.apply(
        changed, deleted: page.deletions.map(\.recordID), of: zoneID, token: page.changeToken)
      isComplete = !page.moreComing
    }
    store.noteComplete(zoneID)
  }
}
