/// The operations of CloudKit, for the errors and the journal of a `MockCloud`. The convenience
/// methods of `CKDatabase` and `CKContainer` make the calls of the operation with that purpose.
///
/// Some kinds have two operations of the service, as `fetchRecordZones` has one for zones by name and one
/// for all. An error that is set for them counts the calls of each (`times`, `after`).
public struct OperationKind: Sendable, Hashable {
  /// The operations of the service, by their names in the dialect.
  public let names: [String]

  private init(_ names: String...) { self.names = names }

  /// Operations of several kinds.
  public static func any(_ kinds: OperationKind...) -> OperationKind {
    OperationKind(names: kinds.flatMap(\.names))
  }

  private init(names: [String]) { self.names = names }

  /// `CKModifyRecordsOperation`.
  public static let modifyRecords = OperationKind("records/modify")
  /// `CKFetchRecordsOperation`.
  public static let fetchRecords = OperationKind("records/lookup")
  /// `CKQueryOperation`.
  public static let query = OperationKind("records/query")
  /// `CKModifyRecordZonesOperation`.
  public static let modifyRecordZones = OperationKind("zones/modify")
  /// `CKFetchRecordZonesOperation`.
  public static let fetchRecordZones = OperationKind("zones/lookup", "zones/list")
  /// `CKFetchDatabaseChangesOperation`.
  public static let fetchDatabaseChanges = OperationKind("changes/database")
  /// `CKFetchRecordZoneChangesOperation`, and the former `CKFetchRecordChangesOperation`.
  public static let fetchRecordZoneChanges = OperationKind("changes/zone", "records/changes")
  /// `CKModifySubscriptionsOperation`.
  public static let modifySubscriptions = OperationKind("subscriptions/modify")
  /// `CKFetchSubscriptionsOperation`.
  public static let fetchSubscriptions = OperationKind("subscriptions/lookup", "subscriptions/list")
  /// `CKAcceptSharesOperation`.
  public static let acceptShares = OperationKind("records/accept")
  /// `CKFetchShareMetadataOperation`.
  public static let fetchShareMetadata = OperationKind("records/resolve")
  /// `CKFetchShareParticipantsOperation`.
  public static let fetchShareParticipants = OperationKind("shares/participants")
  /// `CKDiscoverUserIdentitiesOperation` and `CKDiscoverAllUserIdentitiesOperation`.
  public static let discoverUserIdentities = OperationKind("users/discover")
  /// `CKContainer.accountStatus`.
  public static let accountStatus = OperationKind("account/status")
  /// `CKContainer.userRecordID`.
  public static let userRecordID = OperationKind("account/userRecordID")
}
