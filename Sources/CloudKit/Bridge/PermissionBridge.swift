internal import MockCloudCore

extension CKContainer {
  /// Sets what the user answers when the app asks whether others may discover him; `initialState`
  /// means that he was not asked.
  package func setDiscoverability(_ status: ApplicationPermissionStatus) throws(CKError) {
    // The user must have an account.
    _ = try connection.userRecordID()
    try connection.reachable().cloud.setDiscoverability(
      DiscoverabilityAnswer(status), of: connection.caller)
  }
}

extension CloudConnection {
  /// Returns what the user has answered, who must have an account.
  ///
  /// - Parameter asks: Whether the app asks: a user who has not answered grants the permission.
  func permission(
    _ permissions: CKContainer.ApplicationPermissions, asks: Bool
  ) throws(CKError) -> CKContainer.ApplicationPermissionStatus {
    guard permissions == .userDiscoverability else {
      throw CKError(unsendable: "Invalid permission: userDiscoverability is the only one")
    }
    _ = try userRecordID()
    let answer = try reachable().cloud.discoverability(of: caller, asks: asks ? .granted : nil)
    return answer.map { CKContainer.ApplicationPermissionStatus($0) } ?? .initialState
  }
}

extension DiscoverabilityAnswer {
  /// Nil if the user was not asked.
  fileprivate init?(_ status: CKContainer.ApplicationPermissionStatus) {
    switch status {
    case .initialState: return nil
    case .couldNotComplete: self = .couldNotComplete
    case .denied: self = .denied
    case .granted: self = .granted
    }
  }
}

extension CKContainer.ApplicationPermissionStatus {
  fileprivate init(_ answer: DiscoverabilityAnswer) {
    switch answer {
    case .couldNotComplete: self = .couldNotComplete
    case .denied: self = .denied
    case .granted: self = .granted
    }
  }
}
