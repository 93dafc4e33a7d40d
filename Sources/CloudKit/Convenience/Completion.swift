internal import Foundation

/// How calls with a completion handler run: on the calling thread, so that they have the order in
/// which the client makes them, and what it does with its objects afterwards has no effect. Handlers
/// are called on background queues, never on the caller's thread. What a handler makes belongs to the
/// cloud of the connection.
extension CloudConnection {
  /// Makes a call, and passes its result to `handle` on a queue of its own: a handler may wait for
  /// another one, and a concurrent queue whose threads wait gets only one more each second.
  ///
  /// - Parameter handle: Only calls the client's handler.
  func call<Value>(
    _ body: () throws(CKError) -> Value,
    then handle: @escaping @Sendable (Result<Value, CKError>) -> Void
  ) {
    reportForeignCall()
    let (choice, held) = (choice, CloudChoice.current.holder)
    let caller = choice.holding(held)
    // The queue alone uses it afterwards.
    nonisolated(unsafe) let result = caller { Result { () throws(CKError) in try body() } }
    DispatchQueue(label: "MockCloud.convenience", qos: .userInitiated).async {
      choice.handing(held) { handle(result) }
    }
  }

  /// Makes a call, and passes a value or an error to its handler.
  func call<Value>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: () throws(CKError) -> Value?
  ) {
    call(body) { result in
      switch result {
      case .success(let value): handler(value, nil)
      case .failure(let error): handler(nil, error)
      }
    }
  }

  /// Makes a call, and passes its result to its handler.
  func result<Value>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ body: () throws(CKError) -> Value
  ) {
    call(body) { handler($0.mapError { $0 as any Error }) }
  }
}

extension ServiceCall {
  /// Makes a call for one item, and returns its value or throws its own error.
  func only<ID, Value>() throws(CKError) -> Value where Part == Found<ID, Value> {
    guard let first = try whole().parts.first else { throw CKError(.internalError) }
    return try first.result.get()
  }

  /// Makes a call, and returns the results by ID.
  func byID<ID, Value>() throws(CKError) -> [ID: Result<Value, any Error>]
  where Part == Found<ID, Value> {
    var results: [ID: Result<Value, any Error>] = [:]
    for found in try whole().parts { results[found.id] = found.result.mapError { $0 as any Error } }
    return results
  }

  /// Makes a call, and returns the values of the items that succeeded, in their order.
  func values<ID, Value>() throws(CKError) -> [Value] where Part == Found<ID, Value> {
    try whole().parts.compactMap(\.result.value)
  }

  /// Makes a call that saves one item, and returns its value or throws its own error.
  func saved<ID, Value>() throws(CKError) -> Value where Part == Changed<ID, Value> {
    guard case .saved(_, let result)? = try whole().parts.first else {
      throw CKError(.internalError)
    }
    return try result.get()
  }

  /// Makes a call that deletes one item, and throws its own error.
  func deleted<ID, Value>() throws(CKError) where Part == Changed<ID, Value> {
    guard case .deleted(_, let result)? = try whole().parts.first else {
      throw CKError(.internalError)
    }
    try result.get()
  }

  /// Makes a call, and returns the results by ID.
  func results<ID, Value>() throws(CKError) -> (
    saveResults: [ID: Result<Value, any Error>], deleteResults: [ID: Result<Void, any Error>]
  ) where Part == Changed<ID, Value> {
    var saved: [ID: Result<Value, any Error>] = [:]
    var deleted: [ID: Result<Void, any Error>] = [:]
    for item in try whole().parts {
      switch item {
      case .saved(let id, let result): saved[id] = result.mapError { $0 as any Error }
      case .deleted(let id, let result): deleted[id] = result.mapError { $0 as any Error }
      }
    }
    return (saved, deleted)
  }
}
