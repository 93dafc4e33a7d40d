/// Which errors a call of the service can fail with as a whole: what an exploration tries.
///
/// Left out are errors that the service gives to items alone (`partialFailure`, `serverRecordChanged`,
/// `batchRequestFailed` and the like), `operationCancelled`, which is the client's own doing,
/// `resultsTruncated`, which CloudKit no longer returns, and `serverResponseLost`, which is a case of
/// its own.
enum LegalErrors {
  /// What can happen to a call whatever it asks for.
  private static let common: [CKErrorCode] = [
    .internalError, .networkUnavailable, .networkFailure, .badContainer, .serviceUnavailable,
    .requestRateLimited, .missingEntitlement, .notAuthenticated, .serverRejectedRequest,
    .incompatibleVersion, .managedAccountRestricted, .accountTemporarilyUnavailable,
  ]

  /// What can happen beside, by the names of the operations.
  private static let specific: [(operations: [String], codes: [CKErrorCode])] = [
    (
      ["records/modify"],
      [
        .permissionFailure, .invalidArguments, .zoneBusy, .quotaExceeded, .zoneNotFound,
        .limitExceeded, .userDeletedZone,
      ]
    ),
    (
      ["records/lookup"],
      [.permissionFailure, .zoneBusy, .zoneNotFound, .limitExceeded, .userDeletedZone]
    ),
    (
      ["records/query"],
      [
        .permissionFailure, .unknownItem, .invalidArguments, .zoneBusy, .zoneNotFound,
        .limitExceeded, .userDeletedZone,
      ]
    ),
    (
      ["changes/zone", "records/changes"],
      [.changeTokenExpired, .zoneBusy, .zoneNotFound, .userDeletedZone]
    ),
    (["changes/database", "zones/changes"], [.changeTokenExpired]),
    (["zones/list"], [.zoneBusy]),
    (["zones/lookup"], [.zoneBusy, .zoneNotFound, .limitExceeded, .userDeletedZone]),
    (
      ["zones/modify"],
      [
        .permissionFailure, .invalidArguments, .zoneBusy, .badDatabase, .quotaExceeded,
        .limitExceeded, .userDeletedZone,
      ]
    ),
    (
      ["subscriptions/modify"],
      [
        .permissionFailure, .invalidArguments, .zoneNotFound, .limitExceeded, .userDeletedZone,
      ]
    ),
    (["subscriptions/lookup"], [.unknownItem, .limitExceeded]),
    (
      ["assets/upload", "assets/rereference"],
      [
        .permissionFailure, .invalidArguments, .assetFileNotFound, .assetFileModified, .zoneBusy,
        .quotaExceeded, .zoneNotFound, .limitExceeded, .userDeletedZone,
      ]
    ),
    (
      ["assets/download"],
      [
        .permissionFailure, .assetFileNotFound, .zoneBusy, .zoneNotFound, .limitExceeded,
        .userDeletedZone, .assetNotAvailable,
      ]
    ),
    (
      ["records/resolve"],
      [.permissionFailure, .unknownItem, .limitExceeded, .participantMayNeedVerification]
    ),
    (
      ["records/accept"],
      [
        .permissionFailure, .unknownItem, .zoneBusy, .limitExceeded, .tooManyParticipants,
        .participantMayNeedVerification, .participantAlreadyInvited,
      ]
    ),
    (
      [
        "shares/participants", "users/discover", "users/lookup/email", "users/lookup/id",
        "users/lookup/contacts",
      ],
      [.permissionFailure, .unknownItem, .limitExceeded]
    ),
  ]

  private static let codesByOperation: [String: [CKErrorCode]] = Dictionary(
    specific.flatMap { entry in entry.operations.map { ($0, sorted(common + entry.codes)) } },
    uniquingKeysWith: { first, _ in first })

  /// The operations that work without an account never miss one.
  private static let withoutAccount = common.filter { $0 != .notAuthenticated }

  private static func sorted(_ codes: [CKErrorCode]) -> [CKErrorCode] {
    codes.sorted { $0.rawValue < $1.rawValue }
  }

  /// The codes in the order of their numbers.
  ///
  /// - Parameter items: How many items the call has: one with less than two cannot be cut in half, so
  ///   that it does not fail for its size.
  static func codes(for operation: String, items: Int) -> [CKErrorCode] {
    if operation.hasBytes(of: "account/status") { return withoutAccount }
    let codes = codesByOperation[operation] ?? common
    return items < 2 ? codes.filter { $0 != .limitExceeded } : codes
  }

  /// All codes that are legal anywhere.
  static let all: Set<CKErrorCode> = Set(common + specific.flatMap(\.codes))
}
