extension CKRecord {
  /// What happens to a referring record if the other is deleted (Apple: `CKRecord.ReferenceAction`).
  public enum ReferenceAction: UInt, Sendable {
    /// Nothing.
    case none
    /// It is deleted too.
    case deleteSelf
  }

  /// The names of system fields in predicates and sort descriptors (HOSTCONST).
  public enum SystemFieldKey: Sendable {
    public static let recordID = "___recordID"
    public static let creatorUserRecordID = "___createdBy"
    public static let creationDate = "___createTime"
    public static let lastModifiedUserRecordID = "___modifiedBy"
    public static let modificationDate = "___modTime"
    public static let parent = "___parent"
    public static let share = "___share"
  }

  /// The types of records that CloudKit itself has (HOSTCONST).
  public enum SystemType: Sendable {
    /// The records that describe users.
    public static let userRecord = "Users"
    /// Shares.
    public static let share = "cloudkit.share"
  }
}
