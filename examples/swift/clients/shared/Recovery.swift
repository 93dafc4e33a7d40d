import CloudKit

/// What a sync does about an error of CloudKit, so that the next attempt can succeed.
enum Recovery: Equatable {
  /// Try again after some seconds.
  case wait(TimeInterval)
  /// Try again with fewer records in a request.
  case split
  /// Read all changes from the beginning.
  case readAgain
  /// Create the zone, and upload everything.
  case setUp
  /// Delete the local data: the user has deleted that of the app in the settings.
  case purge
  /// Nothing. The app shows the error, and the user tries again later.
  case stop
}

extension CKError {
  /// What to do about the error.
  ///
  /// - Parameter attempt: The number of attempts before, from which a wait follows if the service
  ///   names none.
  func recovery(after attempt: Int) -> Recovery {
    switch code {
    case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited, .zoneBusy,
      .serverResponseLost:
      .wait(retryAfterSeconds ?? TimeInterval(1 << min(attempt, 6)))
    case .limitExceeded: .split
    case .changeTokenExpired: .readAgain
    case .zoneNotFound: .setUp
    case .userDeletedZone: .purge
    default: .stop
    }
  }

  /// Whether a request with fewer records may succeed: they are too many, or one of them is invalid.
  var isOfBatch: Bool { code == .limitExceeded || code == .invalidArguments }

  /// The errors of the items, by which a partial failure is handled, or the error itself.
  ///
  /// An item that failed only because another one of its zone did is left out.
  var causes: [CKError] {
    guard code == .partialFailure, let errors = partialErrorsByItemID else { return [self] }
    return errors.values.compactMap { $0 as? CKError }.filter { $0.code != .batchRequestFailed }
  }
}

extension TimeInterval {
  /// The time as a wait, which is not negative and no longer than a day: a service may ask for any
  /// number of seconds.
  var asWait: TimeInterval { self > 0 ? Swift.min(self, 86_400) : 0 }
}

extension Task where Success == Never, Failure == Never {
  /// Waits for some seconds, at most a day.
  static func wait(_ seconds: TimeInterval) async throws {
    try await sleep(nanoseconds: UInt64(seconds.asWait * 1_000_000_000))
  }
}

/// The changes that the service has refused for what they are, such as an invalid name, during one
/// synchronisation. They do not stop the others, and the next synchronisation sends them again.
struct Refusals<Name: Hashable & Sendable>: Sendable {
  private var edits: [Name: Int] = [:]
  /// The first error.
  private(set) var error: CKError?

  /// Whether a version of an object was refused.
  func contain(_ name: Name, _ edits: Int) -> Bool { self.edits[name] == edits }

  mutating func add(_ name: Name, _ edits: Int, _ error: CKError) {
    self.edits[name] = edits
    self.error = self.error ?? error
  }

  /// Throws the first error.
  func throwError() throws { if let error { throw error } }
}

extension Error {
  /// The error as one of CloudKit.
  var inCloudKit: CKError { self as? CKError ?? CKError(.internalError) }
}

/// What `CKDatabase.modifyRecords` returns.
typealias ModificationResults = (
  saveResults: [CKRecord.ID: Result<CKRecord, any Error>],
  deleteResults: [CKRecord.ID: Result<Void, any Error>]
)

extension Array {
  /// The elements in parts of at most a number of them.
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
