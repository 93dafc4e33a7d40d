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
  /// The number of edits of a deletion: that of an object is greater.
  private static let deletion = 0

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
      self.begin(Progress(), completion)
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

  /// How far a synchronisation is.
  private struct Progress: Sendable {
    /// The number of attempts before, without those that the service has refused.
    var attempt = 0
    var refusals = Refusals<String>()
    /// The number of changes in a request while one of them is looked for that the service refuses.
    var size = Int.max

    /// Leaves out what the service has refused. If it was a request with several changes, the next ones
    /// have half as many.
    mutating func leaveOut(_ refused: [SyncRound.Refused]) {
      for (changes, error) in refused {
        size = changes.count > 1 ? changes.count / 2 : .max
        if changes.count == 1 { refusals.add(changes[0].name, changes[0].edits, error) }
      }
    }
  }

  private func begin(
    _ progress: Progress, _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let round = SyncRound()
    let operations: [CKDatabaseOperation]
    do {
      operations =
        (store.isSetUp ? [] : setUp(round)) + (try uploads(progress, round)) + [download(round)]
    } catch {
      return completion(error)
    }
    let end = BlockOperation { self.end(round, progress, completion) }
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
    _ round: SyncRound, _ former: Progress,
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    // What was refused is sent again by the next synchronisation.
    guard let error = round.error else { return completion(former.refusals.error) }
    var progress = former
    progress.leaveOut(round.refused)
    if round.refused.isEmpty { progress.attempt += 1 }
    var seconds: TimeInterval = 0
    for cause in error.inCloudKit.causes {
      switch cause.recovery(after: former.attempt) {
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
    guard progress.attempt < Self.attempts else { return completion(error) }
    wait(seconds) { [progress] in self.begin(progress, completion) }
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
  private func uploads(
    _ progress: Progress, _ round: SyncRound
  ) throws -> [CKDatabaseOperation] {
    var (saves, deletions) = store.pending
    saves.removeAll { progress.refusals.contain($0.name, $0.object.edits) }
    deletions.removeAll { progress.refusals.contain($0, Self.deletion) }
    let size = min(lock.withLock { batchSize }, progress.size)
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
    let changes =
      records.map { (name: $0.recordID.recordName, edits: edits[$0.recordID.recordName] ?? 0) }
      + deleted.map { (name: $0.recordName, edits: Self.deletion) }
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
      case .failure(let error as CKError) where error.code == .invalidArguments:
        // It would be refused again, and must not stop the others.
        round.refuse(changes.filter { $0.name == name }, error)
      case .failure: break  // In the result of the operation.
      }
    }
    operation.perRecordDeleteBlock = { [store] recordID, result in
      switch result {
      case .success: store.noteDeleted(recordID.recordName)
      case .failure(let error as CKError) where error.code == .invalidArguments:
        round.refuse(changes.filter { $0.name == recordID.recordName }, error)
      case .failure: break
      }
    }
    operation.modifyRecordsResultBlock = { result in
      if case .failure(let error as CKError) = result, error.code == .invalidArguments {
        round.refuse(changes, error)
      }
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
