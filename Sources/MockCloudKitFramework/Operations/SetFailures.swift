internal import CloudKit
internal import MockCloudCore

/// The errors that a test has set, for one run of an operation.
struct SetFailures {
  /// The domain of partial failures that a test has set.
  static let partialDomain = "MockCKErrorDomain"

  private let error: NSError?
  private let records: [CKRecord.ID: CKError.Code?]
  private let database: MockCKDatabase

  init(_ settings: ErrorSettings, in database: MockCKDatabase) {
    error = settings.error
    self.database = database
    var records: [CKRecord.ID: CKError.Code?] = [:]
    for recordID in settings.recordIDs ?? [] { records.updateValue(nil, forKey: recordID) }
    for (recordID, code) in settings.recordCodes ?? [:] {
      records.updateValue(code, forKey: recordID)
    }
    self.records = records
  }

  /// The error of the operation as a whole.
  var wholeError: NSError? { error }

  func contains(_ recordID: CKRecord.ID) -> Bool { records[recordID] != nil }

  /// The error of a record, and how much of it was transferred until then; nil if it does not fail.
  func failure(of recordID: CKRecord.ID) -> (error: CKError, progress: Double)? {
    guard let code = records[recordID] else { return nil }
    let drawn = database.choice.host?.cloud.drawnFailure(of: RecordName(recordID.recordName))
    let progress = drawn?.progress ?? 0
    if let code { return (CKError(code), progress) }
    return (
      drawn.map { database.cloudDatabase.error($0.error) } ?? CKError(.badContainer), progress
    )
  }

  /// The error of an operation on records; nil if it succeeded.
  ///
  /// - Parameters:
  ///   - errors: The errors of records, those that were set and those of the cloud.
  ///   - refusal: Why the cloud did not run the operation.
  func outcome(_ errors: [(id: CKRecord.ID, error: CKError)], _ refusal: CKError?) -> (any Error)? {
    if records.isEmpty, let error { return error }
    if let refusal { return refusal }
    if !records.isEmpty { return partialFailure(errors) }
    guard !errors.isEmpty else { return nil }
    let pairs = errors.map { (AnyHashable($0.id), $0.error as any Error) }
    let byID = Dictionary(pairs) { _, last in last }
    return CKError(.partialFailure, userInfo: [CKPartialErrorsByItemIDKey: byID])
  }

  private func partialFailure(_ errors: [(id: CKRecord.ID, error: CKError)]) -> NSError {
    let byName = Dictionary(errors.map { ($0.id.recordName, $0.error) }) { _, last in last }
    return NSError(
      domain: Self.partialDomain, code: CKError.partialFailure.rawValue,
      userInfo: [
        CKPartialErrorsByItemIDKey: byName,
        NSLocalizedDescriptionKey: "Some records have errors that the test has set.",
      ])
  }
}
