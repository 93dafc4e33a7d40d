import CloudKit

/// One attempt: its operations, and its first error.
final class SyncRound: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: (error: (any Error)?, operations: [Operation]) = (nil, [])
  private var handled: Set<CKError.Code> = []
  private var refusals: [Refused] = []

  /// The changes of one request that the service has refused for what one of them is.
  typealias Refused = (changes: [(name: String, edits: Int)], error: CKError)

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

  var refused: [Refused] { lock.withLock { refusals } }

  /// Notes that the service has refused changes, for an invalid name for instance.
  func refuse(_ changes: [(name: String, edits: Int)], _ error: CKError) {
    lock.withLock {
      refusals.append((changes, error))
      handled.insert(.invalidArguments)
    }
  }

  /// Notes that the errors of records with a code were handled.
  func noteHandled(_ code: CKError.Code) { lock.withLock { _ = handled.insert(code) } }

  func hasHandled(_ error: CKError) -> Bool { lock.withLock { handled.contains(error.code) } }
}
