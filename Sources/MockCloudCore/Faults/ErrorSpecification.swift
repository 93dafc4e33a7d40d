/// An error as a test describes it.
public struct ErrorSpecification: Sendable, Equatable {
  public var code: CKErrorCode
  /// Nil means CloudKit's own text.
  public var reason: String?
  /// Seconds to wait before another try.
  public var retryAfter: Double?
  public var userDidResetEncryptedData = false

  public init(
    _ code: CKErrorCode, reason: String? = nil, retryAfter: Double? = nil,
    userDidResetEncryptedData: Bool = false
  ) {
    self.code = code
    self.reason = reason
    self.retryAfter = retryAfter
    self.userDidResetEncryptedData = userDidResetEncryptedData
  }

  /// CloudKit always announces a wait with these two (DOC: CKErrorRetryAfterKey); the length is ours
  /// where the test names none (DECIDED: 30 s, an example of TN3162).
  private static let standardWait = 30.0

  var cloudError: CloudError {
    let announcesWait = code == .serviceUnavailable || code == .requestRateLimited
    var error = CloudError(
      code, reason ?? ServerText.standard(for: code),
      retryAfter: retryAfter ?? (announcesWait ? Self.standardWait : nil))
    error.userDidResetEncryptedData = userDidResetEncryptedData
    return error
  }

  /// The codes that a record may fail with when the test leaves the choice to the seed.
  static let drawn: [CKErrorCode] = [
    .internalError, .networkUnavailable, .networkFailure, .serviceUnavailable,
    .requestRateLimited, .notAuthenticated, .permissionFailure, .invalidArguments,
    .serverRejectedRequest, .zoneBusy, .quotaExceeded, .zoneNotFound, .userDeletedZone,
    .serverResponseLost, .accountTemporarilyUnavailable, .unknownItem,
  ]

  /// The error that the seed gives a record of that name: the same in every process.
  static func draw(seed: UInt64, recordName: String) -> ErrorSpecification {
    let hash = SeededRandom.hash(seed: seed, "recordErrors/\(recordName)", 0)
    let index = Int(hash % UInt64(drawn.count))
    return ErrorSpecification(drawn[index])
  }
}
