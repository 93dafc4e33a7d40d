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
  /// each `CKSystemSharingUIObserver` of the container. Throws `unknownItem` if there is no such record,
  /// and a `Misuse` if it is no share.
  public func stopSharingInSharingUI(
    _ shareID: CKRecord.ID, in container: CKContainer
  ) async throws {
    let type = container.privateCloudDatabase.storedType(of: shareID)
    if let type, type != CKRecord.SystemType.share {
      // The view does not show others.
      throw Misuse(
        .badMockRequest,
        "stopSharingInSharingUI: '\(shareID.recordName)' is a record of the type '\(type)', not a "
          + "share", key: "shareID", expected: "the ID of a share, such as that of CKRecord.share")
    }
    try await container.stopSharingInSharingUI(shareID)
  }
}
