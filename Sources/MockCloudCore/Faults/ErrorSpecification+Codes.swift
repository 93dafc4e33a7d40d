// Generated from `mock/info`; do not edit: bindings/python/tests/vocabulary.py --write

/// CloudKit's errors by their names in `CKError.Code`: `.zoneBusy`, `.zoneBusy(retryAfter: 3)`.
extension ErrorSpecification {
  /// Error 1 with CloudKit's reason.
  public static var internalError: Self { Self(.internalError) }
  /// Error 1 with another reason or wait.
  public static func internalError(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.internalError, reason: reason, retryAfter: retryAfter)
  }

  /// Error 2 with CloudKit's reason.
  public static var partialFailure: Self { Self(.partialFailure) }
  /// Error 2 with another reason or wait.
  public static func partialFailure(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.partialFailure, reason: reason, retryAfter: retryAfter)
  }

  /// Error 3 with CloudKit's reason.
  public static var networkUnavailable: Self { Self(.networkUnavailable) }
  /// Error 3 with another reason or wait.
  public static func networkUnavailable(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.networkUnavailable, reason: reason, retryAfter: retryAfter)
  }

  /// Error 4 with CloudKit's reason.
  public static var networkFailure: Self { Self(.networkFailure) }
  /// Error 4 with another reason or wait.
  public static func networkFailure(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.networkFailure, reason: reason, retryAfter: retryAfter)
  }

  /// Error 5 with CloudKit's reason.
  public static var badContainer: Self { Self(.badContainer) }
  /// Error 5 with another reason or wait.
  public static func badContainer(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.badContainer, reason: reason, retryAfter: retryAfter)
  }

  /// Error 6 with CloudKit's reason.
  public static var serviceUnavailable: Self { Self(.serviceUnavailable) }
  /// Error 6 with another reason or wait.
  public static func serviceUnavailable(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.serviceUnavailable, reason: reason, retryAfter: retryAfter)
  }

  /// Error 7 with CloudKit's reason.
  public static var requestRateLimited: Self { Self(.requestRateLimited) }
  /// Error 7 with another reason or wait.
  public static func requestRateLimited(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.requestRateLimited, reason: reason, retryAfter: retryAfter)
  }

  /// Error 8 with CloudKit's reason.
  public static var missingEntitlement: Self { Self(.missingEntitlement) }
  /// Error 8 with another reason or wait.
  public static func missingEntitlement(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.missingEntitlement, reason: reason, retryAfter: retryAfter)
  }

  /// Error 9 with CloudKit's reason.
  public static var notAuthenticated: Self { Self(.notAuthenticated) }
  /// Error 9 with another reason or wait.
  public static func notAuthenticated(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.notAuthenticated, reason: reason, retryAfter: retryAfter)
  }

  /// Error 10 with CloudKit's reason.
  public static var permissionFailure: Self { Self(.permissionFailure) }
  /// Error 10 with another reason or wait.
  public static func permissionFailure(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.permissionFailure, reason: reason, retryAfter: retryAfter)
  }

  /// Error 11 with CloudKit's reason.
  public static var unknownItem: Self { Self(.unknownItem) }
  /// Error 11 with another reason or wait.
  public static func unknownItem(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.unknownItem, reason: reason, retryAfter: retryAfter)
  }

  /// Error 12 with CloudKit's reason.
  public static var invalidArguments: Self { Self(.invalidArguments) }
  /// Error 12 with another reason or wait.
  public static func invalidArguments(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.invalidArguments, reason: reason, retryAfter: retryAfter)
  }

  /// Error 13 with CloudKit's reason.
  public static var resultsTruncated: Self { Self(.resultsTruncated) }
  /// Error 13 with another reason or wait.
  public static func resultsTruncated(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.resultsTruncated, reason: reason, retryAfter: retryAfter)
  }

  /// Error 14 with CloudKit's reason.
  public static var serverRecordChanged: Self { Self(.serverRecordChanged) }
  /// Error 14 with another reason or wait.
  public static func serverRecordChanged(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.serverRecordChanged, reason: reason, retryAfter: retryAfter)
  }

  /// Error 15 with CloudKit's reason.
  public static var serverRejectedRequest: Self { Self(.serverRejectedRequest) }
  /// Error 15 with another reason or wait.
  public static func serverRejectedRequest(
    reason: String? = nil, retryAfter: Double? = nil
  ) -> Self {
    Self(.serverRejectedRequest, reason: reason, retryAfter: retryAfter)
  }

  /// Error 16 with CloudKit's reason.
  public static var assetFileNotFound: Self { Self(.assetFileNotFound) }
  /// Error 16 with another reason or wait.
  public static func assetFileNotFound(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.assetFileNotFound, reason: reason, retryAfter: retryAfter)
  }

  /// Error 17 with CloudKit's reason.
  public static var assetFileModified: Self { Self(.assetFileModified) }
  /// Error 17 with another reason or wait.
  public static func assetFileModified(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.assetFileModified, reason: reason, retryAfter: retryAfter)
  }

  /// Error 18 with CloudKit's reason.
  public static var incompatibleVersion: Self { Self(.incompatibleVersion) }
  /// Error 18 with another reason or wait.
  public static func incompatibleVersion(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.incompatibleVersion, reason: reason, retryAfter: retryAfter)
  }

  /// Error 19 with CloudKit's reason.
  public static var constraintViolation: Self { Self(.constraintViolation) }
  /// Error 19 with another reason or wait.
  public static func constraintViolation(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.constraintViolation, reason: reason, retryAfter: retryAfter)
  }

  /// Error 20 with CloudKit's reason.
  public static var operationCancelled: Self { Self(.operationCancelled) }
  /// Error 20 with another reason or wait.
  public static func operationCancelled(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.operationCancelled, reason: reason, retryAfter: retryAfter)
  }

  /// Error 21 with CloudKit's reason.
  public static var changeTokenExpired: Self { Self(.changeTokenExpired) }
  /// Error 21 with another reason or wait.
  public static func changeTokenExpired(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.changeTokenExpired, reason: reason, retryAfter: retryAfter)
  }

  /// Error 22 with CloudKit's reason.
  public static var batchRequestFailed: Self { Self(.batchRequestFailed) }
  /// Error 22 with another reason or wait.
  public static func batchRequestFailed(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.batchRequestFailed, reason: reason, retryAfter: retryAfter)
  }

  /// Error 23 with CloudKit's reason.
  public static var zoneBusy: Self { Self(.zoneBusy) }
  /// Error 23 with another reason or wait.
  public static func zoneBusy(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.zoneBusy, reason: reason, retryAfter: retryAfter)
  }

  /// Error 24 with CloudKit's reason.
  public static var badDatabase: Self { Self(.badDatabase) }
  /// Error 24 with another reason or wait.
  public static func badDatabase(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.badDatabase, reason: reason, retryAfter: retryAfter)
  }

  /// Error 25 with CloudKit's reason.
  public static var quotaExceeded: Self { Self(.quotaExceeded) }
  /// Error 25 with another reason or wait.
  public static func quotaExceeded(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.quotaExceeded, reason: reason, retryAfter: retryAfter)
  }

  /// Error 26 with CloudKit's reason.
  public static var zoneNotFound: Self { Self(.zoneNotFound) }
  /// Error 26 with another reason or wait.
  public static func zoneNotFound(
    reason: String? = nil, retryAfter: Double? = nil, userDidResetEncryptedData: Bool = false
  ) -> Self {
    Self(
      .zoneNotFound, reason: reason, retryAfter: retryAfter,
      userDidResetEncryptedData: userDidResetEncryptedData)
  }

  /// Error 27 with CloudKit's reason.
  public static var limitExceeded: Self { Self(.limitExceeded) }
  /// Error 27 with another reason or wait.
  public static func limitExceeded(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.limitExceeded, reason: reason, retryAfter: retryAfter)
  }

  /// Error 28 with CloudKit's reason.
  public static var userDeletedZone: Self { Self(.userDeletedZone) }
  /// Error 28 with another reason or wait.
  public static func userDeletedZone(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.userDeletedZone, reason: reason, retryAfter: retryAfter)
  }

  /// Error 29 with CloudKit's reason.
  public static var tooManyParticipants: Self { Self(.tooManyParticipants) }
  /// Error 29 with another reason or wait.
  public static func tooManyParticipants(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.tooManyParticipants, reason: reason, retryAfter: retryAfter)
  }

  /// Error 30 with CloudKit's reason.
  public static var alreadyShared: Self { Self(.alreadyShared) }
  /// Error 30 with another reason or wait.
  public static func alreadyShared(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.alreadyShared, reason: reason, retryAfter: retryAfter)
  }

  /// Error 31 with CloudKit's reason.
  public static var referenceViolation: Self { Self(.referenceViolation) }
  /// Error 31 with another reason or wait.
  public static func referenceViolation(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.referenceViolation, reason: reason, retryAfter: retryAfter)
  }

  /// Error 32 with CloudKit's reason.
  public static var managedAccountRestricted: Self { Self(.managedAccountRestricted) }
  /// Error 32 with another reason or wait.
  public static func managedAccountRestricted(
    reason: String? = nil, retryAfter: Double? = nil
  ) -> Self {
    Self(.managedAccountRestricted, reason: reason, retryAfter: retryAfter)
  }

  /// Error 33 with CloudKit's reason.
  public static var participantMayNeedVerification: Self { Self(.participantMayNeedVerification) }
  /// Error 33 with another reason or wait.
  public static func participantMayNeedVerification(
    reason: String? = nil, retryAfter: Double? = nil
  ) -> Self {
    Self(.participantMayNeedVerification, reason: reason, retryAfter: retryAfter)
  }

  /// Error 34 with CloudKit's reason.
  public static var serverResponseLost: Self { Self(.serverResponseLost) }
  /// Error 34 with another reason or wait.
  public static func serverResponseLost(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.serverResponseLost, reason: reason, retryAfter: retryAfter)
  }

  /// Error 35 with CloudKit's reason.
  public static var assetNotAvailable: Self { Self(.assetNotAvailable) }
  /// Error 35 with another reason or wait.
  public static func assetNotAvailable(reason: String? = nil, retryAfter: Double? = nil) -> Self {
    Self(.assetNotAvailable, reason: reason, retryAfter: retryAfter)
  }

  /// Error 36 with CloudKit's reason.
  public static var accountTemporarilyUnavailable: Self { Self(.accountTemporarilyUnavailable) }
  /// Error 36 with another reason or wait.
  public static func accountTemporarilyUnavailable(
    reason: String? = nil, retryAfter: Double? = nil
  ) -> Self {
    Self(.accountTemporarilyUnavailable, reason: reason, retryAfter: retryAfter)
  }

  /// Error 37 with CloudKit's reason.
  public static var participantAlreadyInvited: Self { Self(.participantAlreadyInvited) }
  /// Error 37 with another reason or wait.
  public static func participantAlreadyInvited(
    reason: String? = nil, retryAfter: Double? = nil
  ) -> Self {
    Self(.participantAlreadyInvited, reason: reason, retryAfter: retryAfter)
  }
}
