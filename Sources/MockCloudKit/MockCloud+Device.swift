public import CloudKit
internal import MockCloudCore

// What the user of a device does outside of the app.
extension MockCloud {
  /// Sets what the user answers, or has answered in Settings, when the app asks to be discoverable by
  /// others.
  ///
  /// - Parameters:
  ///   - status: `initialState` lets the app ask again; the answer is then `granted`.
  ///   - container: That of the app, as its user has it.
  public func setApplicationPermission(
    _ status: CKContainer.ApplicationPermissionStatus, in container: CKContainer
  ) async throws {
    try container.setDiscoverability(status)
  }

  /// Saves a share in the private database as the user does in the system's sharing view, and tells
  /// each `CKSystemSharingUIObserver` of the container.
  ///
  /// - Parameter records: Records to save together with the share, such as its root.
  @discardableResult
  public func saveInSharingUI(
    _ share: CKShare, with records: [CKRecord] = [], in container: CKContainer
  ) async throws -> CKShare {
    try await container.saveInSharingUI(share, with: records)
  }

  /// Deletes a share of the private database as the user does in the system's sharing view, and tells
  /// each `CKSystemSharingUIObserver` of the container.
  public func stopSharingInSharingUI(
    _ shareID: CKRecord.ID, in container: CKContainer
  ) async throws {
    try await container.stopSharingInSharingUI(shareID)
  }
}
