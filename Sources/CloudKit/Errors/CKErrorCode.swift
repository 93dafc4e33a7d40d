extension CKError {
  /// CloudKit's error codes (Apple: `CKError.Code`, `CKError.h`).
  ///
  /// Every number is a code, as with an enumeration that was imported from Objective-C: a number
  /// without a name is the case `unknown`, which clients handle with `@unknown default`.
  public enum Code: RawRepresentable, Hashable, Sendable {
    /// An unexpected error inside CloudKit.
    case internalError
    /// Some items of the operation failed; `partialErrorsByItemID` has their errors.
    case partialFailure
    /// The device has no network.
    case networkUnavailable
    /// The network is there, but CloudKit cannot be reached.
    case networkFailure
    /// The container is unknown or the app may not use it.
    case badContainer
    /// The service is not available, or it throttles the client.
    case serviceUnavailable
    /// The client has sent too many requests; see `retryAfterSeconds`.
    case requestRateLimited
    /// The app lacks an entitlement.
    case missingEntitlement
    /// Nobody is signed in to iCloud.
    case notAuthenticated
    /// The user may not read or write this.
    case permissionFailure
    /// The record does not exist.
    case unknownItem
    /// The request has invalid arguments.
    case invalidArguments
    /// Not used anymore.
    case resultsTruncated
    /// The record on the server is newer than the client's version.
    case serverRecordChanged
    /// The server refuses the request.
    case serverRejectedRequest
    /// The file of an asset does not exist.
    case assetFileNotFound
    /// The file of an asset changed while it was saved.
    case assetFileModified
    /// The app is older than the container allows.
    case incompatibleVersion
    /// A value must be unique and is not.
    case constraintViolation
    /// The operation was cancelled.
    case operationCancelled
    /// The change token is too old, or of another zone.
    case changeTokenExpired
    /// Another item of the batch failed, and the zone is atomic.
    case batchRequestFailed
    /// The zone is too busy; see `retryAfterSeconds`.
    case zoneBusy
    /// The database does not support the operation.
    case badDatabase
    /// The user has no storage left.
    case quotaExceeded
    /// The zone does not exist.
    case zoneNotFound
    /// The request is too large; send half of it.
    case limitExceeded
    /// The user deleted the zone's data in the settings.
    case userDeletedZone
    /// The share has too many participants.
    case tooManyParticipants
    /// The record is shared already.
    case alreadyShared
    /// The target of a reference does not exist, or is deleted although something refers to it.
    case referenceViolation
    /// The account is managed and must not do this.
    case managedAccountRestricted
    /// The user must verify that an invited address is theirs.
    case participantMayNeedVerification
    /// The response got lost: the server may have done what was asked.
    case serverResponseLost
    /// The file of an asset cannot be read now.
    case assetNotAvailable
    /// The account is not ready yet.
    case accountTemporarilyUnavailable
    /// The participant has been invited already.
    case participantAlreadyInvited
    /// A number that has no name here.
    case unknown(Int)
  }
}

extension CKError.Code {
  /// The codes in the order of their numbers, which begin with 1.
  static let named: [CKError.Code] = [
    .internalError, .partialFailure, .networkUnavailable, .networkFailure, .badContainer,
    .serviceUnavailable, .requestRateLimited, .missingEntitlement, .notAuthenticated,
    .permissionFailure, .unknownItem, .invalidArguments, .resultsTruncated, .serverRecordChanged,
    .serverRejectedRequest, .assetFileNotFound, .assetFileModified, .incompatibleVersion,
    .constraintViolation, .operationCancelled, .changeTokenExpired, .batchRequestFailed, .zoneBusy,
    .badDatabase, .quotaExceeded, .zoneNotFound, .limitExceeded, .userDeletedZone,
    .tooManyParticipants, .alreadyShared, .referenceViolation, .managedAccountRestricted,
    .participantMayNeedVerification, .serverResponseLost, .assetNotAvailable,
    .accountTemporarilyUnavailable, .participantAlreadyInvited,
  ]

  /// Creates the code with a number. Never returns nil.
  public init?(rawValue: Int) { self.init(number: rawValue) }

  init(number: Int) {
    let known = Self.named.indices.contains(number &- 1)
    self = known ? Self.named[number &- 1] : .unknown(number)
  }

  // A search of the list would compare raw values, and so call this property again.
  public var rawValue: Int {
    switch self {
    case .internalError: 1
    case .partialFailure: 2
    case .networkUnavailable: 3
    case .networkFailure: 4
    case .badContainer: 5
    case .serviceUnavailable: 6
    case .requestRateLimited: 7
    case .missingEntitlement: 8
    case .notAuthenticated: 9
    case .permissionFailure: 10
    case .unknownItem: 11
    case .invalidArguments: 12
    case .resultsTruncated: 13
    case .serverRecordChanged: 14
    case .serverRejectedRequest: 15
    case .assetFileNotFound: 16
    case .assetFileModified: 17
    case .incompatibleVersion: 18
    case .constraintViolation: 19
    case .operationCancelled: 20
    case .changeTokenExpired: 21
    case .batchRequestFailed: 22
    case .zoneBusy: 23
    case .badDatabase: 24
    case .quotaExceeded: 25
    case .zoneNotFound: 26
    case .limitExceeded: 27
    case .userDeletedZone: 28
    case .tooManyParticipants: 29
    case .alreadyShared: 30
    case .referenceViolation: 31
    case .managedAccountRestricted: 32
    case .participantMayNeedVerification: 33
    case .serverResponseLost: 34
    case .assetNotAvailable: 35
    case .accountTemporarilyUnavailable: 36
    case .participantAlreadyInvited: 37
    case .unknown(let number): number
    }
  }

  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Whether an error is a `CKError` with this code, for `catch CKError.zoneBusy`.
  public static func ~= (code: CKError.Code, error: any Error) -> Bool {
    (error as? CKError)?.code == code
  }
}
