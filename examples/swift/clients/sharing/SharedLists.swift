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
    sleep: @escaping @Sendable (TimeInterval) async throws -> Void = {
      try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000))
    }
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
        try await upload(scope)
        try await download(scope)
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

  /// Sends all local changes of a database, also those that come meanwhile.
  private func upload(_ scope: CKDatabase.Scope) async throws {
    for _ in 0..<Self.attempts {
      let pending = store.pending(in: scope)
      if pending.isEmpty { return }
      // A request may concern several zones, of which each succeeds or fails as a whole.
      for batch in pending.chunks(of: Self.batchSize) { try await send(batch, scope) }
    }
    if !store.pending(in: scope).isEmpty { throw CKError(.serverRecordChanged) }
  }

  /// Sends entries in one request, or in two halves if they are too many.
  private func send(
    _ batch: ArraySlice<(id: CKRecord.ID, stored: StoredEntry)>, _ scope: CKDatabase.Scope
  ) async throws {
    do {
      let results = try await container.database(with: scope).modifyRecords(
        saving: batch.filter { !$0.stored.isDeleted }.map { $0.stored.record($0.id) },
        deleting: batch.filter(\.stored.isDeleted).map(\.id))
      try note(results, of: batch)
    } catch let error as CKError where error.code == .limitExceeded && batch.count > 1 {
      let middle = batch.startIndex + batch.count / 2
      try await send(batch[..<middle], scope)
      try await send(batch[middle...], scope)
    }
  }

  /// Stores the results of a request. Throws the first error that only a new attempt can handle.
  private func note(
    _ results: ModificationResults, of batch: ArraySlice<(id: CKRecord.ID, stored: StoredEntry)>
  ) throws {
    var failure: CKError?
    for (id, stored) in batch {
      do {
        if stored.isDeleted {
          try results.deleteResults[id]?.get()
          store.remove(id)
        } else if let saved = try results.saveResults[id]?.get(), let server = ServerEntry(saved) {
          store.noteSaved(server, edits: stored.edits)
        }
      } catch let error as CKError {
        if let error = refused(id, error) { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
  }

  /// Handles the error of an entry so that the next request can send it, or returns it.
  private func refused(_ id: CKRecord.ID, _ error: CKError) -> CKError? {
    switch error.code {
    case .serverRecordChanged:
      guard let server = error.serverRecord.flatMap({ ServerEntry($0) }) else { return error }
      store.noteConflict(server)
      return nil
    case .unknownItem, .referenceViolation:
      // The entry, or the list of an item, was deleted elsewhere. Deletions override changes.
      store.remove(id)
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
    if start == nil, scope == .shared { store.removeSharedZones(except: zoneIDs) }
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
