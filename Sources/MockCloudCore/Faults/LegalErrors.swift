/// The errors with which a call of the service can fail as a whole, which an exploration tries.
///
/// Not included are errors of items (`partialFailure`, `serverRecordChanged`, `batchRequestFailed`
/// and the like), `operationCancelled`, which the client itself causes, `resultsTruncated`, which
/// CloudKit no longer returns, and `serverResponseLost`, which is a separate case.
enum LegalErrors {
  /// The errors of any call.
  private static let common: [CKErrorCode] = [
    .internalError, .networkUnavailable, .networkFailure, .badContainer, .serviceUnavailable,
    .requestRateLimited, .missingEntitlement, .notAuthenticated, .serverRejectedRequest,
    .incompatibleVersion, .managedAccountRestricted, .accountTemporarilyUnavailable,
  ]

  /// The additional errors of certain operations.
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

  /// The common errors of operations that work without an account.
  private static let withoutAccount = common.filter { $0 != .notAuthenticated }

  private static func sorted(_ codes: [CKErrorCode]) -> [CKErrorCode] {
    Array(codes).genericSorted { $0.rawValue < $1.rawValue }
  }

  /// Returns the codes in numeric order.
  ///
  /// - Parameter items: The number of the call's items: a call with one item cannot be split, so
  ///   that it does not fail because of its size.
  static func codes(for operation: String, items: Int) -> [CKErrorCode] {
    if operation.hasBytes(of: "account/status") { return withoutAccount }
    let codes = codesByOperation[operation] ?? common
    return items < 2 ? codes.filter { $0 != .limitExceeded } : codes
  }

  /// All codes that are legal for any operation.
  static let all: Set<CKErrorCode> = Set(common + specific.flatMap(\.codes))
}
