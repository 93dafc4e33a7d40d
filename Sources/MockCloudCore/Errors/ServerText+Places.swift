/// Texts about operations that a zone, a database or a record type does not have: CloudKit's
/// sentence, and where the operation is possible.
extension ServerText {
  static let noChangesInDefaultZone =
    "AppDefaultZone does not support getChanges call: \(customZone)"
  static let noRecordChangesInDefaultZone = "cannot get changes in default zone: \(customZone)"
  private static let customZone =
    "only custom zones, which zones/modify creates, have changes; records/query reads the records "
    + "of the default zone"
  static let noSyncInDefaultZone =
    "AppDefaultZone does not support sync semantics: name a custom zone, or subscribe to a query"
  static let onlySharedZones =
    "Only shared zones can be accessed in the shared DB: expected a zoneID with the ownerRecordName of "
    + "the user who shares the zone"
  static let noZoneSavesInShared =
    "Shared zone update is not enabled for container: the owner changes zones, in the private database"
  static let defaultZoneDeletion =
    "The default zone cannot be deleted: expected a custom zone; records/modify deletes records"
  static let shareInDefaultZone =
    "Shares are not possible in the default zone: save the share and its root in a custom zone"
  static let systemTypeQuery =
    "Can't query system types: users/discover finds users, records/lookup fetches the record of one"
  static let userRecordCreation =
    "Can't create records of the system type 'Users': each user has one, whose name "
    + "account/userRecordID returns"

  private static func wrongDatabase(_ scope: DatabaseScope) -> String {
    // The service calls the shared database 'sharedb' (LIVE MISTKIT #28).
    "endpoint not applicable in the database type '\(scope == .shared ? "sharedb" : "\(scope.rawValue)db")'"
  }

  static func noFeeds(in scope: DatabaseScope) -> String {
    "\(wrongDatabase(scope)); the private and the shared database have changes"
  }

  /// - Parameter only: The only database that has the operation.
  static func wrongDatabase(
    _ scope: DatabaseScope, of operation: String, only: DatabaseScope
  ) -> String {
    "\(wrongDatabase(scope)); \(operation) is in the \(only.rawValue) database: leave 'database' out, "
      + "or set it to '\(only.rawValue)'"
  }
}
