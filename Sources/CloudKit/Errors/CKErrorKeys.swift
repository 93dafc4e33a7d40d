// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The domain and the keys of `userInfo` (Apple: `CKError.h`; HOSTCONST the texts).

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"
/// The errors of the failed items of a `partialFailure`, by their IDs.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// The version that the client's change is based on, in a `serverRecordChanged`.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// The version on the server, in a `serverRecordChanged`.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// The version that the client tried to save, in a `serverRecordChanged`.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// The number of seconds after which the client may try again.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// Whether a `zoneNotFound` comes from a reset of the user's encrypted data.
public let CKErrorUserDidResetEncryptedDataKey = "CKUserDidResetEncryptedData"

/// Other keys that Apple's framework sets, seen in logs of apps (LOG).
enum CKErrorUserInfo {
  /// The server's text.
  static let serverDescription = "ServerErrorDescription"
  static let description = "CKErrorDescription"
  static let containerID = "ContainerID"
}
