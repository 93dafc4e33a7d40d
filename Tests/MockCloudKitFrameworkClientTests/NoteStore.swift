// An app that is tested with MockCloudKitFramework: its code is generic over the container.
import CloudKit
import MockCloudKitFramework

final class NoteStore<Container: CloudContainable> {
  private let container: Container
  private let database: Container.DatabaseType

  init(container: Container, scope: CKDatabase.Scope = .private) {
    self.container = container
    database = container.database(with: scope)
  }

  var name: String { container.containerIdentifier ?? "none" }

  /// What the last operation of a mock was; nil outside of tests.
  var lastExecuted: MockCKDatabaseOperation? { database.lastExecuted }

  // MARK: The account

  func signIn(_ completion: @escaping (Result<CKRecord.ID, Error>) -> Void) {
    container.accountStatus { [container] status, error in
      if let error = error { return completion(.failure(error)) }
      guard status == .available else { return completion(.failure(CKError(.notAuthenticated))) }
      container.fetchUserRecordID { recordID, error in
        if let recordID = recordID { return completion(.success(recordID)) }
        completion(.failure(error ?? CKError(.internalError)))
      }
    }
  }

  // MARK: Records

  func save(_ records: [CKRecord], _ completion: @escaping (Result<[CKRecord], Error>) -> Void) {
    var saved: [CKRecord] = []
    let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: nil)
    operation.savePolicy = .changedKeys
    operation.perRecordSaveBlock = { _, result in
      if case .success(let record) = result { saved.append(record) }
    }
    operation.modifyRecordsResultBlock = { result in
      completion(result.map { saved })
    }
    database.add(operation)
  }

  func delete(_ ids: [CKRecord.ID], _ completion: @escaping (Result<[CKRecord.ID], Error>) -> Void)
  {
    var deleted: [CKRecord.ID] = []
    let operation = CKModifyRecordsOperation(recordsToSave: nil, recordIDsToDelete: ids)
    operation.perRecordDeleteBlock = { recordID, result in
      if case .success = result { deleted.append(recordID) }
    }
    operation.modifyRecordsResultBlock = { completion($0.map { deleted }) }
    database.add(operation)
  }

  func fetch(_ ids: [CKRecord.ID], _ completion: @escaping (Result<[CKRecord], Error>) -> Void) {
    var found: [CKRecord] = []
    let operation = CKFetchRecordsOperation(recordIDs: ids)
    operation.desiredKeys = nil
    operation.perRecordResultBlock = { _, result in
      if case .success(let record) = result { found.append(record) }
    }
    operation.fetchRecordsResultBlock = { completion($0.map { found }) }
    database.add(operation)
  }

  func titled(_ title: String, _ completion: @escaping (Result<[CKRecord], Error>) -> Void) {
    var found: [CKRecord] = []
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "title == %@", title))
    query.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    let operation = CKQueryOperation(query: query)
    operation.recordMatchedBlock = { _, result in
      if case .success(let record) = result { found.append(record) }
    }
    operation.queryResultBlock = { completion($0.map { _ in found }) }
    database.add(operation)
  }
}

/// Code that is generic over the operation, too.
func configure<Operation: CKModifyRecordsOperational>(
  _ operation: Operation, saving records: [CKRecord], done: @escaping () -> Void
) {
  operation.recordsToSave = records
  operation.savePolicy = .allKeys
  operation.configuration.isLongLived = false
  operation.completionBlock = done
}
