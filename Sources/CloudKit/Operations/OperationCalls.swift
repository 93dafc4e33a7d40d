internal import Foundation

/// How an operation for a list of items ended.
enum ItemsEnd {
  /// All items were processed. The error is the `partialFailure`, if some failed.
  case processed(CKError?)
  /// The call failed as a whole.
  case failed(CKError)

  var error: CKError? {
    switch self {
    case .processed(let error): error
    case .failed(let error): error
    }
  }

  /// The argument of a result block.
  var result: Result<Void, any Error> { error.map { .failure($0) } ?? .success(()) }

  /// Returns the values for a former completion block: nil if the call failed as a whole.
  func values<Values>(_ values: Values) -> Values? {
    if case .failed = self { nil } else { values }
  }
}

extension CKOperation {
  /// Makes the one call of an operation for a list of items.
  ///
  /// - Parameters:
  ///   - text: The text of the `partialFailure`.
  ///   - isReading: Whether the client finds the zones to read.
  ///   - progress: Gets the progress of records.
  ///   - item: Gets each item once.
  ///   - end: Is called once, after them.
  func makeForItems<Item: ItemOutcome>(
    orPartialFailure text: String, isReading: Bool = false,
    _ request: () throws(CKError) -> ServiceCall<Item, Void>,
    progress: ((CKRecordID, Double) -> Void)? = nil, item: @escaping (Item) -> Void,
    end: @escaping (ItemsEnd) -> Void
  ) {
    var errors: [AnyHashable: any Error] = [:]
    make(progress: progress != nil, isReading: isReading, request) { report in
      switch report {
      case .progress(let recordID, let part): progress?(recordID, part)
      case .part(let found):
        if let failure = found.failure { errors[failure.key] = failure.error }
        item(found)
      case .persisted: break
      case .end(.success): end(.processed(CKError(partialErrors: errors, text)))
      case .end(.failure(let error)): end(.failed(error))
      }
    }
  }

  /// Makes the one call of an operation that finds items by their IDs.
  ///
  /// - Parameters:
  ///   - collects: Whether `end` gets what was found.
  ///   - isReading: Whether the client finds the zones to read.
  func makeForFound<ID: Hashable, Value>(
    orPartialFailure text: String, collects: Bool = true, isReading: Bool = false,
    _ request: () throws(CKError) -> ServiceCall<Found<ID, Value>, Void>,
    progress: ((CKRecordID, Double) -> Void)? = nil,
    item: @escaping (ID, Result<Value, any Error>) -> Void,
    end: @escaping (_ found: [ID: Value], ItemsEnd) -> Void
  ) {
    var values: [ID: Value] = [:]
    makeForItems(
      orPartialFailure: text, isReading: isReading, request, progress: progress
    ) { found in
      if collects, case .success(let value) = found.result { values[found.id] = value }
      item(found.id, found.result.mapError { $0 as any Error })
    } end: {
      end(values, $0)
    }
  }

  /// Makes the one call of an operation that saves and deletes items.
  ///
  /// - Parameter collects: Whether `end` gets what was saved and deleted.
  func makeForChanges<ID: Hashable, Value>(
    orPartialFailure text: String, collects: Bool,
    _ request: () throws(CKError) -> ServiceCall<Changed<ID, Value>, Void>,
    progress: ((CKRecordID, Double) -> Void)? = nil,
    save: ((ID, Result<Value, any Error>) -> Void)?,
    delete: ((ID, Result<Void, any Error>) -> Void)?,
    end: @escaping (_ saved: [Value], _ deleted: [ID], ItemsEnd) -> Void
  ) {
    var saved: [Value] = []
    var deleted: [ID] = []
    makeForItems(orPartialFailure: text, request, progress: progress) { item in
      switch item {
      case .saved(let id, let result):
        if collects, case .success(let value) = result { saved.append(value) }
        save?(id, result.mapError { $0 as any Error })
      case .deleted(let id, let result):
        if collects, case .success = result { deleted.append(id) }
        delete?(id, result.mapError { $0 as any Error })
      }
    } end: {
      end(saved, deleted, $0)
    }
  }
}

extension Result {
  /// The value; nil for a failure.
  var value: Success? { if case .success(let value) = self { value } else { nil } }
}

extension Result where Failure == any Error {
  /// The error; nil for a success.
  var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

extension Result where Failure == CKError {
  /// The error; nil for a success.
  var failure: CKError? { if case .failure(let error) = self { error } else { nil } }
}
