extension CKSyncEngine {
  /// What happened in an engine (Apple: `CKSyncEngine.Event`).
  public enum Event: Sendable {
    case stateUpdate(StateUpdate)
    case accountChange(AccountChange)
    case fetchedDatabaseChanges(FetchedDatabaseChanges)
    case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
    case sentDatabaseChanges(SentDatabaseChanges)
    case sentRecordZoneChanges(SentRecordZoneChanges)
    case willFetchChanges(WillFetchChanges)
    case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
    case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
    case didFetchChanges(DidFetchChanges)
    case willSendChanges(WillSendChanges)
    case didSendChanges(DidSendChanges)

    /// The state changed, and the client must store it.
    public struct StateUpdate: Sendable {
      public let stateSerialization: State.Serialization
    }

    /// The account on the device changed.
    public struct AccountChange: Sendable {
      public let changeType: ChangeType

      /// The kinds of changes of an account.
      public enum ChangeType: Sendable {
        case signIn(currentUser: CKRecordID)
        case signOut(previousUser: CKRecordID)
        case switchAccounts(previousUser: CKRecordID, currentUser: CKRecordID)
      }
    }

    /// Zones were created, changed or deleted.
    public struct FetchedDatabaseChanges: Sendable {
      public let modifications: [CKDatabase.DatabaseChange.Modification]
      public let deletions: [CKDatabase.DatabaseChange.Deletion]
    }

    /// Records were saved or deleted.
    public struct FetchedRecordZoneChanges: Sendable {
      public let modifications: [CKDatabase.RecordZoneChange.Modification]
      public let deletions: [CKDatabase.RecordZoneChange.Deletion]
    }

    /// Zones were sent.
    public struct SentDatabaseChanges: Sendable {
      public let savedZones: [CKRecordZone]
      public let failedZoneSaves: [FailedZoneSave]
      public let deletedZoneIDs: [CKRecordZoneID]
      public let failedZoneDeletes: [CKRecordZoneID: CKError]

      /// A zone that could not be saved.
      public struct FailedZoneSave: Sendable {
        public let zone: CKRecordZone
        public let error: CKError
      }
    }

    /// Records were sent.
    public struct SentRecordZoneChanges: Sendable {
      public let savedRecords: [CKRecord]
      public let failedRecordSaves: [FailedRecordSave]
      public let deletedRecordIDs: [CKRecordID]
      public let failedRecordDeletes: [CKRecordID: CKError]

      /// A record that could not be saved.
      public struct FailedRecordSave: Sendable {
        public let record: CKRecord
        public let error: CKError
      }
    }

    /// A fetch begins.
    public struct WillFetchChanges: Sendable {
      public let context: FetchChangesContext
    }

    /// The fetch of a zone begins.
    public struct WillFetchRecordZoneChanges: Sendable {
      public let zoneID: CKRecordZoneID
    }

    /// The fetch of a zone has ended.
    public struct DidFetchRecordZoneChanges: Sendable {
      public let zoneID: CKRecordZoneID
      public let error: CKError?
    }

    /// A fetch has ended.
    public struct DidFetchChanges: Sendable {
      public let context: FetchChangesContext
    }

    /// A send begins.
    public struct WillSendChanges: Sendable {
      public let context: SendChangesContext
    }

    /// A send has ended.
    public struct DidSendChanges: Sendable {
      public let context: SendChangesContext
    }
  }
}
