public import CloudKit

/// Saves and deletes records. What it saves replaces what the database has, whatever `savePolicy`.
public final class MockCKModifyRecordsOperation: MockCKDatabaseOperation,
  CKModifyRecordsOperational, @unchecked Sendable
{
  public var recordsToSave: [CKRecord]?
  public var recordIDsToDelete: [CKRecord.ID]?
  /// Not used: no save is refused because the database has another version.
  public var savePolicy = CKModifyRecordsOperation.RecordSavePolicy.allKeys

  /// Called once for each record to save.
  public var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  /// Called once for each record to save, with the same object.
  public var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called once for each record to delete that exists.
  public var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
  public var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?

  public required init() { super.init() }

  public init(recordsToSave: [CKRecord]?, recordIDsToDelete: [CKRecord.ID]?) {
    self.recordsToSave = recordsToSave
    self.recordIDsToDelete = recordIDsToDelete
    super.init()
  }

  override func report(_ error: any Error) { modifyRecordsResultBlock?(.failure(error)) }

  override func perform(in database: MockCKDatabase) -> Bool {
    let failures = failures(in: database)
    let saving = recordsToSave ?? []
    let deleting = (recordIDsToDelete ?? []).withoutRepeats
    let existing = existing(deleting, saving, in: database)
    var errors: [(id: CKRecord.ID, error: CKError)] = []
    do throws(CKError) {
      let changes = try change(
        saving.filter { !failures.contains($0.recordID) }.lastOfEachID,
        deleting.filter { !failures.contains($0) }, in: database)
      for record in saving {
        report(record, changes.saved, failures, &errors)
      }
      for recordID in existing {
        report(recordID, changes.deleted, failures, &errors)
      }
      end(failures.outcome(errors, nil))
    } catch {
      end(failures.outcome([], error))
    }
    return true
  }

  /// The IDs of records that exist, or will when the saves are done.
  private func existing(
    _ recordIDs: [CKRecord.ID], _ saving: [CKRecord], in database: MockCKDatabase
  ) -> [CKRecord.ID] {
    let saved = Set(saving.map(\.recordID))
    return zip(recordIDs, database.stored(recordIDs)).compactMap { recordID, version in
      version != nil || saved.contains(recordID) ? recordID : nil
    }
  }

  private typealias Changes = (
    saved: [CKRecord.ID: Result<CKRecord, CKError>], deleted: [CKRecord.ID: Result<Void, CKError>]
  )

  /// Saves and deletes in the cloud; of records with the same ID, the last one is saved. It takes no record twice in one call, so that records which are
  /// saved and deleted take a second one.
  private func change(
    _ saving: [CKRecord], _ deleting: [CKRecord.ID], in database: MockCKDatabase
  ) throws(CKError) -> Changes {
    var changes: Changes = ([:], [:])
    let saved = Set(saving.map(\.recordID))
    let calls = [
      (saving, deleting.filter { !saved.contains($0) }),
      ([], deleting.filter { saved.contains($0) }),
    ]
    for (saving, deleting) in calls where !saving.isEmpty || !deleting.isEmpty {
      let answer = try database.cloudDatabase.replace(with: saving, deleting: deleting)
      for (id, result) in answer.saved { changes.saved[id] = result }
      for (id, result) in answer.deleted { changes.deleted[id] = result }
      database.state.forget(answer.deleted.filter { (try? $0.result.get()) != nil }.map(\.id))
      database.adopt(saving.filter { (try? changes.saved[$0.recordID]?.get()) != nil })
    }
    return changes
  }

  private func report(
    _ record: CKRecord, _ saved: [CKRecord.ID: Result<CKRecord, CKError>],
    _ failures: SetFailures, _ errors: inout [(id: CKRecord.ID, error: CKError)]
  ) {
    let recordID = record.recordID
    let failure = failures.failure(of: recordID)
    perRecordProgressBlock?(record, failure?.progress ?? 1)
    var result = saved[recordID]?.map { _ in record } ?? .failure(CKError(.internalError))
    if let failure { result = .failure(failure.error) }
    if case .failure(let error) = result { errors.append((recordID, error)) }
    perRecordSaveBlock?(recordID, result.mapError { $0 as any Error })
  }

  private func report(
    _ recordID: CKRecord.ID, _ deleted: [CKRecord.ID: Result<Void, CKError>],
    _ failures: SetFailures, _ errors: inout [(id: CKRecord.ID, error: CKError)]
  ) {
    var result = deleted[recordID] ?? .failure(CKError(.internalError))
    if let failure = failures.failure(of: recordID) { result = .failure(failure.error) }
    if case .failure(let error) = result { errors.append((recordID, error)) }
    perRecordDeleteBlock?(recordID, result.mapError { $0 as any Error })
  }

  private func end(_ error: (any Error)?) {
    modifyRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }

  override var ownProperties: [Reflection.Property] {
    [
      ("recordsToSave", recordsToSave), ("recordIDsToDelete", recordIDsToDelete),
      ("savePolicy", savePolicy), ("perRecordProgressBlock", perRecordProgressBlock),
      ("perRecordSaveBlock", perRecordSaveBlock), ("perRecordDeleteBlock", perRecordDeleteBlock),
      ("modifyRecordsResultBlock", modifyRecordsResultBlock),
    ]
  }
}
