import CloudKit
import MockCloudKitFramework

/// What the blocks of operations were called with, in order. They run on one thread.
final class Log: @unchecked Sendable {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}

extension Result {
  /// `ok`, or the domain and the code of the error.
  var text: String {
    guard case .failure(let error) = self else { return "ok" }
    let object = error as NSError
    return object.domain == CKErrorDomain ? "\(object.code)" : "\(object.domain) \(object.code)"
  }

  var error: NSError? {
    guard case .failure(let error) = self else { return nil }
    return error as NSError
  }
}

func note(_ name: String, _ title: String = "Milk") -> CKRecord {
  let record = CKRecord(recordType: "Note", recordID: id(name))
  record["title"] = title
  return record
}

func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: name) }

/// An operation whose blocks write into a log.
func modification(
  saving records: [CKRecord]? = nil, deleting ids: [CKRecord.ID]? = nil, _ log: Log
) -> MockCKModifyRecordsOperation {
  let operation = MockCKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: ids)
  operation.perRecordProgressBlock = { log.add("\($0.recordID.recordName) \($1)") }
  operation.perRecordSaveBlock = { log.add("save \($0.recordName) \($1.text)") }
  operation.perRecordDeleteBlock = { log.add("delete \($0.recordName) \($1.text)") }
  operation.modifyRecordsResultBlock = { log.add("result \($0.text)") }
  operation.completionBlock = { log.add("completion") }
  return operation
}

/// An operation whose blocks write into a log.
func fetch(_ names: String..., log: Log) -> MockCKFetchRecordsOperation {
  let operation = MockCKFetchRecordsOperation(recordIDs: names.map(id))
  operation.perRecordProgressBlock = { log.add("\($0.recordName) \($1)") }
  operation.perRecordResultBlock = { log.add("fetch \($0.recordName) \($1.text)") }
  operation.fetchRecordsResultBlock = { log.add("result \($0.text)") }
  operation.completionBlock = { log.add("completion") }
  return operation
}

/// An operation whose blocks write into a log.
func query(_ query: CKQuery, _ log: Log) -> MockCKQueryOperation {
  let operation = MockCKQueryOperation(query: query)
  operation.recordMatchedBlock = { log.add("match \($0.recordName) \($1.text)") }
  operation.queryResultBlock = { log.add("result \($0.text)") }
  operation.completionBlock = { log.add("completion") }
  return operation
}

func notes(_ predicate: NSPredicate = NSPredicate(value: true)) -> CKQuery {
  CKQuery(recordType: "Note", predicate: predicate)
}

extension MockCKDatabase {
  /// The names of the records that are stored.
  var names: [String]? { getRecords()?.map(\.recordID.recordName) }
}
