/// What the caller of a call may do with the records of its database. All operations ask this type,
/// most of them through a `VisibleZone`, which also tells which records the caller sees.
///
/// The private database belongs to the caller. In the shared one, the nearest share above a record
/// decides; in the public one, the grants of the record's type to the caller's roles.
struct RecordAccess: Sendable {
  private enum Ground: Sendable {
    case ownership
    case participation(user: UserRecordName)
    /// - Parameter user: Nil if no user is signed in.
    case grants(user: UserRecordName?, roles: [String])
  }

  private let ground: Ground

  private init(_ ground: Ground) { self.ground = ground }

  init(of context: CallContext, in world: borrowing World) {
    switch context.scope {
    case .private: self.init(.ownership)
    case .shared: self.init(.participation(user: context.userRecordName ?? ""))
    case .public:
      let user = context.place.flatMap { world.people.user($0.user) }
      self.init(.grants(user: user?.userRecordName, roles: user?.roles ?? []))
    }
  }

  /// The access of a database's owner.
  static let owner = RecordAccess(.ownership)

  /// The user who sees only what others share with him; nil for all other callers.
  var participant: UserRecordName? {
    if case .participation(let user) = ground { user } else { nil }
  }

  // MARK: Grants

  /// The rights that grants give the caller for a type; nil if grants do not apply.
  private func granted(_ type: RecordType?) -> GrantedRights? {
    guard case .grants(let user, let roles) = ground else { return nil }
    return GrantedRights(by: type, to: user, roles: roles)
  }

  /// Whether grants let the caller read a record that the caller sees.
  func mayRead(_ record: Record, of type: RecordType?) -> Bool {
    guard let granted = granted(type) else { return true }
    return granted.rights(createdBy: record.created.userRecordName).contains(.read)
  }

  /// - Parameter schema: Only grants need it.
  func mayRead(_ record: Record, in schema: @autoclosure () -> Schema) -> Bool {
    guard case .grants = ground else { return true }
    return mayRead(record, of: schema().type(named: record.recordType))
  }

  /// Refuses a save or a deletion that no grant permits.
  ///
  /// - Parameter existing: The record that is changed; nil for a new one.
  func checkWrite(of type: RecordType?, over existing: Record?) throws(CloudError) {
    guard let granted = granted(type) else { return }
    let rights = granted.rights(createdBy: existing?.created.userRecordName)
    if existing == nil, !rights.contains(.create) {
      throw CloudError(.permissionFailure, ServerText.createNotPermitted)
    }
    if existing != nil, !rights.contains(.write) {
      throw CloudError(.permissionFailure, ServerText.writeNotPermitted)
    }
  }

  /// Checks that the caller may query the type. If the caller can read only own records, the
  /// service adds a condition to the query (LOG).
  ///
  /// - Returns: The condition, if there is one.
  func readCondition(of type: RecordType) throws(CloudError) -> QueryFilter? {
    guard let granted = granted(type), !granted.always.contains(.read) else { return nil }
    guard granted.ofOwn.contains(.read), let caller = granted.userRecordName else { throw .hidden }
    return QueryFilter(.system(.createdUserRecordName), .equals, .string(caller.text))
  }
}

/// The rights of a user for the public records of one type: rights are granted to roles, and every
/// caller has at least one role (DOC: CloudKit security roles).
struct GrantedRights: Sendable {
  /// The rights for all records.
  let always: Rights
  /// The additional rights for records that the user created.
  let ofOwn: Rights
  /// Nil if no user is signed in.
  let userRecordName: UserRecordName?

  /// - Parameters:
  ///   - type: An unknown type has the grants of types that grow just in time.
  ///   - user: Nil means a caller without an account.
  init(by type: RecordType?, to user: UserRecordName?, roles: [String]) {
    let grants = type?.grants ?? Grant.standard
    func granted(_ role: BuiltInRole) -> Rights { grants[role.rawValue]?.rights ?? [] }
    var always = granted(.world)
    if user != nil {
      always.formUnion(granted(.icloud))
      for role in roles where BuiltInRole(rawValue: role) == nil {
        always.formUnion(grants[role]?.rights ?? [])
      }
    }
    self.always = always
    ofOwn = user == nil ? [] : granted(.creator)
    userRecordName = user
  }

  /// Returns the rights for a record with the given creator.
  func rights(createdBy author: UserRecordName?) -> Rights {
    author != nil && author == userRecordName ? always.union(ofOwn) : always
  }
}

extension Rights {
  static let all: Rights = [.read, .create, .write]

  /// The rights of a participant for the records of a share; nil is no participant.
  init(_ permission: Share.Permission?) {
    switch permission {
    case .readWrite: self = .all
    case .readOnly: self = .read
    case Share.Permission.none?, nil: self = []
    }
  }
}

extension CloudError {
  /// The error for a record or a type that a grant hides.
  static var hidden: CloudError { CloudError(.permissionFailure, ServerText.readNotPermitted) }
}
