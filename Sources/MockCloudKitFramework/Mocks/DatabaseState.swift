internal import CloudKit
internal import MockCloudCore

/// What a mock of a database has besides the records, which the cloud stores. It does not refer to the
/// cloud; see `SharedState`.
final class DatabaseState: @unchecked Sendable {
  /// The container in the cloud; nil means the configured one.
  let container: String?
  /// The database of the container that stores the records.
  let storedScope: CKDatabase.Scope

  private let lock = NSLock()
  private var label: CKDatabase.Scope
  private var executed: MockCKDatabaseOperation?
  private var failure: (any Error)?
  private var objects: [CKRecord.ID: (version: Record, object: CKRecord)] = [:]
  private weak var mock: MockCKDatabase?

  init(_ scope: CKDatabase.Scope, in container: String?) {
    self.container = container
    label = scope
    storedScope = scope == .shared ? .private : scope
  }

  /// The state of the same database in a fork of its cloud, without objects of the client.
  func copied() -> DatabaseState {
    let copy = DatabaseState(storedScope, in: container)
    copy.label = scope
    return copy
  }

  /// The database with this state: the same object as long as somebody refers to it.
  func mock(_ choice: CloudChoice) -> MockCKDatabase {
    lock.withLock {
      if let mock { return mock }
      let made = MockCKDatabase(self, choice)
      mock = made
      return made
    }
  }

  func register(_ database: MockCKDatabase) { lock.withLock { mock = database } }

  var scope: CKDatabase.Scope {
    get { lock.withLock { label } }
    set { lock.withLock { label = newValue } }
  }

  var lastExecuted: MockCKDatabaseOperation? {
    get { lock.withLock { executed } }
    set { lock.withLock { executed = newValue } }
  }

  var lastFailure: (any Error)? {
    get { lock.withLock { failure } }
    set { lock.withLock { failure = newValue } }
  }

  // MARK: The objects of the client

  /// Remembers the object that has a version of a record.
  func remember(_ object: CKRecord, as version: Record) {
    lock.withLock { objects[object.recordID] = (version, object) }
  }

  /// Releases the objects of records that were deleted; nil means all.
  func forget(_ recordIDs: [CKRecord.ID]?) {
    lock.withLock {
      if let recordIDs {
        for recordID in recordIDs { objects[recordID] = nil }
      } else {
        objects = [:]
      }
    }
  }

  /// The object that has a version, unless the client has changed it since.
  func object(_ recordID: CKRecord.ID, with version: Record) -> CKRecord? {
    lock.withLock {
      guard let known = objects[recordID], known.version === version, !known.object.isChanged
      else { return nil }
      return known.object
    }
  }
}

extension CKRecord {
  fileprivate var isChanged: Bool {
    !changedKeys().isEmpty || !encryptedValues.changedKeys().isEmpty
  }
}
