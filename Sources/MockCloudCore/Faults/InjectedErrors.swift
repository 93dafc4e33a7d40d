/// The errors that a test set to be answered until it clears them: by operation and by record.
struct InjectedErrors: Sendable {
  /// What every service operation without an entry of its own answers.
  private(set) var everyOperation: ErrorSpecification?
  /// By operation name; sorted by it.
  private(set) var operations = OrderedMap<String, ErrorSpecification>()
  private(set) var records: [RecordRule] = []

  /// A record that fails, in one zone or in any.
  struct RecordRule: Sendable {
    let recordName: String
    let zoneID: ZoneID?
    let error: ErrorSpecification
  }

  mutating func set(_ error: ErrorSpecification?, for names: [String]?) {
    guard let names else {
      everyOperation = error
      if error == nil { operations = OrderedMap() }
      return
    }
    for name in names {
      if let error {
        _ = operations.updateValue(error, forKey: name)
      } else {
        _ = operations.removeValue(forKey: name)
      }
    }
  }

  mutating func setRecords(_ rules: [RecordRule]) { records = rules }

  /// The error that a call of that operation is answered with.
  func error(forOperation name: String) -> CloudError? {
    guard everyOperation != nil || !operations.isEmpty else { return nil }
    return (operations[name] ?? everyOperation)?.cloudError
  }

  /// The error that an item about that record is answered with.
  func error(forRecord name: String, in zoneID: ZoneID) -> CloudError? {
    guard !records.isEmpty else { return nil }
    return records.first {
      $0.recordName == name && ($0.zoneID == nil || $0.zoneID == zoneID)
    }?.error.cloudError
  }
}

/// An error as a test describes it.
struct ErrorSpecification: Sendable, Equatable {
  var code: CKErrorCode
  var reason: String?
  /// Seconds.
  var retryAfter: Double?
  var userDidResetEncryptedData = false

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
    return ErrorSpecification(code: drawn[index])
  }
}
