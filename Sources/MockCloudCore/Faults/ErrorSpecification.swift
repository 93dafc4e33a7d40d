/// An error as a test specifies it.
public struct ErrorSpecification: Sendable, Equatable {
  public var code: CKErrorCode
  /// Nil means CloudKit's own text.
  public var reason: String?
  /// Seconds to wait before the next attempt.
  public var retryAfter: Double?
  public var userDidResetEncryptedData = false
  /// Further keys of the error's dictionary, which answers have as they were given.
  var further: [CloudError.Member] = []

  public init(
    _ code: CKErrorCode, reason: String? = nil, retryAfter: Double? = nil,
    userDidResetEncryptedData: Bool = false
  ) {
    self.code = code
    self.reason = reason
    self.retryAfter = retryAfter
    self.userDidResetEncryptedData = userDidResetEncryptedData
  }

  /// The default errors of requests and responses that are lost, and of items that are left out.
  static let lostRequest = ErrorSpecification(.networkFailure)
  static let lostResponse = ErrorSpecification(.serverResponseLost)
  static let lostItems = ErrorSpecification(.serviceUnavailable)

  /// CloudKit always announces a wait with these two errors (DOC: CKErrorRetryAfterKey); its
  /// default length is our choice (DECIDED: 30 s, an example of TN3162).
  private static let standardWait = 30.0

  var cloudError: CloudError {
    let announcesWait = code == .serviceUnavailable || code == .requestRateLimited
    var error = CloudError(
      code, reason ?? ServerText.standard(for: code),
      retryAfter: retryAfter ?? (announcesWait ? Self.standardWait : nil))
    error.userDidResetEncryptedData = userDidResetEncryptedData
    error.further = further
    return error
  }

  /// The codes of errors that the seed chooses for records.
  static let drawn: [CKErrorCode] = [
    .internalError, .networkUnavailable, .networkFailure, .serviceUnavailable,
    .requestRateLimited, .notAuthenticated, .permissionFailure, .invalidArguments,
    .serverRejectedRequest, .zoneBusy, .quotaExceeded, .zoneNotFound, .userDeletedZone,
    .serverResponseLost, .accountTemporarilyUnavailable, .unknownItem,
  ]

  /// Returns the error that the seed chooses for a record name.
  static func draw(seed: UInt64, recordName: RecordName) -> ErrorSpecification {
    let hash = SeededRandom.hash(seed: seed, "recordErrors/\(recordName)", 0)
    let index = Int(hash % UInt64(drawn.count))
    return ErrorSpecification(drawn[index])
  }
}
