extension CKSyncEngine {
  /// What to fetch (Apple: `CKSyncEngine.FetchChangesOptions`).
  public struct FetchChangesOptions: Sendable {
    public var scope: Scope
    /// The group of the engine's operations.
    public var operationGroup: CKOperationGroup
    /// The zones that are fetched first.
    public var prioritizedZoneIDs: [CKRecordZoneID] = []

    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }

    /// The zones to fetch.
    public enum Scope: Hashable, Sendable {
      case all
      case allExcluding([CKRecordZoneID])
      case zoneIDs([CKRecordZoneID])

      /// Whether a zone is fetched.
      public func contains(_ zoneID: CKRecordZoneID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zoneIDs): !zoneIDs.contains(zoneID)
        case .zoneIDs(let zoneIDs): zoneIDs.contains(zoneID)
        }
      }
    }
  }

  /// What to send (Apple: `CKSyncEngine.SendChangesOptions`).
  public struct SendChangesOptions: Sendable {
    public var scope: Scope
    /// The group of the engine's operations.
    public var operationGroup: CKOperationGroup

    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }

    /// The changes to send.
    public enum Scope: Hashable, Sendable {
      case all
      case allExcluding([CKRecordZoneID])
      case zoneIDs([CKRecordZoneID])
      case recordIDs([CKRecordID])

      /// Whether the changes of a record are sent.
      public func contains(_ recordID: CKRecordID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zoneIDs): !zoneIDs.contains(recordID.zoneID)
        case .zoneIDs(let zoneIDs): zoneIDs.contains(recordID.zoneID)
        case .recordIDs(let recordIDs): recordIDs.contains(recordID)
        }
      }

      /// Whether a change is sent.
      public func contains(_ pendingChange: PendingRecordZoneChange) -> Bool {
        contains(pendingChange.recordID)
      }
    }
  }

  /// Why and what an engine fetches (Apple: `CKSyncEngine.FetchChangesContext`).
  public struct FetchChangesContext: Sendable {
    public let reason: SyncReason
    public let options: FetchChangesOptions
  }

  /// Why and what an engine sends (Apple: `CKSyncEngine.SendChangesContext`).
  public struct SendChangesContext: Sendable {
    public let reason: SyncReason
    public let options: SendChangesOptions
  }
}
