public import Foundation

/// Fetches the changes of zones (Apple: `CKFetchRecordZoneChangesOperation`).
open class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  public typealias ZoneConfiguration = CKFetchRecordZoneChangesConfiguration
  public typealias ZoneOptions = CKFetchRecordZoneChangesConfiguration

  open var recordZoneIDs: [CKRecordZoneID]?
  /// Where each zone is read from.
  open var configurationsByRecordZoneID: [CKRecordZoneID: ZoneConfiguration]?
  /// Whether all pages are fetched, instead of one of each zone.
  open var fetchAllChanges = true

  open var recordWasChangedBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  open var recordWithIDWasDeletedBlock: ((CKRecordID, CKRecord.RecordType) -> Void)?
  open var recordZoneChangeTokensUpdatedBlock:
    ((CKRecordZoneID, CKServerChangeToken?, Data?) -> Void)?
  open var recordZoneFetchResultBlock:
    (
      (
        CKRecordZoneID,
        Result<
          (
            serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
          ), any Error
        >
      ) -> Void
    )?
  open var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `recordWasChangedBlock`, for records without an error.
  open var recordChangedBlock: ((CKRecord) -> Void)?
  /// The older form of `recordZoneFetchResultBlock`.
  open var recordZoneFetchCompletionBlock:
    ((CKRecordZoneID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
  /// The older form of `fetchRecordZoneChangesResultBlock`.
  open var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(
    recordZoneIDs: [CKRecordZoneID]? = nil,
    configurationsByRecordZoneID: [CKRecordZoneID: ZoneConfiguration]? = nil
  ) {
    self.recordZoneIDs = recordZoneIDs
    self.configurationsByRecordZoneID = configurationsByRecordZoneID
    super.init()
  }

  public init(
    recordZoneIDs: [CKRecordZoneID], optionsByRecordZoneID: [CKRecordZoneID: ZoneOptions]?
  ) {
    self.recordZoneIDs = recordZoneIDs
    configurationsByRecordZoneID = optionsByRecordZoneID
    super.init()
  }

  /// The former name of `configurationsByRecordZoneID`.
  open var optionsByRecordZoneID: [CKRecordZoneID: ZoneOptions]? {
    get { configurationsByRecordZoneID }
    set { configurationsByRecordZoneID = newValue }
  }

  open override func main() {
    let (result, completion) = (
      fetchRecordZoneChangesResultBlock, fetchRecordZoneChangesCompletionBlock
    )
    do throws(CKError) {
      let errors = try fetch(connected(), ZoneChangeBlocks(self))
      let error = CKError(partialErrors: errors, "Failed to fetch changes of some zones")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(error)
    } catch {
      result?(.failure(error))
      completion?(error)
    }
  }

  /// Fetches page by page: each call asks for one page of every zone that has more.
  ///
  /// - Returns: The errors of zones.
  private func fetch(
    _ connection: CloudConnection, _ blocks: ZoneChangeBlocks
  ) throws(CKError) -> [AnyHashable: any Error] {
    var readings = (recordZoneIDs ?? []).map { zoneID in
      let configuration = configurationsByRecordZoneID?[zoneID]
      return ZoneReading(
        zoneID: zoneID, token: configuration?.previousServerChangeToken,
        limit: configuration?.resultsLimit ?? 0, desiredKeys: configuration?.desiredKeys)
    }
    let fetchesAll = fetchAllChanges
    var errors: [AnyHashable: any Error] = [:]
    repeat {
      try refuseIfCancelled()
      let pages = try connection.zoneChanges(readings)
      var next: [ZoneReading] = []
      for (reading, page) in zip(readings, pages) {
        switch page {
        case .success(let page):
          let isLast = !page.moreComing || !fetchesAll
          blocks.report(page, of: reading.zoneID, isLast: isLast)
          if isLast { continue }
          var reading = reading
          reading.token = page.token
          next.append(reading)
        case .failure(let error):
          errors[reading.zoneID] = error
          blocks.report(error, of: reading.zoneID)
        }
      }
      readings = next
    } while !readings.isEmpty
    return errors
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    recordWasChangedBlock = nil
    recordWithIDWasDeletedBlock = nil
    recordZoneChangeTokensUpdatedBlock = nil
    recordZoneFetchResultBlock = nil
    fetchRecordZoneChangesResultBlock = nil
    recordChangedBlock = nil
    recordZoneFetchCompletionBlock = nil
    fetchRecordZoneChangesCompletionBlock = nil
  }
}

/// The blocks for zones and their records, as they were when the operation began.
private struct ZoneChangeBlocks {
  private let changed: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  private let olderChanged: ((CKRecord) -> Void)?
  private let deleted: ((CKRecordID, CKRecord.RecordType) -> Void)?
  private let tokens: ((CKRecordZoneID, CKServerChangeToken?, Data?) -> Void)?
  private let zone:
    (
      (
        CKRecordZoneID,
        Result<
          (
            serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
          ), any Error
        >
      ) -> Void
    )?
  private let olderZone:
    ((CKRecordZoneID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?

  init(_ operation: CKFetchRecordZoneChangesOperation) {
    changed = operation.recordWasChangedBlock
    olderChanged = operation.recordChangedBlock
    deleted = operation.recordWithIDWasDeletedBlock
    tokens = operation.recordZoneChangeTokensUpdatedBlock
    zone = operation.recordZoneFetchResultBlock
    olderZone = operation.recordZoneFetchCompletionBlock
  }

  /// The records of a page, its token, and the result of the zone after the last page.
  func report(_ page: ZoneChangePage, of zoneID: CKRecordZoneID, isLast: Bool) {
    for change in page.changes {
      switch change {
      case .saved(let recordID, let result):
        changed?(recordID, result.mapError { $0 as any Error })
        if case .success(let record) = result { olderChanged?(record) }
      case .deleted(let recordID, let recordType): deleted?(recordID, recordType)
      }
    }
    tokens?(zoneID, page.token, page.clientChangeTokenData)
    if !isLast { return }
    zone?(zoneID, .success((page.token, page.clientChangeTokenData, page.moreComing)))
    olderZone?(zoneID, page.token, page.clientChangeTokenData, page.moreComing, nil)
  }

  func report(_ error: CKError, of zoneID: CKRecordZoneID) {
    zone?(zoneID, .failure(error))
    olderZone?(zoneID, nil, nil, false, error)
  }
}

/// Where the changes of a zone are read from (Apple:
/// `CKFetchRecordZoneChangesOperation.ZoneConfiguration`, formerly `ZoneOptions`).
public final class CKFetchRecordZoneChangesConfiguration: NSObject, NSCopying, NSSecureCoding,
  @unchecked Sendable
{
  /// The token of the last page; nil means from the beginning.
  public var previousServerChangeToken: CKServerChangeToken?
  /// The maximum number of changes in a page; 0 lets the service decide.
  public var resultsLimit = 0
  /// The fields of the records; nil means all.
  public var desiredKeys: [CKRecord.FieldKey]?

  public override init() { super.init() }

  public init(
    previousServerChangeToken: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil
  ) {
    self.previousServerChangeToken = previousServerChangeToken
    self.resultsLimit = resultsLimit ?? 0
    self.desiredKeys = desiredKeys
    super.init()
  }

  public override func copy() -> Any { copy(with: nil) }

  public func copy(with zone: NSZone? = nil) -> Any {
    CKFetchRecordZoneChangesConfiguration(
      previousServerChangeToken: previousServerChangeToken, resultsLimit: resultsLimit,
      desiredKeys: desiredKeys)
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    previousServerChangeToken = archive.object("PreviousServerChangeToken")
    resultsLimit = archive.integer("ResultsLimit") ?? 0
    desiredKeys = archive.strings("DesiredKeys")
    guard archive.isSound else { return nil }
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(previousServerChangeToken, forKey: "PreviousServerChangeToken")
    coder.encode(resultsLimit, forKey: "ResultsLimit")
    coder.encode(
      desiredKeys.map { NSArray(array: $0.map { $0 as NSString }) }, forKey: "DesiredKeys")
  }
}
