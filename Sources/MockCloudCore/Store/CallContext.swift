/// Who calls, and which database is meant.
public struct CallContext: Sendable {
  var container: ExactText
  var environment: Environment
  var scope: DatabaseScope
  /// The caller's place among the people; nil means no user is signed in.
  var place: People.Place?
  /// The caller's record name; nil means no user is signed in.
  var userRecordName: String?
  var deviceName: String
  /// The caller's account as the device knows it.
  var accountStatus: AccountStatus
  /// The number of this call in its cloud, from 1; error uuids are made of it.
  var callNumber: UInt64 = 0
  /// Which keys of the context the request gave; all others are defaults.
  var given: ContextKeys = []

  var schemaKey: World.SchemaKey {
    World.SchemaKey(container: container, environment: environment)
  }

  /// The database that the call works on; nil for the shared database, which is a view, and for a
  /// private one when no user is signed in.
  var databaseKey: DatabaseKey? {
    switch scope {
    case .public: DatabaseKey(container: container, environment: environment, owner: nil)
    case .private:
      userRecordName.map {
        DatabaseKey(container: container, environment: environment, owner: $0)
      }
    case .shared: nil
    }
  }

  /// The database that holds a zone of this name and owner: in the shared database every zone lies in
  /// its owner's private one.
  func databaseKey(holding zoneID: ZoneID) -> DatabaseKey? {
    guard scope == .shared else { return databaseKey }
    return DatabaseKey(
      container: container, environment: environment, owner: zoneID.ownerName)
  }

  /// The stamp of a record that this call writes.
  func stamp(at milliseconds: Int64) -> Stamp {
    Stamp(
      timestamp: milliseconds, userRecordName: userRecordName ?? "", deviceID: deviceName)
  }
}
