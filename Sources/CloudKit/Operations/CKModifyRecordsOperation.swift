public import Foundation

/// Saves and deletes records (Apple: `CKModifyRecordsOperation`).
open class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  open var recordsToSave: [CKRecord]?
  open var recordIDsToDelete: [CKRecordID]?
  open var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
  /// Whether all items of a zone fail if one of them fails, in zones with that capability.
  open var isAtomic = true
  /// A token of the client, which the service returns with the zone's changes.
  open var clientChangeTokenData: Data?

  open var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  open var perRecordSaveBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  open var perRecordDeleteBlock: ((CKRecordID, Result<Void, any Error>) -> Void)?
  open var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perRecordSaveBlock`.
  open var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)?
  /// The older form of `modifyRecordsResultBlock`.
  open var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecordID]?, (any Error)?) -> Void)?

  /// When a record on the server may be overwritten (Apple:
  /// `CKModifyRecordsOperation.RecordSavePolicy`).
  public enum RecordSavePolicy: Int, Sendable {
    /// If it is the version that the client has.
    case ifServerRecordUnchanged
    /// Always, by the fields that the client has set.
    case changedKeys
    /// Always, by all fields that the client has.
    case allKeys
  }

  public override init() { super.init() }

  public init(recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecordID]? = nil) {
    self.recordsToSave = recordsToSave
    self.recordIDsToDelete = recordIDsToDelete
    super.init()
  }

  open override func main() {
    let result = modifyRecordsResultBlock
    let completion = modifyRecordsCompletionBlock
    do throws(CKError) {
      let request = RecordModification(
        saving: recordsToSave ?? [], deleting: recordIDsToDelete ?? [], savePolicy: savePolicy,
        isAtomic: isAtomic, clientChangeTokenData: clientChangeTokenData)
      var report = Report(self)
      for outcome in try connected().modify(request) { report.add(outcome) }
      let error = CKError(partialErrors: report.errors, "Failed to modify some records")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(report.saved, report.deleted, error)
    } catch {
      result?(.failure(error))
      completion?(nil, nil, error)
    }
  }

  /// Calls the blocks for the items and keeps what the last blocks need.
  private struct Report {
    private let progress: ((CKRecord, Double) -> Void)?
    private let save: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
    private let delete: ((CKRecordID, Result<Void, any Error>) -> Void)?
    private let completion: ((CKRecord, (any Error)?) -> Void)?
    private(set) var saved: [CKRecord] = []
    private(set) var deleted: [CKRecordID] = []
    private(set) var errors: [AnyHashable: any Error] = [:]

    init(_ operation: CKModifyRecordsOperation) {
      progress = operation.perRecordProgressBlock
      save = operation.perRecordSaveBlock
      delete = operation.perRecordDeleteBlock
      completion = operation.perRecordCompletionBlock
    }

    mutating func add(_ outcome: RecordModification.Outcome) {
      switch outcome {
      case .save(let record, .success(let savedRecord)):
        progress?(record, 0)
        progress?(record, 1)
        saved.append(savedRecord)
        save?(record.recordID, .success(savedRecord))
        completion?(savedRecord, nil)
      case .save(let record, .failure(let error)):
        errors[record.recordID] = error
        save?(record.recordID, .failure(error))
        completion?(record, error)
      case .delete(let recordID, .success):
        deleted.append(recordID)
        delete?(recordID, .success(()))
      case .delete(let recordID, .failure(let error)):
        errors[recordID] = error
        delete?(recordID, .failure(error))
      }
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perRecordProgressBlock = nil
    perRecordSaveBlock = nil
    perRecordDeleteBlock = nil
    modifyRecordsResultBlock = nil
    perRecordCompletionBlock = nil
    modifyRecordsCompletionBlock = nil
  }
}
