public import CloudKit

/// Fetches records. For one that does not exist, no block is called, and the operation succeeds.
public final class MockCKFetchRecordsOperation: MockCKDatabaseOperation, CKFetchRecordsOperational,
  @unchecked Sendable
{
  public var recordIDs: [CKRecord.ID]?
  /// The fields of the records; nil means all.
  public var desiredKeys: [CKRecord.FieldKey]?

  /// Called once for each record that exists.
  public var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
  /// Called once for each record that exists.
  public var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?

  public required init() { super.init() }

  public convenience init(recordIDs: [CKRecord.ID]) {
    self.init()
    self.recordIDs = recordIDs
  }

  override func report(_ error: any Error) { fetchRecordsResultBlock?(.failure(error)) }

  override func perform(in database: MockCKDatabase) -> Bool {
    let failures = failures(in: database)
    let recordIDs = (recordIDs ?? []).withoutRepeats
    var errors: [(id: CKRecord.ID, error: CKError)] = []
    do throws(CKError) {
      let found = try fetch(recordIDs, failures, in: database)
      for recordID in recordIDs {
        guard let (result, progress) = found[recordID] else { continue }
        if case .failure(let error) = result { errors.append((recordID, error)) }
        perRecordProgressBlock?(recordID, progress)
        perRecordResultBlock?(recordID, result.mapError { $0 as any Error })
      }
      let error = failures.outcome(errors, nil)
      fetchRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
    } catch {
      fetchRecordsResultBlock?(.failure(failures.outcome([], error) ?? error))
    }
    return true
  }

  /// The results of the records that exist.
  private func fetch(
    _ recordIDs: [CKRecord.ID], _ failures: SetFailures, in database: MockCKDatabase
  ) throws(CKError) -> [CKRecord.ID: (Result<CKRecord, CKError>, progress: Double)] {
    var found: [CKRecord.ID: (Result<CKRecord, CKError>, progress: Double)] = [:]
    let failing = recordIDs.filter { failures.contains($0) }
    for (recordID, version) in zip(failing, database.stored(failing)) where version != nil {
      guard let failure = failures.failure(of: recordID) else { continue }
      found[recordID] = (.failure(failure.error), failure.progress)
    }
    let wanted = recordIDs.filter { !failures.contains($0) }
    if wanted.isEmpty { return found }
    var whole: [CKRecord] = []
    for (recordID, result) in try database.cloudDatabase.lookUp(wanted, desiredKeys: desiredKeys) {
      if case .failure(let error) = result, error.isOfMissingRecord { continue }
      found[recordID] = (result, 1)
      if desiredKeys == nil, let record = try? result.get() { whole.append(record) }
    }
    for record in database.current(whole) { found[record.recordID] = (.success(record), 1) }
    return found
  }

  override var ownProperties: [Reflection.Property] {
    [
      ("recordIDs", recordIDs), ("desiredKeys", desiredKeys),
      ("perRecordProgressBlock", perRecordProgressBlock),
      ("perRecordResultBlock", perRecordResultBlock),
      ("fetchRecordsResultBlock", fetchRecordsResultBlock),
    ]
  }
}

extension CKError {
  /// Whether a record does not exist, or its zone.
  fileprivate var isOfMissingRecord: Bool { code == .unknownItem || code == .zoneNotFound }
}
