import CloudKit

/// Keeps a copy of a catalogue in the public database, which others write: the places of a city. A query
/// reads it page by page, and a subscription of the query tells of changes, whose records are fetched.
///
/// The operations run one after the other, so that what is read later is stored later.
class PlaceCatalogue: @unchecked Sendable {
  typealias Completion = @Sendable ((any Error)?) -> Void

  static let subscriptionID = "places"

  private let city: String
  private let container: CKContainer
  private let database: CKDatabase
  private let store: PlaceStore
  private let wait: (TimeInterval, @escaping @Sendable () -> Void) -> Void
  private let queue = OperationQueue()
  private static let attempts = 6

  /// - Parameter wait: Calls its second argument after a time; tests replace it.
  init(
    _ container: CKContainer, _ city: String, _ store: PlaceStore,
    wait: @escaping (TimeInterval, @escaping @Sendable () -> Void) -> Void = { seconds, body in
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds.asWait, execute: body)
    }
  ) {
    self.city = city
    self.container = container
    database = container.publicCloudDatabase
    self.store = store
    self.wait = wait
    queue.maxConcurrentOperationCount = 1
  }

  private var predicate: NSPredicate { NSPredicate(format: "city == %@", city) }

  /// Subscribes, unless that was done at an earlier start, and reads the catalogue.
  ///
  /// - Parameter completion: Gets the first error, when the service can be asked again. The app tries
  ///   again later.
  func start(completion: @escaping Completion) {
    subscribe { failure in self.refresh { completion(failure ?? $0) } }
  }

  /// Reads the catalogue: pushes may be lost.
  func refresh(completion: @escaping Completion) { readPage(after: nil, 0, 0, completion) }

  /// Fetches the place of which a push tells, or removes it. Returns whether it tells of one.
  func handlePush(_ userInfo: [AnyHashable: Any], completion: @escaping Completion) -> Bool {
    let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
    guard let push = notification as? CKQueryNotification,
      push.subscriptionID == Self.subscriptionID, let recordID = push.recordID
    else { return false }
    if push.queryNotificationReason == .recordDeleted {
      // After the page that is being read, which may have the place.
      queue.addOperation {
        self.store.remove(recordID.recordName)
        completion(nil)
      }
    } else {
      fetch(recordID, 0, completion)
    }
    return true
  }

  // MARK: Operations

  private func add(_ operation: CKDatabaseOperation) {
    operation.database = database
    queue.addOperation(operation)
  }

  /// Everybody can read the catalogue, but a subscription needs an account.
  private func subscribe(_ attempt: Int = 0, _ completion: @escaping Completion) {
    guard !store.isSubscribed else { return completion(nil) }
    container.accountStatus { [self] status, error in
      if let error {
        recover(from: error, attempt, completion) { self.subscribe(attempt + 1, completion) }
      } else if status == .available {
        saveSubscription(attempt, completion)
      } else {
        completion(nil)
      }
    }
  }

  /// Saves the subscription. Saving it again has no effect.
  private func saveSubscription(_ attempt: Int, _ completion: @escaping Completion) {
    let subscription = CKQuerySubscription(
      recordType: "Place", predicate: predicate, subscriptionID: Self.subscriptionID,
      options: [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion])
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    let operation = CKModifySubscriptionsOperation(
      subscriptionsToSave: [subscription], subscriptionIDsToDelete: nil)
    operation.modifySubscriptionsResultBlock = { [self] result in
      switch result {
      case .success:
        store.noteSubscribed()
        completion(nil)
      case .failure(let error):
        recover(from: error, attempt, completion) { self.subscribe(attempt + 1, completion) }
      }
    }
    add(operation)
  }

  /// Reads a page of the catalogue, and then the next ones.
  ///
  /// - Parameters:
  ///   - cursor: The end of the page before; nil begins another reading.
  ///   - attempt: The number of failures of this reading and of those that it replaces.
  private func readPage(
    after cursor: CKQueryOperation.Cursor?, _ number: Int, _ attempt: Int,
    _ completion: @escaping Completion
  ) {
    let reading = cursor == nil ? store.beginReading() : number
    let operation = query(after: cursor)
    // The blocks are called one after the other.
    var page: [Place] = []
    var failure: (any Error)?
    operation.recordMatchedBlock = { _, result in
      switch result {
      case .success(let record): page.append(Place(record))
      case .failure(let error): failure = error
      }
    }
    operation.queryResultBlock = { [self] result in
      do {
        let next = try result.get()
        if let failure { throw failure }
        store.add(page, reading: reading)
        if let next { return readPage(after: next, reading, attempt, completion) }
        store.endReading(reading)
        completion(nil)
      } catch {
        // A cursor that the service does not accept any more is of no use.
        let isRefused = cursor != nil && error.inCloudKit.code == .invalidArguments
        recover(from: error, attempt, helps: isRefused, completion) {
          self.readPage(after: isRefused ? nil : cursor, reading, attempt + 1, completion)
        }
      }
    }
    add(operation)
  }

  private func query(after cursor: CKQueryOperation.Cursor?) -> CKQueryOperation {
    if let cursor { return CKQueryOperation(cursor: cursor) }
    let query = CKQuery(recordType: "Place", predicate: predicate)
    // New places come last, so that none is skipped if one is added between two pages.
    query.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    return CKQueryOperation(query: query)
  }

  private func fetch(
    _ recordID: CKRecord.ID, _ attempt: Int, _ completion: @escaping Completion
  ) {
    let operation = CKFetchRecordsOperation(recordIDs: [recordID])
    var fetched: Result<CKRecord, any Error>?
    operation.perRecordResultBlock = { fetched = $1 }
    operation.fetchRecordsResultBlock = { [self] result in
      switch (fetched, result) {
      case (.success(let record), _):
        let place = Place(record)
        if place.city == city { store.add([place]) } else { store.remove(place.name) }
        completion(nil)
      case (.failure(CKError.unknownItem), _):
        // It was deleted since.
        store.remove(recordID.recordName)
        completion(nil)
      case (_, .success): completion(nil)
      case (_, .failure(let error)):
        recover(from: error, attempt, completion) { self.fetch(recordID, attempt + 1, completion) }
      }
    }
    add(operation)
  }

  // MARK: Errors

  /// Lets everything wait as long as the service asks for, and then tries again if that can help.
  ///
  /// - Parameter helps: Whether it can, whatever the error is.
  private func recover(
    from error: any Error, _ attempt: Int, helps: Bool = false, _ completion: @escaping Completion,
    again: @escaping @Sendable () -> Void
  ) {
    let waits = error.inCloudKit.causes.compactMap { cause in
      if case .wait(let seconds) = cause.recovery(after: attempt) { seconds } else { nil }
    }
    if let seconds = waits.max() {
      queue.isSuspended = true
      wait(seconds) { self.queue.isSuspended = false }
    }
    let isTried = (helps || !waits.isEmpty) && attempt + 1 < Self.attempts
    queue.addOperation { isTried ? again() : completion(error) }
  }
}
