internal import Foundation

/// Fetches which zones of a database changed (Apple: `CKFetchDatabaseChangesOperation`).
open class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The token of the last page; nil means from the beginning.
  @_Guarded open var previousServerChangeToken: CKServerChangeToken?
  /// The maximum number of changes in a page; 0 lets the service decide.
  @_Guarded open var resultsLimit = 0
  /// Whether all pages are fetched, instead of one.
  @_Guarded open var fetchAllChanges = true

  @_Guarded open var recordZoneWithIDChangedBlock: ((CKRecordZoneID) -> Void)?
  @_Guarded open var recordZoneWithIDWasDeletedBlock: ((CKRecordZoneID) -> Void)?
  @_Guarded open var recordZoneWithIDWasPurgedBlock: ((CKRecordZoneID) -> Void)?
  @_Guarded open var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock:
    ((CKRecordZoneID) -> Void)?
  @_Guarded open var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
  @_Guarded open var fetchDatabaseChangesResultBlock:
    ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?
  /// The older form of `fetchDatabaseChangesResultBlock`.
  @_Guarded open var fetchDatabaseChangesCompletionBlock:
    ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(previousServerChangeToken: CKServerChangeToken?) {
    self.previousServerChangeToken = previousServerChangeToken
    super.init()
  }

  override func makeFirstCall() { fetch(since: previousServerChangeToken, Blocks(self)) }

  /// Fetches a page, and those after it if all changes are fetched.
  private func fetch(since token: CKServerChangeToken?, _ blocks: Blocks) {
    make(isReading: true) { () throws(CKError) in
      try connected().databaseChangeCall(since: token, limit: blocks.limit)
    } _: { [self] report in
      switch report {
      case .part(.change(let change)): blocks.report(change)
      case .part(.token(let token)): blocks.updated?(token)
      case .progress, .persisted: break
      case .end(.success(let end)):
        if end.moreComing, blocks.fetchesAll {
          next { self.fetch(since: end.token, blocks) }
        } else {
          blocks.result?(.success((end.token, end.moreComing)))
          blocks.completion?(end.token, end.moreComing, nil)
        }
      case .end(.failure(let error)):
        blocks.result?(.failure(error))
        blocks.completion?(nil, false, error)
      }
    }
  }

  /// The blocks and settings, as they were when the operation began.
  private struct Blocks {
    private let changed: ((CKRecordZoneID) -> Void)?
    private let deleted: ((CKRecordZoneID) -> Void)?
    private let purged: ((CKRecordZoneID) -> Void)?
    private let reset: ((CKRecordZoneID) -> Void)?
    let updated: ((CKServerChangeToken) -> Void)?
    let result:
      ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?
    let completion: ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
    let limit: Int
    let fetchesAll: Bool

    init(_ operation: CKFetchDatabaseChangesOperation) {
      changed = operation.recordZoneWithIDChangedBlock
      deleted = operation.recordZoneWithIDWasDeletedBlock
      purged = operation.recordZoneWithIDWasPurgedBlock
      reset = operation.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock
      updated = operation.changeTokenUpdatedBlock
      result = operation.fetchDatabaseChangesResultBlock
      completion = operation.fetchDatabaseChangesCompletionBlock
      limit = operation.resultsLimit
      fetchesAll = operation.fetchAllChanges
    }

    func report(_ change: DatabaseChangePage.Change) {
      switch change {
      case .saved(let zoneID): changed?(zoneID)
      case .deleted(let zoneID, .deleted): deleted?(zoneID)
      case .deleted(let zoneID, .purged): purged?(zoneID)
      case .deleted(let zoneID, .encryptedDataReset): reset?(zoneID)
      }
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchDatabaseChangesOperation()
    copy.previousServerChangeToken = previousServerChangeToken
    copy.resultsLimit = resultsLimit
    copy.fetchAllChanges = fetchAllChanges
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _recordZoneWithIDChangedBlock.reset()
    _recordZoneWithIDWasDeletedBlock.reset()
    _recordZoneWithIDWasPurgedBlock.reset()
    _recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock.reset()
    _changeTokenUpdatedBlock.reset()
    _fetchDatabaseChangesResultBlock.reset()
    _fetchDatabaseChangesCompletionBlock.reset()
  }
}
