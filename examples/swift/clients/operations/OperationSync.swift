import CloudKit

/// Synchronises the objects of an app with a zone of the private database by operations, which run in
/// a queue of its own and depend on each other: set-up, uploads, and then the changes of others.
///
/// A value is saved whatever the server has (`changedKeys`), so that the last one that arrives counts.
class OperationSync: @unchecked Sendable {
  static let subscriptionID = "objects"

  let zoneID = CKRecordZone.ID(zoneName: "Objects")
  private let container: CKContainer
  private let database: CKDatabase
  private let store: ObjectStore
  private let wait: (TimeInterval, @escaping @Sendable () -> Void) -> Void
  private let queue = OperationQueue()
  /// Guards `batchSize`.
  private let lock = NSLock()
  /// The maximum number of records in a request. The service may accept fewer than it documents.
  private var batchSize = 400
  private static let attempts = 6

  /// - Parameter wait: Calls its second argument after a time; tests replace it.
  init(
    _ container: CKContainer, _ store: ObjectStore,
    wait: @escaping (TimeInterval, @escaping @Sendable () -> Void) -> Void = { seconds, body in
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds.asWait, execute: body)
    }
  ) {
    self.container = container
    database = container.privateCloudDatabase
    self.store = store
    self.wait = wait
  }

  /// Sends the local changes, and fetches those of other devices.
  ///
  /// - Parameter completion: Gets the error if it did not succeed: the app synchronises again later.
  func sync(completion: @escaping @Sendable ((any Error)?) -> Void) {
    container.accountStatus { status, error in
      guard status == .available else { return completion(error ?? CKError(.notAuthenticated)) }
      self.begin(attempt: 0, completion)
    }
  }

  /// Synchronises if a push is about a change of the objects. Returns whether it is.
  func handlePush(
    _ userInfo: [AnyHashable: Any], completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> Bool {
    let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
    guard notification?.subscriptionID == Self.subscriptionID else { return false }
    sync(completion: completion)
    return true
  }

  /// Cancels what is under way: its completion gets `operationCancelled`.
  func cancel() {
    // Not the last one, which calls the completion.
    for case let operation as CKOperation in queue.operations { operation.cancel() }
  }

  // MARK: An attempt

  private func begin(attempt: Int, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
    let round = SyncRound()
    let operations: [CKDatabaseOperation]
    do {
      operations =
        (store.isSetUp ? [] : setUp(round)) + (try uploads(round)) + [download(round)]
    } catch {
      return completion(error)
    }
    let end = BlockOperation { self.end(round, attempt, completion) }
    order(operations, end)
    for operation in operations { operation.database = database }
    round.operations = operations
    queue.addOperations(operations + [end], waitUntilFinished: false)
  }

  /// Lets each operation wait for the one before, and `end` for all.
  func order(_ operations: [CKDatabaseOperation], _ end: Operation) {
    for (operation, next) in zip(operations, operations.dropFirst()) {
      next.addDependency(operation)
    }
    for operation in operations { end.addDependency(operation) }
  }

  /// Ends an attempt: handles its error, and tries again if that can help.
  private func end(
    _ round: SyncRound, _ attempt: Int, _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard let error = round.error else { return completion(nil) }
    var seconds: TimeInterval = 0
    for cause in error.inCloudKit.causes {
      switch cause.recovery(after: attempt) {
      case .wait(let time): seconds = max(seconds, time)
      case .split:
        guard splitBatches() else { return completion(error) }
      case .readAgain: store.readAgain()
      case .setUp: store.forgetServer()
      case .purge: store.purge()
      case .stop where round.hasHandled(cause): break
      case .stop: return completion(error)
      }
    }
    guard attempt + 1 < Self.attempts else { return completion(error) }
    wait(seconds) { self.begin(attempt: attempt + 1, completion) }
  }

  /// Lets the next requests have half as many records. Returns whether that is possible.
  private func splitBatches() -> Bool {
    let (saves, deletions) = store.pending
    return lock.withLock {
      let size = min(batchSize, max(saves.count, deletions.count))
      if size > 1 { batchSize = size / 2 }
      return size > 1
    }
  }

  // MARK: Operations

  /// Creates the zone, and then the subscription. Creating them again has no effect.
  private func setUp(_ round: SyncRound) -> [CKDatabaseOperation] {
    let zone = CKModifyRecordZonesOperation(
      recordZonesToSave: [CKRecordZone(zoneID: zoneID)], recordZoneIDsToDelete: nil)
    zone.modifyRecordZonesResultBlock = { round.note($0) }

    let subscription = CKRecordZoneSubscription(
      zoneID: zoneID, subscriptionID: Self.subscriptionID)
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    let subscribe = CKModifySubscriptionsOperation(
      subscriptionsToSave: [subscription], subscriptionIDsToDelete: nil)
    subscribe.modifySubscriptionsResultBlock = { [store] result in
      round.note(result)
      if case .success = result { store.noteSetUp() }
    }
    return [zone, subscribe]
  }

  /// Deletes what was deleted, and saves changed objects, in as many requests as needed. An object may be
  /// written again after its deletion.
  private func uploads(_ round: SyncRound) throws -> [CKDatabaseOperation] {
    let (saves, deletions) = store.pending
    let size = lock.withLock { batchSize }
    let files = UploadFolder()
    var uploads = deletions.chunks(of: size).map { batch in
      upload(
        [], batch.map { CKRecord.ID(recordName: $0, zoneID: zoneID) }, [:], files, round)
    }
    for batch in saves.chunks(of: size) {
      let records = try batch.map { try $0.object.record($0.name, in: zoneID, files: files) }
      let edits = Dictionary(
        batch.map { ($0.name, $0.object.edits) }, uniquingKeysWith: { $1 })
      uploads.append(upload(records, [], edits, files, round))
    }
    return uploads
  }

  private func upload(
    _ records: [CKRecord], _ deleted: [CKRecord.ID], _ edits: [String: Int],
    _ files: UploadFolder, _ round: SyncRound
  ) -> CKDatabaseOperation {
    let operation = CKModifyRecordsOperation(
      recordsToSave: records, recordIDsToDelete: deleted)
    operation.savePolicy = .changedKeys
    operation.isAtomic = true
    operation.perRecordSaveBlock = { [store] recordID, result in
      let name = recordID.recordName
      switch result {
      case .success(let record): store.noteSaved(ServerObject(record), edits: edits[name] ?? 0)
      case .failure(let error as CKError) where error.code == .referenceViolation:
        // Its owner was deleted on another device. The object stays, without an owner.
        store.removeOwners(of: name)
        round.noteHandled(.referenceViolation)
      case .failure: break  // In the result of the operation.
      }
    }
    operation.perRecordDeleteBlock = { [store] recordID, result in
      if case .success = result { store.noteDeleted(recordID.recordName) }
    }
    operation.modifyRecordsResultBlock = { result in
      round.note(result)
      withExtendedLifetime(files) {}
    }
    return operation
  }

  /// Fetches the changes page by page, and stores each page together with its token.
  private func download(_ round: SyncRound) -> CKDatabaseOperation {
    let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
    configuration.previousServerChangeToken = store.token
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: configuration])
    // The blocks are called one after the other.
    var page = ObjectPage()
    var isWhole = true
    operation.recordWasChangedBlock = { _, result in
      switch result {
      case .success(let record): page.changed.append(ServerObject(record))
      case .failure(let error):
        // The page is fetched again.
        isWhole = false
        round.fail(error)
      }
    }
    operation.recordWithIDWasDeletedBlock = { recordID, _ in
      page.deleted.append(recordID.recordName)
    }
    operation.recordZoneChangeTokensUpdatedBlock = { [store] _, token, _ in
      guard isWhole, let token else { return }
      store.apply(page, token: token)
      page = ObjectPage()
    }
    operation.recordZoneFetchResultBlock = { [store] _, result in
      guard isWhole else { return }
      switch result {
      case .success(let end):
        store.apply(page, token: end.serverChangeToken)
        if !end.moreComing { store.noteComplete() }
      case .failure(let error): round.fail(error)
      }
    }
    operation.fetchRecordZoneChangesResultBlock = { round.note($0) }
    return operation
  }
}

/// One attempt: its operations, and its first error.
final class SyncRound: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: (error: (any Error)?, operations: [Operation]) = (nil, [])
  private var handled: Set<CKError.Code> = []

  var error: (any Error)? { lock.withLock { stored.error } }

  var operations: [Operation] {
    get { lock.withLock { stored.operations } }
    set { lock.withLock { stored.operations = newValue } }
  }

  func note(_ result: Result<Void, any Error>) {
    if case .failure(let error) = result { fail(error) }
  }

  /// Notes an error and cancels the other operations, which then end with `operationCancelled`.
  func fail(_ error: any Error) {
    let operations = lock.withLock {
      guard stored.error == nil else { return [Operation]() }
      stored.error = error
      return stored.operations
    }
    for operation in operations { operation.cancel() }
  }

  /// Notes that the errors of records with a code were handled.
  func noteHandled(_ code: CKError.Code) { lock.withLock { _ = handled.insert(code) } }

  func hasHandled(_ error: CKError) -> Bool { lock.withLock { handled.contains(error.code) } }
}
