extension CKDatabase {
  /// Changes of a database (Apple: `CKDatabase.DatabaseChange`).
  public enum DatabaseChange: Sendable {
    /// A zone that was created, or in which records changed.
    public struct Modification: Hashable, Sendable {
      public let zoneID: CKRecordZoneID
    }

    /// A zone that was deleted.
    public struct Deletion: Hashable, Sendable {
      public let zoneID: CKRecordZoneID
      public let reason: Reason

      /// Whether the user deleted the app's data in the settings.
      public var purged: Bool { reason == .purged }

      /// Why a zone was deleted.
      public enum Reason: Hashable, Sendable {
        /// A client deleted it, or it is no longer shared.
        case deleted
        /// The user deleted the app's data in the settings.
        case purged
        /// The user lost the keys of their encrypted data.
        case encryptedDataReset
      }
    }
  }

  /// Changes of a zone (Apple: `CKDatabase.RecordZoneChange`).
  public enum RecordZoneChange: Sendable {
    /// A record that was saved.
    public struct Modification: Hashable, Sendable {
      public let record: CKRecord
    }

    /// A record that was deleted.
    public struct Deletion: Hashable, Sendable {
      public let recordID: CKRecordID
      public let recordType: CKRecord.RecordType
    }
  }
}
