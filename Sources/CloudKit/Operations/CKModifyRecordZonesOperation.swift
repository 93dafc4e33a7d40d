internal import Foundation

/// Saves and deletes zones (Apple: `CKModifyRecordZonesOperation`).
open class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  @_Guarded open var recordZonesToSave: [CKRecordZone]?
  @_Guarded open var recordZoneIDsToDelete: [CKRecordZoneID]?

  @_Guarded open var perRecordZoneSaveBlock:
    ((CKRecordZoneID, Result<CKRecordZone, any Error>) -> Void)?
  @_Guarded open var perRecordZoneDeleteBlock: ((CKRecordZoneID, Result<Void, any Error>) -> Void)?
  @_Guarded open var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `modifyRecordZonesResultBlock`.
  @_Guarded open var modifyRecordZonesCompletionBlock:
    (([CKRecordZone]?, [CKRecordZoneID]?, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(
    recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZoneID]? = nil
  ) {
    self.recordZonesToSave = recordZonesToSave
    self.recordZoneIDsToDelete = recordZoneIDsToDelete
    super.init()
  }

  override func makeFirstCall() {
    let (result, completion) = (modifyRecordZonesResultBlock, modifyRecordZonesCompletionBlock)
    let (saving, deleting) = (recordZonesToSave ?? [], recordZoneIDsToDelete ?? [])
    let (save, delete) = (perRecordZoneSaveBlock, perRecordZoneDeleteBlock)
    makeForChanges(
      orPartialFailure: "Failed to modify some record zones", collects: completion != nil,
      { () throws(CKError) in try connected().zoneChange(saving: saving, deleting: deleting) },
      save: save, delete: delete,
      end: { saved, deleted, end in
        result?(end.result)
        completion?(end.values(saved), end.values(deleted), end.error)
      })
  }

  override func again() -> CKOperation {
    CKModifyRecordZonesOperation(
      recordZonesToSave: recordZonesToSave, recordZoneIDsToDelete: recordZoneIDsToDelete)
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perRecordZoneSaveBlock.reset()
    _perRecordZoneDeleteBlock.reset()
    _modifyRecordZonesResultBlock.reset()
    _modifyRecordZonesCompletionBlock.reset()
  }
}
