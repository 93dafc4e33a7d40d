internal import Foundation

/// Saves and deletes zones (Apple: `CKModifyRecordZonesOperation`).
open class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  open var recordZonesToSave: [CKRecordZone]?
  open var recordZoneIDsToDelete: [CKRecordZoneID]?

  open var perRecordZoneSaveBlock: ((CKRecordZoneID, Result<CKRecordZone, any Error>) -> Void)?
  open var perRecordZoneDeleteBlock: ((CKRecordZoneID, Result<Void, any Error>) -> Void)?
  open var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `modifyRecordZonesResultBlock`.
  open var modifyRecordZonesCompletionBlock:
    (([CKRecordZone]?, [CKRecordZoneID]?, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(
    recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZoneID]? = nil
  ) {
    self.recordZonesToSave = recordZonesToSave
    self.recordZoneIDsToDelete = recordZoneIDsToDelete
    super.init()
  }

  open override func main() {
    let (result, completion) = (modifyRecordZonesResultBlock, modifyRecordZonesCompletionBlock)
    let (save, delete) = (perRecordZoneSaveBlock, perRecordZoneDeleteBlock)
    do throws(CKError) {
      let answer = try connected().modifyZones(
        saving: recordZonesToSave ?? [], deleting: recordZoneIDsToDelete ?? [])
      var errors: [AnyHashable: any Error] = [:]
      for (id, saved) in answer.saved {
        if case .failure(let error) = saved { errors[id] = error }
        save?(id, saved.mapError { $0 as any Error })
      }
      var deleted: [CKRecordZoneID] = []
      for (id, deletion) in answer.deleted {
        switch deletion {
        case .success: deleted.append(id)
        case .failure(let error): errors[id] = error
        }
        delete?(id, deletion.mapError { $0 as any Error })
      }
      let error = CKError(partialErrors: errors, "Failed to modify some record zones")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(answer.saved.values(), deleted, error)
    } catch {
      result?(.failure(error))
      completion?(nil, nil, error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perRecordZoneSaveBlock = nil
    perRecordZoneDeleteBlock = nil
    modifyRecordZonesResultBlock = nil
    modifyRecordZonesCompletionBlock = nil
  }
}
