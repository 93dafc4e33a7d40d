extension Array {
  /// Every item's success, or a `partialFailure` that lists the items that failed.
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

  /// The success of a call about a single item, or that item's own error.
  func onlyItem<Success>() throws(CloudError) -> Success where Element == ItemResult<Success> {
    switch first {
    case .success(let value): return value
    case .failure(let failure): throw failure.error
    case nil: throw CloudError(.internalError, ServerText.standard(for: .internalError))
    }
  }
}

extension ItemError {
  /// Stands for an outcome of another kind than the item asked for, which no operation gives.
  static func unexpected(_ id: RecordID) -> ItemError {
    ItemError(
      item: .record(name: id.recordName, zoneID: id.zoneID),
      error: CloudError(.internalError, ServerText.standard(for: .internalError)))
  }
}
