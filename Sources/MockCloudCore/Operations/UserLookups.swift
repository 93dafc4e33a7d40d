/// `users/discover`: identities of users by what is known of them (DOC WS:DiscoveringUserIdentities,
/// CKDiscoverUserIdentitiesOperation). Everybody here lets himself be discovered.
public struct DiscoverUsers: Operation {
  public static let name = "users/discover"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing

  /// Nil asks for everybody that the caller knows, which is everybody else in the cloud.
  public var lookupInfos: [Share.LookupInfo]?

  public init(_ lookupInfos: [Share.LookupInfo]? = nil) { self.lookupInfos = lookupInfos }

  public var itemCount: Int { lookupInfos?.count ?? 0 }

  /// Who was found and by what; whoever is not known is left out, as the native operation does.
  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [DiscoveredUser] {
    try context.requirePublicDatabase()
    guard let lookupInfos else {
      return try context.others(in: world).map { DiscoveredUser(user: $0, lookupInfo: nil) }
    }
    return lookupInfos.compactMap { info in
      world.people.known(by: info).map {
        DiscoveredUser(user: $0, lookupInfo: info.naming($0))
      }
    }
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [DiscoveredUser], to parts: inout Parts
  ) {
    parts.beginList(.users)
    for user in answer { parts.item(.discoveredUser(user)) }
    parts.endList()
  }
}

/// Somebody who was discovered.
public struct DiscoveredUser: Sendable {
  public let user: User
  /// What the user was looked up by; nil where everybody was asked for.
  public let lookupInfo: Share.LookupInfo?
}

/// `users/lookup/email`: users by e-mail address (DOC WS:LookupUsersByEmail).
public struct LookupUsersByEmail: Operation {
  public static let name = "users/lookup/email"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing
  public static var partialFailureText: String { ServerText.someUsersNotFetched }

  public var addresses: [String]

  public init(_ addresses: [String]) { self.addresses = addresses }

  public var itemCount: Int { addresses.count }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    try context.lookUp(addresses.map { Share.LookupInfo(emailAddress: $0) }, in: world)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}

/// `users/lookup/id`: users by record name (DOC WS:LookupUsersByRecordName).
public struct LookupUsersByRecordName: Operation {
  public static let name = "users/lookup/id"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing
  public static var partialFailureText: String { ServerText.someUsersNotFetched }

  public var recordNames: [String]

  public init(_ recordNames: [String]) { self.recordNames = recordNames }

  public var itemCount: Int { recordNames.count }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    try context.lookUp(recordNames.map { Share.LookupInfo(userRecordName: $0) }, in: world)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}

/// `users/lookup/contacts`: the users among the caller's contacts, which are all others here (DOC
/// WS:LookupContacts, deprecated).
public struct LookupContacts: Operation {
  public static let name = "users/lookup/contacts"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    try context.requirePublicDatabase()
    return try context.others(in: world).map { .success($0) }
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<User>], to parts: inout Parts
  ) {
    parts.list(.users, answer) { .user($0) }
  }
}

extension CallContext {
  /// Everybody but the caller, in the order in which they were added.
  fileprivate func others(in world: borrowing World) throws(CloudError) -> [User] {
    let caller = try user(in: world)
    return world.people.users.filter { $0.alias != caller.alias }
  }

  fileprivate func lookUp(
    _ infos: [Share.LookupInfo], in world: borrowing World
  ) throws(CloudError) -> [ItemResult<User>] {
    try requirePublicDatabase()
    return infos.map { info in
      guard let user = world.people.known(by: info) else {
        return .failure(
          ItemError(item: .user(info), error: CloudError(.unknownItem, ServerText.userNotFound)))
      }
      return .success(user)
    }
  }
}

extension People {
  /// The user whom the information is about, if there is one.
  fileprivate func known(by info: Share.LookupInfo) -> User? {
    info.userRecordName.map { user(named: $0) } ?? user(withAddress: info)
  }
}
