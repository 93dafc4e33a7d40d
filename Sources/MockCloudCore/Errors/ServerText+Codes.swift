extension ServerText {
  /// Returns the text of an injected error that has none of its own.
  static func standard(for code: CKErrorCode) -> String {
    switch code {
    case .internalError, .serverRejectedRequest: "Internal server error"
    case .partialFailure: someRecordsNotModified
    case .networkUnavailable: "The Internet connection appears to be offline"
    case .networkFailure: "CloudKit could not be reached"
    case .badContainer: "Couldn't get container configuration from the server for container"
    case .serviceUnavailable: "Request failed with http status code 503"
    case .requestRateLimited: "This operation has been rate limited due to an earlier error"
    case .missingEntitlement: "The application is missing a required entitlement"
    case .notAuthenticated: authenticationRequired
    case .permissionFailure: writeNotPermitted
    case .unknownItem: recordNotFound
    case .invalidArguments: "Invalid arguments"
    case .resultsTruncated: "Results were truncated"
    case .serverRecordChanged: conflict
    case .assetFileNotFound: "Asset file not found"
    case .assetFileModified: "Asset file was modified while it was uploaded"
    case .incompatibleVersion: "This version of the application is too old"
    case .constraintViolation: "A unique field already has this value"
    case .operationCancelled: "Operation was cancelled"
    case .changeTokenExpired: "client knowledge differs from server knowledge"
    case .batchRequestFailed: atomicFailure
    case .zoneBusy: "Zone is busy, try again later"
    case .badDatabase: "The operation is not possible in this database"
    case .quotaExceeded: "Quota exceeded"
    case .zoneNotFound: zoneNotFound
    case .limitExceeded: "The request is over the server's limits"
    case .userDeletedZone: zonePurged
    case .tooManyParticipants: "The share has too many participants"
    case .alreadyShared: "The record is already shared"
    case .referenceViolation: "Reference violation"
    case .managedAccountRestricted: "The managed account does not allow this request"
    case .participantMayNeedVerification: "The participant may need to verify an address"
    case .serverResponseLost: "The connection was lost before the response arrived"
    case .assetNotAvailable: "The asset is not available"
    case .accountTemporarilyUnavailable: accountNotReady
    case .participantAlreadyInvited: "The user is already invited to the share"
    }
  }
}
