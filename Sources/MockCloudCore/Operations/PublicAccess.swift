/// Who may do what with records of the public database: rights are granted to roles, and everybody
/// has one or more of these (DOC: CloudKit security roles).
enum PublicAccess {
  /// The roles that every container has.
  enum Role: String, Sendable, CaseIterable {
    /// Everybody, signed in or not.
    case world = "_world"
    /// Everybody with an iCloud account.
    case icloud = "_icloud"
    /// Whoever made the record.
    case creator = "_creator"
  }

  struct Rights: OptionSet, Sendable {
    let rawValue: UInt8
    static let read = Rights(rawValue: 1)
    static let create = Rights(rawValue: 2)
    static let write = Rights(rawValue: 4)
  }

  /// What a new record type grants: everybody reads, who has an account creates, who created a record
  /// writes it (DOC).
  static func grants(of recordType: String) -> [Role: Rights] {
    [.world: .read, .icloud: [.read, .create], .creator: [.read, .write]]
  }

  /// What the caller may do with a record, or with records of a type where there is none yet.
  static func rights(
    _ context: CallContext, recordType: String, createdBy author: String?
  ) -> Rights {
    let grants = grants(of: recordType)
    var rights = grants[.world] ?? []
    guard let caller = context.userRecordName else { return rights }
    rights.formUnion(grants[.icloud] ?? [])
    if author == caller { rights.formUnion(grants[.creator] ?? []) }
    return rights
  }

  /// Refuses to create or to write a record that is not the caller's to create or write; other
  /// databases than the public one have other rules.
  static func checkSave(
    _ context: CallContext, recordType: String, over existing: Record?
  ) throws(CloudError) {
    guard context.scope == .public else { return }
    let rights = rights(
      context, recordType: recordType, createdBy: existing?.created.userRecordName)
    if existing == nil, !rights.contains(.create) {
      throw CloudError(.permissionFailure, ServerText.createNotPermitted)
    }
    if existing != nil, !rights.contains(.write) {
      throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
    }
  }

  /// Who may write a record may delete it.
  static func checkDeletion(_ context: CallContext, of record: Record) throws(CloudError) {
    try checkSave(context, recordType: record.recordType, over: record)
  }
}
