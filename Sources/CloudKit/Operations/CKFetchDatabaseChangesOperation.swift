internal import Foundation

/// Fetches which zones of a database changed (Apple: `CKFetchDatabaseChangesOperation`).
open class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The token of the last page; nil means from the beginning.
  open var previousServerChangeToken: CKServerChangeToken?
  /// The maximum number of changes in a page; 0 lets the service decide.
  open var resultsLimit = 0
  /// Whether all pages are fetched, instead of one.
  open var fetchAllChanges = true

  open var recordZoneWithIDChangedBlock: ((CKRecordZoneID) -> Void)?
  open var recordZoneWithIDWasDeletedBlock: ((CKRecordZoneID) -> Void)?
  open var recordZoneWithIDWasPurgedBlock: ((CKRecordZoneID) -> Void)?
  open var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock: ((CKRecordZoneID) -> Void)?
  open var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
  open var fetchDatabaseChangesResultBlock:
    ((Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>) -> Void)?
  /// The older form of `fetchDatabaseChangesResultBlock`.
  open var fetchDatabaseChangesCompletionBlock:
    ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(previousServerChangeToken: CKServerChangeToken?) {
    self.previousServerChangeToken = previousServerChangeToken
    super.init()
  }

  open override func main() {
    let (result, completion) = (
      fetchDatabaseChangesResultBlock, fetchDatabaseChangesCompletionBlock
    )
    do throws(CKError) {
      let last = try fetch(connected())
      result?(.success((last.token, last.moreComing)))
      completion?(last.token, last.moreComing, nil)
    } catch {
      result?(.failure(error))
      completion?(nil, false, error)
    }
  }

  /// Fetches page by page, and returns the last page.
  private func fetch(_ connection: CloudConnection) throws(CKError) -> DatabaseChangePage {
    let (changed, deleted) = (recordZoneWithIDChangedBlock, recordZoneWithIDWasDeletedBlock)
    let (purged, reset) = (
      recordZoneWithIDWasPurgedBlock, recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock
    )
    let (updated, limit, fetchesAll) = (changeTokenUpdatedBlock, resultsLimit, fetchAllChanges)
    var token = previousServerChangeToken
    while true {
      try refuseIfCancelled()
      let page = try connection.databaseChanges(since: token, limit: limit)
      for change in page.changes {
        switch change {
        case .saved(let zoneID): changed?(zoneID)
        case .deleted(let zoneID, .deleted): deleted?(zoneID)
        case .deleted(let zoneID, .purged): purged?(zoneID)
        case .deleted(let zoneID, .encryptedDataReset): reset?(zoneID)
        }
      }
      updated?(page.token)
      if !page.moreComing || !fetchesAll { return page }
      token = page.token
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    recordZoneWithIDChangedBlock = nil
    recordZoneWithIDWasDeletedBlock = nil
    recordZoneWithIDWasPurgedBlock = nil
    recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock = nil
    changeTokenUpdatedBlock = nil
    fetchDatabaseChangesResultBlock = nil
    fetchDatabaseChangesCompletionBlock = nil
  }
}
