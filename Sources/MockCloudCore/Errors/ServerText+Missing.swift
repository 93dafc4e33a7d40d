/// Texts about what a request names and the cloud does not have, or names twice: CloudKit's sentence,
/// the name, and the nearest known name or a remedy.
extension ServerText {
  /// Describes an item that a request names twice.
  static func repeated(_ kind: String, _ name: String) -> String {
    "\(kind) '\(NameRules.shortened(name))' occurs more than once in the request; expected each \(kind) "
      + "once"
  }

  private static let shareNotFound = "Share not found"

  static func shareNotFound(_ link: String) -> String {
    "\(shareNotFound): '\(NameRules.shortened(link))' is not a link of this container; a saved share "
      + "has its link as 'shortGUID'"
  }

  static func userNotFound(_ info: Share.LookupInfo) -> String {
    let name = info.emailAddress ?? info.phoneNumber ?? info.userRecordName ?? ""
    return "User not found: '\(NameRules.shortened(name))'; mock/users/add adds users"
  }

  /// - Parameter known: Existing subscriptions, of which the nearest is named.
  static func subscriptionNotFound(
    _ id: SubscriptionID, known: some Sequence<SubscriptionID>
  ) -> String {
    let name = NameRules.shortened(id)
    let hint = ErrorHint.suggestion(
      for: name, among: known.prefix(ErrorHint.mostCompared).map(\.text),
      or: "subscriptions/list lists those of this user and database")
    return "Subscription not found: '\(name)'; \(hint)"
  }

  static func assetFileNotFound(_ path: String) -> String {
    "\(standard(for: .assetFileNotFound)): '\(NameRules.shortened(path))' cannot be read; expected the "
      + "path of a file"
  }

  /// - Parameter record: The record without a value of the field.
  static func assetNotAvailable(_ field: String, of record: Record) -> String {
    let known = record.fields.prefix(ErrorHint.mostCompared)
      .filter { !$0.value.assets.isEmpty }.map(\.name)
    let hint = ErrorHint.suggestion(
      for: field, among: known, or: "records/modify saves files in fields")
    return
      "\(standard(for: .assetNotAvailable)): record '\(NameRules.shortened(record.recordName))' has "
      + "no field '\(NameRules.shortened(field))'; \(hint)"
  }

  static func shareNotFound(uninvited user: UserRecordName) -> String {
    "\(shareNotFound): its publicPermission is NONE, and '\(user)' is not one of its participants"
  }
}
