public import Foundation

/// Saves and deletes records (Apple: `CKModifyRecordsOperation`).
open class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  @_Guarded open var recordsToSave: [CKRecord]?
  @_Guarded open var recordIDsToDelete: [CKRecordID]?
  @_Guarded open var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
  /// Whether all items of a zone fail if one of them fails, in zones with that capability.
  @_Guarded open var isAtomic = true
  /// A token of the client, which the service returns with the zone's changes.
  @_Guarded open var clientChangeTokenData: Data?

  @_Guarded open var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  @_Guarded open var perRecordSaveBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  @_Guarded open var perRecordDeleteBlock: ((CKRecordID, Result<Void, any Error>) -> Void)?
  @_Guarded open var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perRecordSaveBlock`.
  @_Guarded open var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)?
  /// The older form of `modifyRecordsResultBlock`.
  @_Guarded open var modifyRecordsCompletionBlock:
    (([CKRecord]?, [CKRecordID]?, (any Error)?) -> Void)?

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

  override func makeFirstCall() {
    let request = RecordModification(
      saving: recordsToSave ?? [], deleting: recordIDsToDelete ?? [], savePolicy: savePolicy,
      isAtomic: isAtomic, clientChangeTokenData: clientChangeTokenData)
    let (progress, save, older) = (
      perRecordProgressBlock, perRecordSaveBlock, perRecordCompletionBlock
    )
    let delete = perRecordDeleteBlock
    let (result, completion) = (modifyRecordsResultBlock, modifyRecordsCompletionBlock)
    // The records by ID, for the blocks that get the record itself. No record may occur twice.
    let records =
      progress == nil && older == nil
      ? [:] : Dictionary(request.saving.map { ($0.recordID, $0) }, uniquingKeysWith: { $1 })
    let recordProgress = progress.map { progress in
      { (recordID: CKRecordID, part: Double) in
        if let record = records[recordID] { progress(record, part) }
      }
    }
    let bothSaves = older.map { older in
      { (recordID: CKRecordID, saved: Result<CKRecord, any Error>) in
        save?(recordID, saved)
        if let record = saved.value ?? records[recordID] { older(record, saved.error) }
      }
    }
    makeForChanges(
      orPartialFailure: "Failed to modify some records", collects: completion != nil,
      { () throws(CKError) in try connected().request(request) }, progress: recordProgress,
      save: bothSaves ?? save, delete: delete,
      end: { saved, deleted, end in
        result?(end.result)
        completion?(end.values(saved), end.values(deleted), end.error)
      })
  }

  override func again() -> CKOperation {
    let copy = CKModifyRecordsOperation()
    copy.recordsToSave = recordsToSave
    copy.recordIDsToDelete = recordIDsToDelete
    copy.savePolicy = savePolicy
    copy.isAtomic = isAtomic
    copy.clientChangeTokenData = clientChangeTokenData
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perRecordProgressBlock.reset()
    _perRecordSaveBlock.reset()
    _perRecordDeleteBlock.reset()
    _modifyRecordsResultBlock.reset()
    _perRecordCompletionBlock.reset()
    _modifyRecordsCompletionBlock.reset()
  }
}
