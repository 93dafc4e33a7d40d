import CloudKit

/// Synchronises the notes of an SQLite database with a zone of the private database, with `async`
/// methods.
///
/// A note is saved only if it is unchanged on the server (`ifServerRecordUnchanged`): after a conflict
/// the changed fields are set into the server's version, and saved again.
actor SQLiteSync {
  static let subscriptionID = "notes"

  let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private let container: CKContainer
  private let database: CKDatabase
  private let store: NoteDatabase
  private let sleep: @Sendable (TimeInterval) async throws -> Void
  /// The last synchronisation that began.
  private var current: Task<Void, any Error>?
  private static let attempts = 6
  /// The number of records that the service documents for a request. It may accept fewer.
  private static let batchSize = 400

  /// - Parameter sleep: Waits for some seconds; tests replace it.
  init(
    _ container: CKContainer, _ store: NoteDatabase,
    sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.wait($0) }
  ) {
    self.container = container
    database = container.privateCloudDatabase
    self.store = store
    self.sleep = sleep
  }

  /// Sends the local changes, and fetches those of other devices, after the synchronisation that is
  /// under way.
  ///
  /// Throws if it did not succeed: the app synchronises again later.
  func sync() async throws {
    let former = current
    let task = Task {
      _ = await former?.result
      try await attempt()
    }
    current = task
    try await task.value
  }

  /// Synchronises if a push is about a change of the notes. Returns whether it is.
  @discardableResult
  func handlePush(_ notification: CKNotification) async throws -> Bool {
    guard notification.subscriptionID == Self.subscriptionID else { return false }
    try await sync()
    return true
  }

  // MARK: Attempts

  private func attempt() async throws {
    guard try await container.accountStatus() == .available else {
      throw CKError(.notAuthenticated)
    }
    for attempt in 0..<Self.attempts {
      do {
        try await setUp()
        let refusals = try await upload()
        try await download()
        return try refusals.throwError()
      } catch let error as CKError {
        try await recover(from: error, attempt)
      }
    }
    throw CKError(.serviceUnavailable)
  }

  /// Handles an error so that the next attempt can succeed, or throws it.
  private func recover(from error: CKError, _ attempt: Int) async throws {
    var seconds: TimeInterval = 0
    for cause in error.causes {
      switch cause.recovery(after: attempt) {
      case .wait(let time): seconds = max(seconds, time)
      case .readAgain: try store.readAgain()
      case .setUp: try store.forgetServer()
      case .purge: try store.purge()
      case .split, .stop: throw error
      }
    }
    if attempt + 1 < Self.attempts { try await sleep(seconds) }
  }

  /// Creates zone and subscription once. Creating them again has no effect.
  private func setUp() async throws {
    if try store.isSetUp() { return }
    try await database.save(CKRecordZone(zoneID: zoneID))
    let subscription = CKRecordZoneSubscription(
      zoneID: zoneID, subscriptionID: Self.subscriptionID)
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    try await database.save(subscription)
    try store.noteSetUp()
  }

  // MARK: Uploads

  private typealias NoteRefusals = Refusals<String>

  /// Sends all local changes, also those that come meanwhile. Returns those that the service has
  /// refused.
  private func upload() async throws -> NoteRefusals {
    var refusals = NoteRefusals()
    func pending() throws -> [NoteUpload] {
      try store.pending().filter { !refusals.contain($0.note.name, $0.edits) }
    }
    for _ in 0..<Self.attempts {
      let uploads = try pending()
      if uploads.isEmpty { return refusals }
      for batch in uploads.chunks(of: Self.batchSize) { try await send(batch, &refusals) }
    }
    // Others save the same notes again and again.
    if try !pending().isEmpty { throw CKError(.serverRecordChanged) }
    return refusals
  }

  /// Sends notes in one request, or in two halves if they are too many, or if the service refuses the
  /// request for one of them.
  private func send(
    _ batch: ArraySlice<NoteUpload>, _ refusals: inout NoteRefusals
  ) async throws {
    do {
      let results = try await database.modifyRecords(
        saving: batch.filter { !$0.isDeleted }.map { $0.record(in: zoneID) },
        deleting: batch.filter(\.isDeleted).map { $0.recordID(in: zoneID) },
        savePolicy: .ifServerRecordUnchanged, atomically: true)
      try note(results, of: batch, &refusals)
    } catch let error as CKError where error.isOfBatch && batch.count > 1 {
      let middle = batch.startIndex + batch.count / 2
      try await send(batch[..<middle], &refusals)
      try await send(batch[middle...], &refusals)
    } catch let error as CKError where error.code == .invalidArguments {
      for upload in batch { refusals.add(upload.note.name, upload.edits, error) }
    }
  }

  /// Stores the results of a request. Throws the first error that only a new attempt can handle.
  private func note(
    _ results: ModificationResults, of batch: ArraySlice<NoteUpload>,
    _ refusals: inout NoteRefusals
  ) throws {
    var failure: CKError?
    for upload in batch {
      let recordID = upload.recordID(in: zoneID)
      do {
        if upload.isDeleted {
          try results.deleteResults[recordID]?.get()
          try store.noteDeleted(upload)
        } else if let saved = try results.saveResults[recordID]?.get() {
          try store.noteSaved(upload, as: ServerNote(saved))
        }
      } catch let error as CKError where error.code == .invalidArguments {
        // It would be refused again, and must not stop the others.
        refusals.add(upload.note.name, upload.edits, error)
      } catch let error as CKError {
        if let error = try refused(upload, error) { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
  }

  /// Handles the error of a note so that the next request can send it, or returns it.
  private func refused(_ upload: NoteUpload, _ error: CKError) throws -> CKError? {
    switch error.code {
    case .serverRecordChanged:
      guard let server = error.serverRecord else { return error }
      try store.noteConflict(ServerNote(server))
      return nil
    case .unknownItem:
      // The note was deleted on another device. Deletions override changes.
      if upload.isDeleted {
        try store.noteDeleted(upload)
      } else {
        try store.remove(upload.note.name)
      }
      return nil
    case .batchRequestFailed: return nil
    default: return error
    }
  }

  // MARK: Downloads

  /// Fetches the changes page by page, and stores each page together with its token.
  private func download() async throws {
    var isComplete = false
    while !isComplete {
      let page = try await database.recordZoneChanges(
        inZoneWith: zoneID, since: try store.token())
      // A record that could not be fetched fails the page, which is fetched again.
      let changed = try page.modificationResultsByID.values.map { ServerNote(try $0.get().record) }
      try store.apply(
        changed, deleted: page.deletions.map(\.recordID.recordName), token: page.changeToken)
      isComplete = !page.moreComing
    }
    try store.noteComplete()
  }
}
