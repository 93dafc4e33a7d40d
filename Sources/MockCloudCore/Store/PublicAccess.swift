/// Who may do what with records of the public database: rights are granted to roles, and everyone
/// has one or more of these (DOC: CloudKit security roles).
enum PublicAccess {
  /// What a user may do with records of one type.
  struct Allowed: Sendable {
    /// With every record.
    let always: Rights
    /// With the records that they made, besides what is always allowed.
    let ofOwn: Rights
    /// Nil where no user is signed in.
    let userRecordName: String?

    /// What they may do with a record of that author, or to begin with one.
    func rights(createdBy author: String?) -> Rights {
      author != nil && author.hasBytes(of: userRecordName) ? always.union(ofOwn) : always
    }
  }

  /// What a user may do by the grants of a type. A type that is not known yet will grant what
  /// types grant that grow just in time.
  ///
  /// - Parameter user: Nil means a caller without an account.
  static func allowed(_ type: RecordType?, to user: User?) -> Allowed {
    let grants = type?.grants ?? Grant.standard
    func granted(_ role: BuiltInRole) -> Rights { grants[role.rawValue]?.rights ?? [] }
    var always = granted(.world)
    guard let user else { return Allowed(always: always, ofOwn: [], userRecordName: nil) }
    always.formUnion(granted(.icloud))
    for role in user.roles where BuiltInRole(rawValue: role) == nil {
      always.formUnion(grants[role]?.rights ?? [])
    }
    return Allowed(
      always: always, ofOwn: granted(.creator), userRecordName: user.userRecordName)
  }

  private static func allowed(
    _ type: RecordType?, _ context: CallContext, in world: borrowing World
  ) -> Allowed {
    allowed(type, to: context.place.flatMap { world.people.user($0.user) })
  }

  /// Refuses to create or to write a record that is not the caller's to create or write; other
  /// databases than the public one have other rules.
  static func checkSave(
    _ context: CallContext, of type: RecordType?, over existing: Record?,
    in world: borrowing World
  ) throws(CloudError) {
    guard context.scope == .public else { return }
    let rights = allowed(type, context, in: world)
      .rights(createdBy: existing?.created.userRecordName)
    if existing == nil, !rights.contains(.create) {
      throw CloudError(.permissionFailure, ServerText.createNotPermitted)
    }
    if existing != nil, !rights.contains(.write) {
      throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
    }
  }

  /// Refuses to hand out a record that is not the caller's to read.
  static func checkRead(
    _ context: CallContext, of record: Record, in world: borrowing World
  ) throws(CloudError) {
    guard context.scope == .public else { return }
    let type = world.schema(of: context.schemaKey).type(named: record.recordType)
    let rights = allowed(type, context, in: world)
      .rights(createdBy: record.created.userRecordName)
    guard rights.contains(.read) else {
      throw CloudError(.permissionFailure, ServerText.readNotPermitted)
    }
  }

  /// What a query of the type may find: all records, or those of the caller alone, for which the
  /// service puts a condition into the query (LOG).
  ///
  /// - Returns: The condition, where there is one.
  static func readCondition(
    _ context: CallContext, of type: RecordType, in world: borrowing World
  ) throws(CloudError) -> QueryFilter? {
    guard context.scope == .public else { return nil }
    let allowed = allowed(type, context, in: world)
    if allowed.always.contains(.read) { return nil }
    guard allowed.ofOwn.contains(.read), let caller = allowed.userRecordName else {
      throw CloudError(.permissionFailure, ServerText.readNotPermitted)
    }
    return QueryFilter(.system(.createdUserRecordName), .equals, .string(caller))
  }
}
