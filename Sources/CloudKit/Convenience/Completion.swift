internal import Foundation

/// How calls with a completion handler run: on a background queue, so that the handler is never
/// called before the call has returned, nor on the caller's thread. What the handler makes belongs to
/// the cloud of the connection.
extension CloudConnection {
  private static let queue = DispatchQueue(
    label: "MockCloud.convenience", qos: .userInitiated, attributes: .concurrent)

  func background(_ work: @escaping @Sendable () -> Void) {
    reportForeignCall()
    let choice = choice
    Self.queue.async { choice { work() } }
  }

  /// Makes a call, and passes a value or an error to its handler.
  func call<Value>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: @escaping @Sendable () throws(CKError) -> Value
  ) {
    background {
      do throws(CKError) {
        handler(try body(), nil)
      } catch {
        handler(nil, error)
      }
    }
  }

  /// Makes a call that is prepared now, and passes a value or an error to its handler: what the client
  /// does with its objects afterwards has no effect.
  func call<Part, End, Value>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ request: () throws(CKError) -> ServiceCall<Part, End>,
    _ body: @escaping @Sendable (ServiceCall<Part, End>) throws(CKError) -> Value
  ) {
    let call = Result { () throws(CKError) in try request() }
    self.call(handler) { () throws(CKError) in try body(try call.get()) }
  }

  /// The same for a handler of a result.
  func result<Part, End, Value>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ request: () throws(CKError) -> ServiceCall<Part, End>,
    _ body: @escaping @Sendable (ServiceCall<Part, End>) throws(CKError) -> Value
  ) {
    let call = Result { () throws(CKError) in try request() }
    result(handler) { () throws(CKError) in try body(try call.get()) }
  }

  /// Makes a call, and passes its result to its handler.
  func result<Value>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ body: @escaping @Sendable () throws(CKError) -> Value
  ) {
    background {
      do throws(CKError) {
        handler(.success(try body()))
      } catch {
        handler(.failure(error))
      }
    }
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
