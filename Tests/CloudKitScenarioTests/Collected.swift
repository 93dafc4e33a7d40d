import Foundation
import MockCloudCore

@testable import CloudKit

/// What the blocks of an operation, or the handler of a method, were called with.
final class Collected: @unchecked Sendable {
  /// The items of the answer in their order.
  private(set) var items: [JSONCopy] = []
  private var failures: [(key: AnyHashable, id: JSONCopy)] = []
  private var end: Result<Void, any Error> = .success(())
  /// What an answer has besides the items.
  var members = JSONCopy.object([])
  /// Whether deletions are in a list of their own, after the others.
  var separatesDeletions = false
  /// What the dialect tells in this call, and CloudKit does not.
  var lacks: Set<String> = []
  /// Where the errors of items are repeated in that of the call: in operations.
  private var repeatsErrors = false

  func add(_ item: JSONCopy) { items.append(item) }

  /// Removes and returns the items.
  func takeItems() -> [JSONCopy] {
    defer { items = [] }
    return items
  }

  /// Notes an error that is not one of these items.
  func note(_ key: AnyHashable, _ id: JSONCopy) { failures.append((key, id)) }

  /// Adds the result of an item.
  ///
  /// - Parameters:
  ///   - key: The key in `partialErrorsByItemID`.
  ///   - id: The item in the form of the dialect.
  func add<Value>(
    _ key: AnyHashable, _ id: JSONCopy, _ result: Result<Value, any Error>,
    _ json: (Value) -> JSONCopy
  ) {
    switch result {
    case .success(let value): items.append(json(value))
    case .failure(let error):
      failures.append((key, id))
      items.append(id.and(AnswerJSON.error(Self.error(error))))
    }
  }

  /// Adds the results of a method in the order of the request.
  func add<ID: Hashable, Value>(
    _ ids: [ID], _ results: [ID: Result<Value, any Error>], _ id: (ID) -> JSONCopy,
    _ json: (ID, Value) -> JSONCopy
  ) {
    for key in ids {
      guard let result = results[key] else { continue }
      add(key, id(key), result) { json(key, $0) }
    }
  }

  /// Ends an operation.
  func end(_ result: Result<Void, any Error>) {
    end = result
    repeatsErrors = true
  }

  /// Ends a method that failed as a whole.
  func fail(_ error: any Error) { end = .failure(error) }

  /// The answer, given the name of its list.
  func said(_ list: String) -> Said {
    var said = answered(list)
    said.separatesDeletions = separatesDeletions
    said.lacks = lacks
    return said
  }

  private func answered(_ list: String) -> Said {
    let answer = JSONCopy.members([list: .array(items)]).and(members)
    switch end {
    case .success where failures.isEmpty: return Said(status: 0, answer: answer)
    case .success where repeatsErrors:
      return Said(status: 0, answer: .text("items failed, the operation did not"))
    case .success: return Said(status: 2, answer: answer)
    case .failure(let error):
      let error = Self.error(error)
      guard error.code == .partialFailure, !failures.isEmpty else {
        return Said(
          status: Int32(error.errorCode), answer: .members(["error": AnswerJSON.error(error)]))
      }
      return Said(status: 2, answer: answer.and(.members(["error": partial(error)])))
    }
  }

  private func partial(_ error: CKError) -> JSONCopy {
    // A dictionary has one error for an item that was asked for twice.
    if Set(failures.map(\.key)).count != failures.count {
      lacks.insert("partialErrors")
      return AnswerJSON.error(error)
    }
    let errors = error.partialErrorsByItemID ?? [:]
    return AnswerJSON.error(error).and(
      .members([
        "partialErrors": .array(
          failures.compactMap { key, id in
            errors[key].map { id.and(AnswerJSON.error(Self.error($0))) }
          })
      ]))
  }

  private static func error(_ error: any Error) -> CKError {
    error as? CKError ?? CKError(.internalError, text: "\(error)")
  }
}
