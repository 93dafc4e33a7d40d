extension Array {
  /// Returns the results of all items, or throws a `partialFailure` that lists the failed items.
  public func get<Success>() throws(CloudError) -> [Success] where Element == ItemResult<Success> {
    var values: [Success] = []
    var failures: [ItemError] = []
    for result in self {
      switch result {
      case .success(let value): values.append(value)
      case .failure(let failure): failures.append(failure)
      }
    }
    guard failures.isEmpty else {
      throw CloudError.partialFailure(failures, ServerText.someItemsFailed)
    }
    return values
  }

  /// Returns the result of a call for a single item, or throws that item's own error.
  func onlyItem<Success>() throws(CloudError) -> Success where Element == ItemResult<Success> {
    switch first {
    case .success(let value): return value
    case .failure(let failure): throw failure.error
    case nil: throw CloudError(.internalError, ServerText.standard(for: .internalError))
    }
  }
}

extension ItemError {
  /// The error for a result of a kind that the item did not request, which no operation returns.
  static func unexpected(_ id: RecordID) -> ItemError {
    ItemError(
      item: .record(name: id.recordName, zoneID: id.zoneID),
      error: CloudError(.internalError, ServerText.standard(for: .internalError)))
  }
}
