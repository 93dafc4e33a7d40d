internal import Foundation
internal import MockCloudCore

/// A page of the changes of a database.
struct DatabaseChangePage {
  enum Change {
    case saved(CKRecordZoneID)
    case deleted(CKRecordZoneID, CKDatabase.DatabaseChange.Deletion.Reason)
  }

  /// What comes after the changes.
  struct End {
    let token: CKServerChangeToken
    let moreComing: Bool
  }

  let changes: [Change]
  let end: End

  /// A part of the page.
  enum Part {
    case change(Change)
    /// The token, after the changes.
    case token(CKServerChangeToken)
  }
}

/// A page of the changes of a zone.
struct ZoneChangePage {
  enum Change {
    case saved(CKRecordID, Result<CKRecord, CKError>)
    case deleted(CKRecordID, CKRecord.RecordType)
  }

  /// What comes after the changes.
  struct End {
    let token: CKServerChangeToken
    let clientChangeTokenData: Data?
    let moreComing: Bool
  }

  let changes: [Change]
  let end: End

  /// A part of the pages of several zones.
  enum Part {
    case change(Change)
    /// The token of a zone, after its changes. The last part of the zone follows, unless the operation is
    /// cancelled meanwhile.
    case token(ZoneReading, End)
    /// A zone is complete, whose changes came before.
    case zone(ZoneReading, Result<End, CKError>)
  }
}

/// Where the changes of a zone are read from.
struct ZoneReading: Sendable {
  var zoneID: CKRecordZoneID
  /// Nil means from the beginning.
  var token: CKServerChangeToken?
  /// The maximum number of changes; 0 means that the service decides.
  var limit = 0
  /// The fields of the records; nil means all.
  var desiredKeys: [CKRecord.FieldKey]?

  /// The reading of the next page.
  func continued(from token: CKServerChangeToken) -> ZoneReading {
    var reading = self
    reading.token = token
    return reading
  }
}

extension CloudConnection {
  /// Fetches one page of the changes of the database.
  func databaseChangeCall(
    since token: CKServerChangeToken?, limit: Int
  ) -> ServiceCall<DatabaseChangePage.Part, DatabaseChangePage.End> {
    ServiceCall(
      FetchDatabaseChanges(syncToken: token?.inCore, resultsLimit: limit == 0 ? nil : limit),
      in: self
    ) {
      { DatabaseChangePage.Part($0, $1) }
    } end: { page, _ in
      DatabaseChangePage.End(
        token: CKServerChangeToken(page.syncToken), moreComing: page.moreComing)
    }
  }

  func databaseChanges(
    since token: CKServerChangeToken?, limit: Int
  ) throws(CKError) -> DatabaseChangePage {
    let (parts, end) = try databaseChangeCall(since: token, limit: limit).whole()
    let changes = parts.compactMap { if case .change(let change) = $0 { change } else { nil } }
    return DatabaseChangePage(changes: changes, end: end)
  }

  /// Fetches one page of the changes of each zone, and reports the zones in their order.
  func zoneChangeCall(_ readings: [ZoneReading]) -> ServiceCall<ZoneChangePage.Part, Void> {
    let items = readings.map { reading in
      var item = FetchZoneChanges.Item(reading.zoneID.inCore, syncToken: reading.token?.inCore)
      item.options = reading.options
      return item
    }
    return ServiceCall(FetchZoneChanges(items), in: self) {
      let zones = ZoneOrder(readings)
      return { part, viewpoint in zones.read(part, viewpoint) }
    } end: { _, _ in
      ()
    }
  }

  /// Fetches one page of the changes of a zone, as former clients do.
  func recordChangeCall(
    _ reading: ZoneReading
  ) -> ServiceCall<ZoneChangePage.Change, ZoneChangePage.End> {
    var request = FetchRecordChanges(reading.zoneID.inCore, syncToken: reading.token?.inCore)
    request.options = reading.options
    return ServiceCall(request, in: self) { _, item, viewpoint in
      ZoneChangePage.Change(item, viewpoint)
    } end: { page, _ in
      ZoneChangePage.End(
        token: CKServerChangeToken(page.syncToken),
        clientChangeTokenData: page.clientChangeToken.flatMap { Data(base64Encoded: $0) },
        moreComing: page.moreComing)
    }
  }

  /// Fetches one page of the changes of a zone.
  func zoneChanges(_ reading: ZoneReading) throws(CKError) -> ZoneChangePage {
    var changes: [ZoneChangePage.Change] = []
    for part in try zoneChangeCall([reading]).whole().parts {
      switch part {
      case .change(let change): changes.append(change)
      case .token: break
      case .zone(_, let end): return ZoneChangePage(changes: changes, end: try end.get())
      }
    }
    throw CKError(.internalError)
  }
}

/// The zones of a report in their order, each of which is reported once.
private final class ZoneOrder {
  private let readings: [ZoneReading]
  private var place = 0

  init(_ readings: [ZoneReading]) { self.readings = readings }

  func read(_ part: ReportedPart, _ viewpoint: Viewpoint) -> ZoneChangePage.Part? {
    switch part {
    case .item(let item, _):
      return ZoneChangePage.Change(.success(item), viewpoint).map { .change($0) }
    case .failure(let failure, _):
      guard case .zone = failure.item else {
        return ZoneChangePage.Change(.failure(failure), viewpoint).map { .change($0) }
      }
      let error = CKError(failure.error, viewpoint)
      return next().map { .zone($0, .failure(error)) }
    case .zone(_, let members):
      return next().map { reading in
        .zone(
          reading,
          ZoneChangePage.End(members).map { .success($0) } ?? .failure(CKError(.internalError)))
      }
    case .token(_, let members):
      guard place < readings.count, let end = ZoneChangePage.End(members) else { return nil }
      return .token(readings[place], end)
    default: return nil
    }
  }

  /// The zone that is reported next.
  private func next() -> ZoneReading? {
    guard place < readings.count else { return nil }
    place += 1
    return readings[place - 1]
  }
}

extension ZoneReading {
  fileprivate var options: ZoneChanges.Options {
    var options = ZoneChanges.Options()
    options.resultsLimit = limit == 0 ? nil : limit
    options.desiredKeys = desiredKeys.map { NameList($0) }
    return options
  }
}

extension DatabaseChangePage.Part {
  /// Nil for what is not reported.
  fileprivate init?(_ part: ReportedPart, _ viewpoint: Viewpoint) {
    switch part {
    case .item(.zoneChange(.saved(let zone)), _):
      self = .change(.saved(CKRecordZoneID(zone.zoneID, viewpoint)))
    case .item(.zoneChange(.deleted(let zoneID, let reason)), _):
      self = .change(
        .deleted(
          CKRecordZoneID(zoneID, viewpoint), CKDatabase.DatabaseChange.Deletion.Reason(reason)))
    case .token(_, let members):
      guard let token = ZoneChangePage.End(members)?.token else { return nil }
      self = .token(token)
    // Zones of a cancelled operation have no errors of their own.
    default: return nil
    }
  }
}

extension ZoneChangePage.Change {
  /// Nil for an item without an ID.
  fileprivate init?(_ item: ItemResult<AnswerItem>, _ viewpoint: Viewpoint) {
    switch item {
    case .success(.record(let record, let desiredKeys)):
      let record = CKRecord.of(record, viewpoint, desiredKeys: desiredKeys)
      self = .saved(record.recordID, .success(record))
    case .success(.deletedRecord(let recordID, let recordType)):
      self = .deleted(CKRecordID(recordID, viewpoint), recordType?.text ?? "")
    case .success: return nil
    case .failure(let failure):
      guard let recordID = failure.item.key(viewpoint)?.base as? CKRecordID else { return nil }
      self = .saved(recordID, .failure(CKError(failure.error, viewpoint)))
    }
  }
}

extension ZoneChangePage.End {
  /// Nil if the members have no token.
  fileprivate init?(_ members: [AnswerMember]) {
    var token: CKServerChangeToken?
    var (clientToken, moreComing) = (nil as Data?, false)
    for member in members {
      switch member {
      case .syncToken(let text), .metaSyncToken(let text): token = CKServerChangeToken(text)
      case .moreComing(let flag): moreComing = flag
      case .clientChangeToken(let text): clientToken = Data(base64Encoded: text)
      case .continuationMarker: break
      }
    }
    guard let token else { return nil }
    self.init(token: token, clientChangeTokenData: clientToken, moreComing: moreComing)
  }
}

extension CKDatabase.DatabaseChange.Deletion.Reason {
  fileprivate init(_ reason: ZoneDeletionReason) {
    switch reason {
    case .deleted: self = .deleted
    case .purged: self = .purged
    case .encryptedDataReset: self = .encryptedDataReset
    }
  }
}
