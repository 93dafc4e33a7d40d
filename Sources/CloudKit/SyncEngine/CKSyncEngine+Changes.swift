extension CKSyncEngine {
  /// A zone to save or to delete (Apple: `CKSyncEngine.PendingDatabaseChange`). Equal changes are of
  /// the same zone and kind.
  public enum PendingDatabaseChange: Hashable, Sendable {
    case saveZone(CKRecordZone)
    case deleteZone(CKRecordZoneID)

    var zoneID: CKRecordZoneID {
      switch self {
      case .saveZone(let zone): zone.zoneID
      case .deleteZone(let zoneID): zoneID
      }
    }

    var isSave: Bool { if case .saveZone = self { true } else { false } }

    public static func == (left: Self, right: Self) -> Bool {
      left.isSave == right.isSave && left.zoneID == right.zoneID
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(isSave)
      hasher.combine(zoneID)
    }
  }

  /// A record to save or to delete (Apple: `CKSyncEngine.PendingRecordZoneChange`).
  public enum PendingRecordZoneChange: Hashable, Sendable {
    case saveRecord(CKRecordID)
    case deleteRecord(CKRecordID)

    var recordID: CKRecordID {
      switch self {
      case .saveRecord(let recordID), .deleteRecord(let recordID): recordID
      }
    }
  }

  /// Changes of records that are sent in one call (Apple: `CKSyncEngine.RecordZoneChangeBatch`).
  public struct RecordZoneChangeBatch: Sendable {
    public var recordsToSave: [CKRecord]
    public var recordIDsToDelete: [CKRecordID]
    /// Whether the changes of a zone are saved together or not at all.
    public var atomicByZone: Bool

    /// Creates a batch of any size; the service refuses one that is too large.
    public init(
      recordsToSave: [CKRecord] = [], recordIDsToDelete: [CKRecordID] = [],
      atomicByZone: Bool = false
    ) {
      self.recordsToSave = recordsToSave
      self.recordIDsToDelete = recordIDsToDelete
      self.atomicByZone = atomicByZone
    }

    /// The number of changes in one call (DOC: the guideline of `limitExceeded`).
    private static let limit = 400

    /// Creates a batch of as many pending changes as one call may have; nil if there are none.
    ///
    /// - Parameter recordProvider: Returns the record to save; nil leaves it out.
    public init?(
      pendingChanges: [PendingRecordZoneChange],
      recordProvider: @Sendable (CKRecordID) async -> CKRecord?
    ) async {
      self.init()
      for change in pendingChanges {
        if recordsToSave.count + recordIDsToDelete.count == Self.limit { break }
        switch change {
        case .deleteRecord(let recordID): recordIDsToDelete.append(recordID)
        case .saveRecord(let recordID):
          if let record = await recordProvider(recordID) { recordsToSave.append(record) }
        }
      }
      if recordsToSave.isEmpty && recordIDsToDelete.isEmpty { return nil }
    }
  }
}
