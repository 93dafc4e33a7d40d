public import CloudKit

/// What an app uses of an operation in a database.
public protocol DatabaseOperational: NSObject {
  associatedtype DatabaseType: CloudStorable
  var database: DatabaseType? { get set }
  var configuration: CKOperation.Configuration! { get set }
  var completionBlock: (() -> Void)? { get set }
}

/// `CKFetchRecordsOperation`, and in tests `MockCKFetchRecordsOperation`.
public protocol CKFetchRecordsOperational: DatabaseOperational {
  var recordIDs: [CKRecord.ID]? { get set }
  var desiredKeys: [CKRecord.FieldKey]? { get set }
  var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)? { get set }
  var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)? { get set }
  var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)? { get set }
}

/// `CKQueryOperation`, and in tests `MockCKQueryOperation`.
public protocol CKQueryOperational: DatabaseOperational {
  var query: CKQuery? { get set }
  var desiredKeys: [CKRecord.FieldKey]? { get set }
  var queryResultBlock: ((_ operationResult: Result<CKQueryOperation.Cursor?, any Error>) -> Void)?
  { get set }
  var recordMatchedBlock:
    ((_ recordID: CKRecord.ID, _ recordResult: Result<CKRecord, any Error>) -> Void)?
  { get set }
}

/// `CKModifyRecordsOperation`, and in tests `MockCKModifyRecordsOperation`.
public protocol CKModifyRecordsOperational: DatabaseOperational {
  var recordsToSave: [CKRecord]? { get set }
  var recordIDsToDelete: [CKRecord.ID]? { get set }
  var savePolicy: CKModifyRecordsOperation.RecordSavePolicy { get set }
  var perRecordProgressBlock: ((CKRecord, Double) -> Void)? { get set }
  var modifyRecordsResultBlock: ((_ operationResult: Result<Void, any Error>) -> Void)? { get set }
  var perRecordDeleteBlock:
    ((_ recordID: CKRecord.ID, _ deleteResult: Result<Void, any Error>) -> Void)?
  { get set }
  var perRecordSaveBlock:
    ((_ recordID: CKRecord.ID, _ saveResult: Result<CKRecord, any Error>) -> Void)?
  { get set }
}
