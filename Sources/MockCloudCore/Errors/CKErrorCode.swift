/// The error codes of CloudKit's `CKErrorDomain`, with the raw values of `CKError.h`.
public enum CKErrorCode: Int32, Sendable, CaseIterable {
  case internalError = 1
  case partialFailure = 2
  case networkUnavailable = 3
  case networkFailure = 4
  case badContainer = 5
  case serviceUnavailable = 6
  case requestRateLimited = 7
  case missingEntitlement = 8
  case notAuthenticated = 9
  case permissionFailure = 10
  case unknownItem = 11
  case invalidArguments = 12
  case resultsTruncated = 13
  case serverRecordChanged = 14
  case serverRejectedRequest = 15
  case assetFileNotFound = 16
  case assetFileModified = 17
  case incompatibleVersion = 18
  case constraintViolation = 19
  case operationCancelled = 20
  case changeTokenExpired = 21
  case batchRequestFailed = 22
  case zoneBusy = 23
  case badDatabase = 24
  case quotaExceeded = 25
  case zoneNotFound = 26
  case limitExceeded = 27
  case userDeletedZone = 28
  case tooManyParticipants = 29
  case alreadyShared = 30
  case referenceViolation = 31
  case managedAccountRestricted = 32
  case participantMayNeedVerification = 33
  case serverResponseLost = 34
  case assetNotAvailable = 35
  case accountTemporarilyUnavailable = 36
  case participantAlreadyInvited = 37

  /// The code's name in Swift's `CKError.Code`, for example `zoneNotFound`.
  public var name: String {
    // The library for distribution has no names of cases to print.
    switch self {
    case .internalError: "internalError"
    case .partialFailure: "partialFailure"
    case .networkUnavailable: "networkUnavailable"
    case .networkFailure: "networkFailure"
    case .badContainer: "badContainer"
    case .serviceUnavailable: "serviceUnavailable"
    case .requestRateLimited: "requestRateLimited"
    case .missingEntitlement: "missingEntitlement"
    case .notAuthenticated: "notAuthenticated"
    case .permissionFailure: "permissionFailure"
    case .unknownItem: "unknownItem"
    case .invalidArguments: "invalidArguments"
    case .resultsTruncated: "resultsTruncated"
    case .serverRecordChanged: "serverRecordChanged"
    case .serverRejectedRequest: "serverRejectedRequest"
    case .assetFileNotFound: "assetFileNotFound"
    case .assetFileModified: "assetFileModified"
    case .incompatibleVersion: "incompatibleVersion"
    case .constraintViolation: "constraintViolation"
    case .operationCancelled: "operationCancelled"
    case .changeTokenExpired: "changeTokenExpired"
    case .batchRequestFailed: "batchRequestFailed"
    case .zoneBusy: "zoneBusy"
    case .badDatabase: "badDatabase"
    case .quotaExceeded: "quotaExceeded"
    case .zoneNotFound: "zoneNotFound"
    case .limitExceeded: "limitExceeded"
    case .userDeletedZone: "userDeletedZone"
    case .tooManyParticipants: "tooManyParticipants"
    case .alreadyShared: "alreadyShared"
    case .referenceViolation: "referenceViolation"
    case .managedAccountRestricted: "managedAccountRestricted"
    case .participantMayNeedVerification: "participantMayNeedVerification"
    case .serverResponseLost: "serverResponseLost"
    case .assetNotAvailable: "assetNotAvailable"
    case .accountTemporarilyUnavailable: "accountTemporarilyUnavailable"
    case .participantAlreadyInvited: "participantAlreadyInvited"
    }
  }

  /// The code with that name in Swift's `CKError.Code`, or nil.
  public init?(name: String) {
    guard let code = Self.codes[name] else { return nil }
    self = code
  }

  private static let codes: [String: CKErrorCode] = allCases.reduce(into: [:]) { codes, code in
    codes[code.name] = code
  }
}
