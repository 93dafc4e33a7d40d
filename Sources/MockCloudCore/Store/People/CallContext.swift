/// The resolved caller and database of a call.
struct CallContext: Sendable {
  var container: ContainerIdentifier
  var environment: Environment
  var scope: DatabaseScope
  /// The caller's place among the people; nil if no user is signed in.
  var place: People.Place?
  /// The caller's record name; nil if no user is signed in.
  var userRecordName: UserRecordName?
  var deviceName: DeviceName
  /// The status of the caller's account on the device.
  var accountStatus: AccountStatus
  /// The number of this call in its cloud, from 1. An operation that reports by events has a
  /// provisional number until its call ends.
  var callNumber: UInt64 = 0
  /// The number of this call among the calls of its device and operation, from 1; UUIDs of errors
  /// and draws of rules are derived from it.
  var ordinal: UInt64 = 0
  /// The last response that clients had received when this call was made, in the order of
  /// `ClientWatch.Response`.
  var knownResponses = KnownResponses(last: 0, made: 0)
  /// The context keys of the request; the others have their defaults.
  var given: ContextKeys = []

  /// Returns the number of an operation's call until it ends, which is greater than those of all
  /// calls.
  static func provisionalNumber(ofOperation number: UInt64) -> UInt64 { 1 << 63 | number }

  /// Whether a number of a call is provisional.
  static func isProvisional(_ number: UInt64) -> Bool { number >> 63 == 1 }

  var schemaKey: World.SchemaKey {
    World.SchemaKey(container: container, environment: environment)
  }

  /// The database of the call; nil for the shared database, which is a view, and for a private one
  /// if no user is signed in.
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

  /// The key of the feed of the caller's shared database; nil in other databases.
  var sharedFeedKey: DatabaseKey? {
    guard scope == .shared else { return nil }
    return userRecordName.map {
      DatabaseKey(container: container, environment: environment, owner: $0)
    }
  }

  /// Returns the database with the given zone: every zone in the shared database is stored in its
  /// owner's private one.
  func databaseKey(holding zoneID: ZoneID) -> DatabaseKey? {
    guard scope == .shared else { return databaseKey }
    return DatabaseKey(
      container: container, environment: environment, owner: zoneID.ownerName)
  }

  /// Returns the stamp for a record that this call saves.
  func stamp(at milliseconds: Int64) -> Stamp {
    Stamp(
      timestamp: milliseconds, userRecordName: userRecordName ?? "", deviceID: deviceName)
  }
}
