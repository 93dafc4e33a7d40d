// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CMockCloud
internal import MockCloudCore

@_cdecl("mockcloud_version_number")
public func mockcloud_version_number() -> Int32 {
  MOCKCLOUD_VERSION_MAJOR * 1_000_000 + MOCKCLOUD_VERSION_MINOR * 1000 + MOCKCLOUD_VERSION_PATCH
}

@_cdecl("mockcloud_version_string")
public func mockcloud_version_string() -> UnsafePointer<CChar>? {
  cString("0.1.0")
}

@_cdecl("mockcloud_abi_version")
public func mockcloud_abi_version() -> Int32 {
  MOCKCLOUD_ABI_VERSION
}

@_cdecl("mockcloud_status_name")
public func mockcloud_status_name(_ status: Int32) -> UnsafePointer<CChar>? {
  if let misuse = MisuseStatus(rawValue: status) { return cString(name(of: misuse)) }
  if let code = CKErrorCode(rawValue: status) { return cString(name(of: code)) }
  return status == 0 ? cString("ok") : cString("unknown")
}

private func name(of misuse: MisuseStatus) -> StaticString {
  switch misuse {
  case .nullArgument: "nullArgument"
  case .badHandle: "badHandle"
  case .badJSON: "badJSON"
  case .unknownOperation: "unknownOperation"
  case .badMockRequest: "badMockRequest"
  case .scriptMismatch: "scriptMismatch"
  case .internalFailure: "internal"
  }
}

/// The names as static strings, because C needs pointers that stay valid, unlike those of a
/// `String`. A test compares them with `CKErrorCode.name`.
private func name(of code: CKErrorCode) -> StaticString {
  switch code {
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
