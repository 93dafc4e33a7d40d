public import CloudKit

/// What an app uses of a container: `CKContainer`, and in tests `MockCKContainer`.
public protocol CloudContainable {
  associatedtype DatabaseType: CloudStorable
  var containerIdentifier: String? { get }
  func database(with databaseScope: CKDatabase.Scope) -> DatabaseType
  func accountStatus(completionHandler: @escaping (CKAccountStatus, (any Error)?) -> Void)
  func fetchUserRecordID(completionHandler: @escaping (CKRecord.ID?, (any Error)?) -> Void)
}

/// A database that takes operations of any type.
public protocol AnyCKDatabaseProtocol {
  func add(_ operation: Any)
}

/// What an app uses of a database: `CKDatabase`, and in tests `MockCKDatabase`.
public protocol CloudStorable: AnyCKDatabaseProtocol {
  associatedtype OperationType: DatabaseOperational
  /// The last operation that a `MockCKDatabase` ran; always nil for a `CKDatabase`.
  var lastExecuted: MockCKDatabaseOperation? { get set }
  func add(_ operation: OperationType)
}

extension CloudStorable {
  /// Adds an operation of any type: one of the database's own type, or one that `MockCKDatabase`
  /// converts. Operations that the database does not have fail; see `MockCKDatabase.lastFailure`.
  public func add(_ operation: Any) {
    if let operation = operation as? OperationType { return add(operation) }
    (self as? any ForeignOperations)?.addForeign(operation)
  }
}

/// A database that does something about operations that are not of its own type.
protocol ForeignOperations {
  func addForeign(_ operation: Any)
}
