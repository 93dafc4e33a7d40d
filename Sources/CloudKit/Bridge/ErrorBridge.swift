internal import Foundation
internal import MockCloudCore

extension CKError {
  /// The error for a request that cannot be sent.
  init(unsendable reason: String) { self.init(.invalidArguments, text: reason) }

  init(_ code: Code, text: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
  }

  /// An error of the service.
  ///
  /// - Parameter saved: The object that the client tried to save, for the versions of a conflict.
  init(_ error: CloudError, _ viewpoint: Viewpoint, saving saved: CKRecord? = nil) {
    var userInfo: [String: Any] = [:]
    if !error.reason.isEmpty {
      userInfo[NSLocalizedDescriptionKey] = error.reason
      userInfo[CKErrorUserInfo.serverDescription] = error.reason
    }
    if let container = viewpoint.container { userInfo[CKErrorUserInfo.containerID] = container }
    if let seconds = error.retryAfter { userInfo[CKErrorRetryAfterKey] = seconds as NSNumber }
    if error.userDidResetEncryptedData {
      userInfo[CKErrorUserDidResetEncryptedDataKey] = true as NSNumber
    }
    if let conflict = error.conflict {
      userInfo[CKRecordChangedErrorServerRecordKey] = CKRecord.of(
        conflict.serverRecord, viewpoint, files: false)
      if let saved {
        userInfo[CKRecordChangedErrorClientRecordKey] = saved.copy()
        userInfo[CKRecordChangedErrorAncestorRecordKey] = saved.ancestor
      }
    }
    if !error.partialErrors.isEmpty {
      var errors: [AnyHashable: any Error] = [:]
      for item in error.partialErrors {
        guard let key = item.item.key(viewpoint) else { continue }
        errors[key] = CKError(item.error, viewpoint)
      }
      userInfo[CKPartialErrorsByItemIDKey] = errors
    }
    // The calls of an app that has ended are those of nobody, like operations that were under way.
    let code = error.clientHasEnded ? CKErrorCode.operationCancelled : error.code
    self.init(Code(number: Int(code.rawValue)), userInfo: userInfo)
  }

  /// The error of an operation whose items failed, or nil if none did.
  init?(partialErrors errors: [AnyHashable: any Error], _ reason: String) {
    if errors.isEmpty { return nil }
    self.init(
      .partialFailure,
      userInfo: [NSLocalizedDescriptionKey: reason, CKPartialErrorsByItemIDKey: errors])
  }
}

extension ItemID {
  /// The key of an item in `partialErrorsByItemID`; nil for one without a name.
  func key(_ viewpoint: Viewpoint) -> AnyHashable? {
    switch self {
    case .record(let name?, let zoneID):
      CKRecordID(RecordID(recordName: name, zoneID: zoneID), viewpoint)
    case .zone(let zoneID): CKRecordZoneID(zoneID, viewpoint)
    case .link(let link): URL(string: link).map { AnyHashable($0) } ?? AnyHashable(link)
    case .subscription(let name?): name.text
    case .lookupInfo(let info), .user(let info):
      CKUserIdentityLookupInfo(info, viewpoint).map { AnyHashable($0) }
    case .asset(let name?, _): CKRecordID(recordName: name.text)
    case .record(nil, _), .subscription(nil), .asset(nil, _): nil
    }
  }
}
