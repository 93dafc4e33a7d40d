internal import Foundation

/// How calls with a completion handler run: on a background queue, so that the handler is never
/// called before the call has returned, nor on the caller's thread.
enum Background {
  private static let queue = DispatchQueue(
    label: "MockCloud.convenience", qos: .userInitiated, attributes: .concurrent)

  static func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Makes a call, and passes a value or an error to its handler.
  static func call<Value>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: @escaping @Sendable () throws(CKError) -> Value
  ) {
    run {
      do throws(CKError) {
        handler(try body(), nil)
      } catch {
        handler(nil, error)
      }
    }
  }

  /// Makes a call, and passes its result to its handler.
  static func result<Value>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ body: @escaping @Sendable () throws(CKError) -> Value
  ) {
    run {
      do throws(CKError) {
        handler(.success(try body()))
      } catch {
        handler(.failure(error))
      }
    }
  }
}

extension Array {
  /// The only item's value, or its own error: calls for one item throw that.
  func only<ID, Value>() throws(CKError) -> Value where Element == (ID, Result<Value, CKError>) {
    guard let first else { throw CKError(.internalError) }
    return try first.1.get()
  }

  /// The results by ID.
  func byID<ID: Hashable, Value>() -> [ID: Result<Value, any Error>]
  where Element == (ID, Result<Value, CKError>) {
    var results: [ID: Result<Value, any Error>] = [:]
    for (id, result) in self { results[id] = result.mapError { $0 as any Error } }
    return results
  }

  /// The values of the items that succeeded, in their order.
  func values<ID, Value>() -> [Value] where Element == (ID, Result<Value, CKError>) {
    compactMap { try? $0.1.get() }
  }
}
