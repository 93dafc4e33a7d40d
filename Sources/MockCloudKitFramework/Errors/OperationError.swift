public import CloudKit

/// Why a database did not run an operation.
public enum OperationError: Error, LocalizedError {
  /// The database does not have operations of this type: a plain `MockCKDatabaseOperation`, or one for
  /// mocks that a `CKDatabase` got.
  case invalidDatabaseOperation(operation: MockCKDatabaseOperation.Type)
  /// What was added is no operation.
  case operationNotImplemented(operationName: String?, recoveryMessage: String?)

  public var errorDescription: String? {
    switch self {
    case .invalidDatabaseOperation(let operation):
      "The database cannot run a \(operation)."
    case .operationNotImplemented(let name, _):
      "The database cannot run \(name.map { "a \($0)" } ?? "this operation")."
    }
  }

  public var failureReason: String? {
    switch self {
    case .invalidDatabaseOperation(let operation) where operation == MockCKDatabaseOperation.self:
      "A MockCKDatabaseOperation has no records to act on."
    case .invalidDatabaseOperation: "A CKDatabase does not run the operations of mocks."
    case .operationNotImplemented: "It is no operation."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .invalidDatabaseOperation(let operation) where operation == MockCKDatabaseOperation.self:
      "Add an object of one of its subclasses."
    case .invalidDatabaseOperation: "Add it to a MockCKDatabase."
    case .operationNotImplemented(_, let message): message
    }
  }
}
