internal import Foundation

extension CKContainer {
  /// Returns the status of the user's account on the device.
  public func accountStatus() async throws -> CKAccountStatus { try connection.accountStatus() }

  /// Passes the status of the user's account on the device to a handler.
  public func accountStatus(
    completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call { () throws(CKError) in
      try connection.accountStatus()
    } then: { result in
      completionHandler(result.value ?? .couldNotDetermine, result.failure)
    }
  }

  /// Returns the record ID of the user.
  public func userRecordID() async throws -> CKRecordID { try connection.userRecordID() }

  /// Passes the record ID of the user to a handler.
  public func fetchUserRecordID(
    completionHandler: @escaping @Sendable (CKRecordID?, (any Error)?) -> Void
  ) {
    let connection = connection
    connection.call(completionHandler) { () throws(CKError) in try connection.userRecordID() }
  }
}
