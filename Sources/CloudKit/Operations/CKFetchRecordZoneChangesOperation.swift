public import Foundation

/// Fetches the changes of zones (Apple: `CKFetchRecordZoneChangesOperation`).
open class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  public typealias ZoneConfiguration = CKFetchRecordZoneChangesConfiguration
  public typealias ZoneOptions = CKFetchRecordZoneChangesConfiguration

  @_Guarded open var recordZoneIDs: [CKRecordZoneID]?
  /// Where each zone is read from.
  @_Guarded open var configurationsByRecordZoneID: [CKRecordZoneID: ZoneConfiguration]?
  /// Whether all pages are fetched, instead of one of each zone.
  @_Guarded open var fetchAllChanges = true

  @_Guarded open var recordWasChangedBlock: ((CKRecordID, Result<CKRecord, any Error>) -> Void)?
  @_Guarded open var recordWithIDWasDeletedBlock: ((CKRecordID, CKRecord.RecordType) -> Void)?
  @_Guarded open var recordZoneChangeTokensUpdatedBlock:
    ((CKRecordZoneID, CKServerChangeToken?, Data?) -> Void)?
  @_Guarded open var recordZoneFetchResultBlock:
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
  @_Guarded open var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `recordWasChangedBlock`, for records without an error.
  @_Guarded open var recordChangedBlock: ((CKRecord) -> Void)?
  /// The older form of `recordZoneFetchResultBlock`.
  @_Guarded open var recordZoneFetchCompletionBlock:
    ((CKRecordZoneID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
  /// The older form of `fetchRecordZoneChangesResultBlock`.
  @_Guarded open var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)?

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

  override func makeFirstCall() {
    let readings = (recordZoneIDs ?? []).map { zoneID in
      let configuration = configurationsByRecordZoneID?[zoneID]
      return ZoneReading(
        zoneID: zoneID, token: configuration?.previousServerChangeToken,
        limit: configuration?.resultsLimit ?? 0, desiredKeys: configuration?.desiredKeys)
    }
    fetch(readings, ZoneChangeBlocks(self), errors: [:], isFirst: true)
  }

  /// Fetches one page of each zone, and then of every zone that has more.
  ///
  /// - Parameter isFirst: Whether none of the zones has been reported in part.
  private func fetch(
    _ readings: [ZoneReading], _ blocks: ZoneChangeBlocks, errors: [AnyHashable: any Error],
    isFirst: Bool = false
  ) {
    var errors = errors
    var reported = 0
    var others: [ZoneReading] = []
    make(isReading: true) { () throws(CKError) in
      try connected().zoneChangeCall(readings)
    } _: { [self] report in
      switch report {
      case .part(.token(let reading, let end)): blocks.reportToken(end, of: reading.zoneID)
      case .part(.zone(let reading, .success(let end))):
        reported += 1
        let isLast = !end.moreComing || !blocks.fetchesAll
        if isLast {
          blocks.report(end, of: reading.zoneID)
        } else {
          others.append(reading.continued(from: end.token))
        }
      case .part(.zone(let reading, .failure(let error))):
        reported += 1
        errors[reading.zoneID] = error
        blocks.report(error, of: reading.zoneID)
      case .part(.change(let change)):
        if case .saved(let recordID, .failure(let error)) = change { errors[recordID] = error }
        blocks.report(change)
      case .progress, .persisted: break
      case .end(.success) where !others.isEmpty: next { self.fetch(others, blocks, errors: errors) }
      case .end(.success):
        blocks.end(CKError(partialErrors: errors, "Failed to fetch some record zones"))
      case .end(.failure(let error)):
        if error.code == .operationCancelled {
          let unread = isFirst ? [] : readings.dropFirst(reported)
          for reading in others + unread { blocks.report(error, of: reading.zoneID) }
        }
        blocks.end(error)
      }
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchRecordZoneChangesOperation()
    copy.recordZoneIDs = recordZoneIDs
    copy.configurationsByRecordZoneID = configurationsByRecordZoneID
    copy.fetchAllChanges = fetchAllChanges
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _recordWasChangedBlock.reset()
    _recordWithIDWasDeletedBlock.reset()
    _recordZoneChangeTokensUpdatedBlock.reset()
    _recordZoneFetchResultBlock.reset()
    _fetchRecordZoneChangesResultBlock.reset()
    _recordChangedBlock.reset()
    _recordZoneFetchCompletionBlock.reset()
    _fetchRecordZoneChangesCompletionBlock.reset()
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

  private let result: ((Result<Void, any Error>) -> Void)?
  private let completion: (((any Error)?) -> Void)?
  let fetchesAll: Bool

  init(_ operation: CKFetchRecordZoneChangesOperation) {
    result = operation.fetchRecordZoneChangesResultBlock
    completion = operation.fetchRecordZoneChangesCompletionBlock
    fetchesAll = operation.fetchAllChanges
    changed = operation.recordWasChangedBlock
    olderChanged = operation.recordChangedBlock
    deleted = operation.recordWithIDWasDeletedBlock
    tokens = operation.recordZoneChangeTokensUpdatedBlock
    zone = operation.recordZoneFetchResultBlock
    olderZone = operation.recordZoneFetchCompletionBlock
  }

  func report(_ change: ZoneChangePage.Change) {
    switch change {
    case .saved(let recordID, let result):
      changed?(recordID, result.mapError { $0 as any Error })
      if case .success(let record) = result { olderChanged?(record) }
    case .deleted(let recordID, let recordType): deleted?(recordID, recordType)
    }
  }

  /// The token after a page.
  func reportToken(_ end: ZoneChangePage.End, of zoneID: CKRecordZoneID) {
    tokens?(zoneID, end.token, end.clientChangeTokenData)
  }

  /// The result of the zone, after the last page.
  func report(_ end: ZoneChangePage.End, of zoneID: CKRecordZoneID) {
    zone?(zoneID, .success((end.token, end.clientChangeTokenData, end.moreComing)))
    olderZone?(zoneID, end.token, end.clientChangeTokenData, end.moreComing, nil)
  }

  func report(_ error: CKError, of zoneID: CKRecordZoneID) {
    zone?(zoneID, .failure(error))
    olderZone?(zoneID, nil, nil, false, error)
  }

  func end(_ error: CKError?) {
    result?(error.map { .failure($0) } ?? .success(()))
    completion?(error)
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
    coder.encode(desiredKeys.map { ArchivedText.archivable($0) }, forKey: "DesiredKeys")
  }
}
