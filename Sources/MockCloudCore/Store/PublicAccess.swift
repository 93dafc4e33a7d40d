/// Permissions for records of the public database: rights are granted to roles, and every caller
/// has at least one role (DOC: CloudKit security roles).
enum PublicAccess {
  /// The rights of a user for records of one type.
  struct Allowed: Sendable {
    /// The rights for all records.
    let always: Rights
    /// The additional rights for records that the user created.
    let ofOwn: Rights
    /// Nil if no user is signed in.
    let userRecordName: String?

    /// Returns the rights for a record with the given creator.
    func rights(createdBy author: String?) -> Rights {
      author != nil && author.hasBytes(of: userRecordName) ? always.union(ofOwn) : always
    }
  }

  /// Returns the rights of a user by the grants of a type. An unknown type has the grants of types
  /// that grow just in time.
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

  /// Refuses a save that the caller is not permitted to make. Only the public database has these
  /// rules.
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

  /// Refuses to return a record that the caller is not permitted to read.
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

  /// Checks that the caller may query the type. If the caller can read only own records, the
  /// service adds a condition to the query (LOG).
  ///
  /// - Returns: The condition, if there is one.
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
