/// Owner names of zones that are not a user's record name.
enum OwnerAlias {
  /// The public database has no owner; recorded payloads have this name there (LIVE).
  static let publicOwner = "_defaultOwner"

  /// Spellings of "the current user" in requests (LIVE, HOSTCONST).
  static let currentUser = ["__defaultOwner__", publicOwner]
}
