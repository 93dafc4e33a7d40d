public import CloudKit
internal import MockCloudCore

/// A database for tests. It stores its records in a cloud, and runs operations before `add` returns.
///
/// The databases of a `MockCKContainer` are those of `CKContainer.default()` in its cloud, except for the
/// shared one. A database that a test makes is one of a container of its own in the cloud.
public final class MockCKDatabase: CloudStorable, @unchecked Sendable {
  public typealias OperationType = MockCKDatabaseOperation

  let state: DatabaseState
  let choice: CloudChoice

  /// The database in the cloud, with all of CloudKit's calls. `MockCKDatabaseOperation.setError` and
  /// its kin do not act on them, the faults of the cloud do.
  public let cloudDatabase: CKDatabase

  /// Creates an empty database in the cloud that is chosen here.
  public init(with scope: CKDatabase.Scope) {
    choice = .here
    state = SharedState.of(choice.host).newDatabase(scope, choice)
    cloudDatabase = CKContainer(state.container, choice).database(with: state.storedScope)
    state.register(self)
  }

  /// Creates an empty public database in the cloud that is chosen here.
  public convenience init() { self.init(with: .public) }

  init(_ state: DatabaseState, _ choice: CloudChoice) {
    self.choice = choice
    self.state = state
    cloudDatabase = CKContainer(state.container, choice).database(with: state.storedScope)
  }

  /// The scope that the database says it has. Setting it does not move the records.
  public var databaseScope: CKDatabase.Scope {
    get { state.scope }
    set { state.scope = newValue }
  }

  /// The last operation that was added. It stays, with what its blocks refer to, until another one is
  /// added or it is set to nil.
  public var lastExecuted: MockCKDatabaseOperation? {
    get { state.lastExecuted }
    set { state.lastExecuted = newValue }
  }

  /// Why the last call of `add`, `addRecords`, `getRecords`, `removeRecords` or `resetStore` had no
  /// effect; nil if it had one. The errors that operations report are not here.
  public var lastFailure: (any Error)? { state.lastFailure }

  // MARK: Operations

  /// Runs an operation, and calls its blocks on this thread. It is not started, so that cancelling it
  /// or its dependencies have no effect.
  public func add(_ operation: MockCKDatabaseOperation) {
    state.lastFailure = nil
    lastExecuted = operation
    operation.enter(self)
    operation.belong(to: choice)
    defer { operation.belong(to: CloudChoice(as: choice.caller)) }
    choice {
      if operation.perform(in: self) {
        operation.completionBlock?()
      } else {
        state.lastFailure = OperationError.invalidDatabaseOperation(operation: type(of: operation))
      }
    }
  }

  // MARK: Records

  /// Stores records, also in zones that do not exist yet. Neither errors that were set nor faults of
  /// the cloud act on it. Of records with the same ID, the last one is stored.
  public func addRecords(records: [CKRecord]) {
    access { (cloud) throws(any Error) in
      let stored = records.lastOfEachID
      var batch = SeedWorld.Batch()
      let requester = Requester(caller, in: cloud)
      for record in stored { batch.records.append(.init(try record.seedDraft(by: requester))) }
      if batch.records.isEmpty { return }
      try cloud.perform(SeedWorld(own: batch), as: caller)
      adopt(stored)
    }
  }

  /// Returns all records, sorted by zone and name. Nil if there is no cloud.
  public func getRecords() -> [CKRecord]? {
    access { (cloud) throws(any Error) in
      try cloud.perform(ListRecords(), as: caller).records.map { object(of: $0.record) }
    }
  }

  /// Returns the records with IDs, in the order of the IDs. Those that do not exist are left out.
  public func getRecords(matching ids: [CKRecord.ID]) -> [CKRecord]? {
    access { (cloud) throws(any Error) in
      try cloud.storedVersions(of: ids.withoutRepeats.map(\.inCore), as: caller)
        .compactMap { $0.map { object(of: $0) } }
    }
  }

  /// Returns the records that a query finds. Nil if it is invalid. Faults of the cloud do not act on
  /// it.
  public func getRecords(matching query: CKQuery) -> [CKRecord]? {
    access { (cloud) throws(any Error) in
      let copy = cloud.fork()
      try copy.perform(HealFaults())
      let host = CloudHost(copy)
      let database = CKContainer(state.container, CloudChoice(host, as: caller))
        .database(with: state.storedScope)
      var position = CKDatabase.QueryPosition.start(query, in: nil)
      var found: [CKRecord] = []
      while true {
        let page = try database.page(position, desiredKeys: nil, limit: 0)
        found += page.found.compactMap { try? $0.result.get() }
        guard let next = page.next else { break }
        position = .after(next)
      }
      return current(found)
    } orIfUnknownType: {
      []
    }
  }

  /// Removes records. Those that do not exist are ignored.
  public func removeRecords(with ids: [CKRecord.ID]) {
    access { (cloud) throws(any Error) in
      try cloud.removeRecords(ids.map(\.inCore), as: caller)
      state.forget(ids)
    }
  }

  /// Removes all records.
  public func resetStore() {
    access { (cloud) throws(any Error) in
      try cloud.removeRecords(nil, as: caller)
      state.forget(nil)
    }
  }

  @discardableResult
  private func access<R>(
    _ body: (Cloud) throws -> R, orIfUnknownType other: () -> R? = { nil }
  ) -> R? {
    state.lastFailure = nil
    do {
      guard let host = choice.host else { throw CKError(.badContainer) }
      defer { host.settle() }
      return try body(host.cloud)
    } catch {
      if let error = error as? CKError, error.isOfUnknownType, let result = other() {
        return result
      }
      state.lastFailure = error
      return nil
    }
  }
}

extension MockCKDatabase: ForeignOperations {
  /// Runs Apple's operations: those that have a mock are converted and run at once, others run in
  /// the cloud as operations of a `CKDatabase` or `CKContainer` do.
  func addForeign(_ operation: Any) {
    state.lastFailure = nil
    switch operation {
    case let operation as CKModifyRecordsOperation:
      add(operation.getMock(database: self) as MockCKModifyRecordsOperation)
    case let operation as CKFetchRecordsOperation:
      add(operation.getMock(database: self) as MockCKFetchRecordsOperation)
    case let operation as CKQueryOperation:
      add(operation.getMock(database: self) as MockCKQueryOperation)
    case let operation as CKDatabaseOperation: cloudDatabase.add(operation)
    case let operation as CKOperation: CKContainer(state.container, choice).add(operation)
    default:
      state.lastFailure = OperationError.operationNotImplemented(
        operationName: "\(type(of: operation))",
        recoveryMessage: "Add an operation of CloudKit, or its mock.")
    }
  }
}

// What operations use.
extension MockCKDatabase {
  var caller: Caller { cloudDatabase.caller }

  /// The stored versions of records.
  func stored(_ recordIDs: [CKRecord.ID]) -> [Record?] {
    (try? choice.host?.cloud.storedVersions(of: recordIDs.map(\.inCore), as: caller))
      ?? recordIDs.map { _ in nil }
  }

  /// The object of the client that has a version, else a new one.
  private func object(of version: Record) -> CKRecord {
    let made = cloudDatabase.record(version)
    if let known = state.object(made.recordID, with: version) { return known }
    state.remember(made, as: version)
    return made
  }

  /// Replaces records that the cloud has returned whole by the objects of the client that have the
  /// same version.
  func current(_ records: [CKRecord]) -> [CKRecord] {
    zip(records, stored(records.map(\.recordID))).map { record, version in
      // It may have been changed meanwhile.
      guard let version, version.recordChangeTag.text == record.recordChangeTag else {
        return record
      }
      if let known = state.object(record.recordID, with: version) { return known }
      state.remember(record, as: version)
      return record
    }
  }

  /// Makes objects of the client those of the versions that they were stored as.
  func adopt(_ records: [CKRecord]) {
    for (record, version) in zip(records, stored(records.map(\.recordID))) {
      guard let version else { continue }
      record.become(cloudDatabase.record(version))
      state.remember(record, as: version)
    }
  }
}

extension CKError {
  /// Whether a query failed because no record ever had its type. A mock has no types.
  var isOfUnknownType: Bool {
    code == .unknownItem && localizedDescription.hasPrefix("Did not find record type")
  }
}

extension Array where Element == CKRecord {
  /// The last record of each ID, in the order of the list.
  var lastOfEachID: [CKRecord] {
    var seen: Set<CKRecord.ID> = []
    return reversed().filter { seen.insert($0.recordID).inserted }.reversed()
  }
}

extension Array where Element: Hashable {
  /// Each element once.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
