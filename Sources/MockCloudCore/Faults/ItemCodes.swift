// The errors with which single items of an operation can fail.

extension ServiceOperation {
  static let savedRecord: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .invalidArguments, .serverRecordChanged, .assetFileNotFound,
    .constraintViolation, .batchRequestFailed, .zoneBusy, .quotaExceeded, .zoneNotFound,
    .limitExceeded, .userDeletedZone, .tooManyParticipants, .alreadyShared, .referenceViolation,
    .assetNotAvailable,
  ]
  static let deletedRecord: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .invalidArguments, .serverRecordChanged, .batchRequestFailed,
    .zoneBusy, .zoneNotFound, .userDeletedZone, .referenceViolation,
  ]
  static let namedRecord: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .zoneBusy, .zoneNotFound, .userDeletedZone,
  ]
  /// Those of a record that the call finds.
  static let foundRecord: [CKErrorCode] = [.internalError, .assetNotAvailable]
  static let fileCodes: [CKErrorCode] = [
    .permissionFailure, .invalidArguments, .assetFileNotFound, .assetFileModified, .zoneBusy,
    .quotaExceeded, .zoneNotFound, .userDeletedZone,
  ]
  static let downloadedRecord: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .assetFileNotFound, .zoneBusy, .zoneNotFound,
    .userDeletedZone, .assetNotAvailable,
  ]
  static let namedUser: [CKErrorCode] = [.permissionFailure, .unknownItem, .zoneBusy]
  static let resolvedLink: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .zoneBusy, .participantMayNeedVerification,
  ]
  static let acceptedLink: [CKErrorCode] = [
    .permissionFailure, .unknownItem, .zoneBusy, .tooManyParticipants,
    .participantMayNeedVerification, .participantAlreadyInvited,
  ]

  /// Those that are true only of the stored data, or follow from another item: a client that
  /// believes them may be right to discard its own data.
  private static let toldByData: Set<CKErrorCode> = [
    .unknownItem, .serverRecordChanged, .constraintViolation, .batchRequestFailed, .alreadyShared,
    .referenceViolation,
  ]

  /// Those that only a share or a record with files has when it is saved.
  private static let ofSpecialRecords: Set<CKErrorCode> = [
    .assetFileNotFound, .tooManyParticipants, .assetNotAvailable,
  ]

  /// The errors with which explorations have an item fail, besides `zoneBusy`.
  ///
  /// - Parameter action: What the operation does first with the item.
  func triedCodes(_ action: FaultAction) -> [CKErrorCode] {
    let codes = items.first { $0.action == action }?.codes ?? []
    return codes.filter {
      $0 != .zoneBusy && !Self.toldByData.contains($0)
        && (action != .save || !Self.ofSpecialRecords.contains($0))
    }
  }
}
