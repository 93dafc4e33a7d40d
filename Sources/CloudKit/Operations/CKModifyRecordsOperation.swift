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
    let request = RecordModification(
      saving: recordsToSave ?? [], deleting: recordIDsToDelete ?? [], savePolicy: savePolicy,
      isAtomic: isAtomic, clientChangeTokenData: clientChangeTokenData)
    let (result, completion) = (modifyRecordsResultBlock, modifyRecordsCompletionBlock)
    var report = Report(self)
    makeForItems(orPartialFailure: "Failed to modify some records") { () throws(CKError) in
      try connected().request(request)
    } progress: {
      report.progress(of: $0, $1)
    } item: {
      report.add($0)
    } end: { end in
      result?(end.result)
      completion?(end.values(report.saved), end.values(report.deleted), end.error)
    }
  }

  /// Calls the blocks for the items and keeps what the last blocks need.
  private struct Report {
    private let progress: ((CKRecord, Double) -> Void)?
    private let save: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
    private let delete: ((CKRecordID, Result<Void, any Error>) -> Void)?
    private let completion: ((CKRecord, (any Error)?) -> Void)?
    /// The records whose progress is reported, by ID.
    private var records: [CKRecordID: CKRecord] = [:]
    private(set) var saved: [CKRecord] = []
    private(set) var deleted: [CKRecordID] = []

    init(_ operation: CKModifyRecordsOperation) {
      progress = operation.perRecordProgressBlock
      save = operation.perRecordSaveBlock
      delete = operation.perRecordDeleteBlock
      completion = operation.perRecordCompletionBlock
      guard progress != nil else { return }
      for record in operation.recordsToSave ?? [] { records[record.recordID] = record }
    }

    func progress(of recordID: CKRecordID, _ part: Double) {
      if let record = records[recordID] { progress?(record, part) }
    }

    mutating func add(_ outcome: RecordModification.Outcome) {
      switch outcome {
      case .save(let record, let result):
        if case .success(let savedRecord) = result { saved.append(savedRecord) }
        save?(record.recordID, result.mapError { $0 as any Error })
        completion?((try? result.get()) ?? record, result.failure)
      case .delete(let recordID, let result):
        if case .success = result { deleted.append(recordID) }
        delete?(recordID, result.mapError { $0 as any Error })
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
