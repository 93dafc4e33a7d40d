internal import Foundation

/// Fetches zones (Apple: `CKFetchRecordZonesOperation`).
open class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The IDs; nil means all zones of the database, in an operation of `fetchAllRecordZonesOperation()`.
  open var recordZoneIDs: [CKRecordZoneID]?

  open var perRecordZoneResultBlock: ((CKRecordZoneID, Result<CKRecordZone, any Error>) -> Void)?
  open var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `fetchRecordZonesResultBlock`.
  open var fetchRecordZonesCompletionBlock:
    (([CKRecordZoneID: CKRecordZone]?, (any Error)?) -> Void)?

  private var fetchesAll = false

  public required override init() { super.init() }

  public init(recordZoneIDs: [CKRecordZoneID]) {
    self.recordZoneIDs = recordZoneIDs
    super.init()
  }

  /// Creates an operation that fetches all zones of the database.
  open class func fetchAllRecordZonesOperation() -> Self {
    let operation = Self()
    operation.fetchesAll = true
    return operation
  }

  open override func main() {
    let (result, completion) = (fetchRecordZonesResultBlock, fetchRecordZonesCompletionBlock)
    let item = perRecordZoneResultBlock
    do throws(CKError) {
      let connection = try connected()
      let fetched =
        try fetchesAll && recordZoneIDs == nil
        ? connection.allZones() : connection.zones(recordZoneIDs ?? [])
      var found: [CKRecordZoneID: CKRecordZone] = [:]
      var errors: [AnyHashable: any Error] = [:]
      for (id, fetched) in fetched {
        switch fetched {
        case .success(let value): found[id] = value
        case .failure(let error): errors[id] = error
        }
        item?(id, fetched.mapError { $0 as any Error })
      }
      let error = CKError(partialErrors: errors, "Failed to fetch some record zones")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(found, error)
    } catch {
      result?(.failure(error))
      completion?(nil, error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perRecordZoneResultBlock = nil
    fetchRecordZonesResultBlock = nil
    fetchRecordZonesCompletionBlock = nil
  }
}
