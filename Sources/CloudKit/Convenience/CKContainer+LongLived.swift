internal import Foundation

// Long-lived operations, whose results the cloud keeps for a day.
extension CKContainer {
  /// Returns the IDs of the long-lived operations of this container on the device.
  public func allLongLivedOperationIDs() async throws -> [CKOperation.ID] {
    try connection.longLivedOperationIDs()
  }

  public func fetchAllLongLivedOperationIDs(
    completionHandler: @escaping @Sendable ([CKOperation.ID]?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in
      try connection.longLivedOperationIDs()
    }
  }

  /// Returns an operation that gets the results of a long-lived one: set its blocks, and add it to
  /// this container or its database. Nil if there is no such operation, or if its results were
  /// fetched already.
  public func longLivedOperation(for operationID: CKOperation.ID) async throws -> CKOperation? {
    try again(operationID)
  }

  public func fetchLongLivedOperation(
    withID operationID: CKOperation.ID,
    completionHandler: @escaping @Sendable (CKOperation?, (any Error)?) -> Void
  ) {
    connection.call(completionHandler) { () throws(CKError) in
      try self.again(operationID)
    }
  }

  private func again(_ operationID: CKOperation.ID) throws(CKError) -> CKOperation? {
    guard let entry = try connection.longLivedCall(operationID) else { return nil }
    let operation = entry.copy()
    operation.repeats(operationID, entry, in: self)
    return operation
  }
}
