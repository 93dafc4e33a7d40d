/// Names of a zone's owner that are no user's record name.
enum OwnerAlias {
  /// The public database has no owner; samples of real payloads name this there (LIVE).
  static let publicOwner = "_defaultOwner"

  /// Spellings of "the current user" that requests may use (LIVE, HOSTCONST).
  static let currentUser = ["__defaultOwner__", publicOwner]
}
