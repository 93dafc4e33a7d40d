import CloudKit

/// Notes in a zone of the user's private database.
public final class NoteStore {
  private let database: CKDatabase
  private let zoneID = CKRecordZone.ID(zoneName: "Notes")
  private var token: CKServerChangeToken?

  public init(container: CKContainer = .default()) {
    database = container.privateCloudDatabase
  }

  /// What the user should do about an error.
  public enum Advice: Equatable {
    case signIn
    case wait(TimeInterval)
    case merge
    case giveUp
  }

  public static func advice(for error: Error) -> Advice {
    guard let error = error as? CKError else { return .giveUp }
    switch error.code {
    case .notAuthenticated, .accountTemporarilyUnavailable: return .signIn
    case .zoneBusy, .serviceUnavailable, .requestRateLimited:
      return .wait(error.retryAfterSeconds ?? 1)
    case .serverRecordChanged: return .merge
    case .internalError, .partialFailure, .networkUnavailable, .networkFailure: return .giveUp
    default: return .giveUp
    }
  }

  public static func name(of status: CKAccountStatus) -> String {
    switch status {
    case .available: return "available"
    case .noAccount: return "no account"
    case .restricted: return "restricted"
    case .couldNotDetermine, .temporarilyUnavailable: return "unknown"
    @unknown default: return "new"
    }
  }

  public func prepare() async throws {
    _ = try await database.save(CKRecordZone(zoneID: zoneID))
  }

  @discardableResult
  public func add(_ title: String, named name: String) async throws -> CKRecord {
    let recordID = CKRecord.ID(recordName: name, zoneID: zoneID)
    let note = CKRecord(recordType: "Note", recordID: recordID)
    note["title"] = title
    return try await database.save(note)
  }

  public func titles(beginningWith prefix: String) async throws -> [String] {
    let query = CKQuery(
      recordType: "Note", predicate: NSPredicate(format: "title BEGINSWITH %@", prefix))
    query.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let found = try await database.records(matching: query, inZoneWith: zoneID)
    return try found.matchResults.compactMap { try $0.1.get()["title"] as? String }
  }

  /// Fetches what has changed since the last call, by an operation in a queue of the app.
  public func changes(
    in queue: OperationQueue, _ completion: @escaping (Result<[String], Error>) -> Void
  ) {
    let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
      previousServerChangeToken: token)
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: configuration])
    var changed: [String] = []
    operation.database = database
    operation.recordWasChangedBlock = { recordID, _ in changed.append(recordID.recordName) }
    operation.recordZoneFetchResultBlock = { [weak self] _, result in
      if case .success(let zone) = result { self?.token = zone.serverChangeToken }
    }
    operation.fetchRecordZoneChangesResultBlock = { completion($0.map { changed }) }
    queue.addOperation(operation)
  }
}
