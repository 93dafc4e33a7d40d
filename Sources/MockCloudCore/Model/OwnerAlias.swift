/// Owner names of zones that are not a user's record name.
enum OwnerAlias {
  /// The public database has no owner; recorded payloads have this name there (LIVE).
  static let publicOwner: UserRecordName = "_defaultOwner"

  /// `CKCurrentUserDefaultName`, the caller in zone IDs, queries and seeded stamps (LIVE).
  static let caller: UserRecordName = "__defaultOwner__"

  /// Spellings of "the current user" in requests (LIVE, HOSTCONST).
  static let currentUser: [UserRecordName] = [caller, publicOwner]

  /// Returns the name of the record that a name means: the user's own record, which is in a default
  /// zone, for the name of the current user.
  ///
  /// - Parameters:
  ///   - zoneID: The zone of the record; nil means a default zone.
  ///   - user: The current user; nil if nobody is signed in.
  static func recordName(
    _ name: RecordName, in zoneID: ZoneID?, of user: UserRecordName?
  ) -> RecordName {
    guard let user, name == caller, zoneID?.isDefault ?? true else { return name }
    return user
  }

  /// Returns the reason why no user can have a name: it means something else in zone IDs, queries
  /// or grants. Nil if a user can have it.
  static func refusal(ofUserNamed name: ExactText) -> String? {
    if currentUser.contains(name) {
      return "'\(name)' is reserved: it means the calling user in zone IDs and queries"
    }
    if name == ZoneID.defaultZoneName {
      return "'\(name)' is reserved: it is the name of the default zone"
    }
    return ["_world", "_icloud", "_creator"].contains(name)
      ? "'\(name)' is reserved: it is a role in grants" : nil
  }
}
