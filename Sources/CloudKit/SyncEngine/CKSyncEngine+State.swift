internal import Foundation

extension CKSyncEngine {
  /// The changes that an engine is to send (Apple: `CKSyncEngine.State`).
  public final class State: @unchecked Sendable {
    private let lock = NSLock()
    private var content = Content()

    /// What a state has.
    private struct Content {
      var databaseChanges = PendingChanges<PendingDatabaseChange>()
      var recordZoneChanges = PendingChanges<PendingRecordZoneChange>()
      var hasUntrackedChanges = false
    }

    init(_ serialization: Serialization?) {
      guard let stored = serialization?.stored else { return }
      content.databaseChanges.add(
        stored.zonesToSave.map { .saveZone(CKRecordZone(zoneID: $0.zoneID)) }
          + stored.zonesToDelete.map { .deleteZone($0.zoneID) })
      content.recordZoneChanges.add(
        stored.records.map {
          $0.isSave ? .saveRecord($0.recordID) : .deleteRecord($0.recordID)
        })
      content.hasUntrackedChanges = stored.hasUntrackedChanges
    }

    /// Whether the client has changes that are not in the lists.
    public var hasPendingUntrackedChanges: Bool {
      get { lock.withLock { content.hasUntrackedChanges } }
      set { lock.withLock { content.hasUntrackedChanges = newValue } }
    }

    /// The zones to save and to delete.
    public var pendingDatabaseChanges: [PendingDatabaseChange] {
      lock.withLock { content.databaseChanges.list }
    }

    /// The records to save and to delete.
    public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
      lock.withLock { content.recordZoneChanges.list }
    }

    /// The zones that have changes which were not fetched; none, as nothing is fetched yet.
    public var zoneIDsWithUnfetchedServerChanges: [CKRecordZoneID] { [] }

    /// Adds changes. A change that is there already keeps its place; another one of the same record
    /// is replaced (PORT).
    public func add(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      lock.withLock { content.recordZoneChanges.add(changes) }
    }

    public func remove(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      lock.withLock { content.recordZoneChanges.remove(changes) }
    }

    /// Adds changes. A change that is there already keeps its place; another one of the same zone is
    /// replaced.
    public func add(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      lock.withLock { content.databaseChanges.add(changes) }
    }

    public func remove(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      lock.withLock { content.databaseChanges.remove(changes) }
    }

    /// The state as the client stores it.
    var serialization: Serialization {
      let content = lock.withLock { self.content }
      let zones = content.databaseChanges.list
      return Serialization(
        stored: Serialization.Stored(
          zonesToSave: zones.filter(\.isSave).map { .init($0.zoneID) },
          zonesToDelete: zones.filter { !$0.isSave }.map { .init($0.zoneID) },
          records: content.recordZoneChanges.list.map { .init($0) },
          hasUntrackedChanges: content.hasUntrackedChanges))
    }
  }
}

extension CKSyncEngine.State {
  /// A state as the client stores it (Apple: `CKSyncEngine.State.Serialization`).
  public struct Serialization: Codable, Hashable, Sendable {
    fileprivate var stored: Stored

    fileprivate init(stored: Stored) { self.stored = stored }

    public init(from decoder: any Decoder) throws { stored = try Stored(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try stored.encode(to: encoder) }
  }
}

extension CKSyncEngine.State.Serialization {
  fileprivate struct Stored: Codable, Hashable {
    var zonesToSave: [Zone]
    var zonesToDelete: [Zone]
    var records: [Record]
    var hasUntrackedChanges: Bool
  }

  fileprivate struct Zone: Codable, Hashable {
    var zoneName: String
    var ownerName: String

    init(_ zoneID: CKRecordZoneID) {
      zoneName = zoneID.zoneName
      ownerName = zoneID.ownerName
    }

    var zoneID: CKRecordZoneID { CKRecordZoneID(zoneName: zoneName, ownerName: ownerName) }
  }

  fileprivate struct Record: Codable, Hashable {
    var isSave: Bool
    var recordName: String
    var zone: Zone

    init(_ change: CKSyncEngine.PendingRecordZoneChange) {
      if case .saveRecord = change { isSave = true } else { isSave = false }
      recordName = change.recordID.recordName
      zone = Zone(change.recordID.zoneID)
    }

    var recordID: CKRecordID { CKRecordID(recordName: recordName, zoneID: zone.zoneID) }
  }
}
