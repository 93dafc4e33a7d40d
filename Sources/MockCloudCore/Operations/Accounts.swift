/// `account/status`: what the device knows of its user's iCloud account.
public struct GetAccountStatus: Operation {
  public static let name = "account/status"
  public static let access = OperationAccess.open
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> AccountStatus {
    context.accountStatus
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: AccountStatus, to parts: inout Parts
  ) {
    parts.result(.accountStatus(answer))
  }
}

/// `account/userRecordID`: the record name of the signed-in user.
public struct GetUserRecordID: Operation {
  public static let name = "account/userRecordID"
  public static let access = OperationAccess.account
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> String {
    try context.user(in: world).userRecordName
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: String, to parts: inout Parts
  ) {
    parts.result(.userRecordName(answer))
  }
}

/// `users/caller`: the identity of the signed-in user.
public struct GetCaller: Operation {
  public static let name = "users/caller"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> User {
    try context.requirePublicDatabase()
    return try context.user(in: world)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: User, to parts: inout Parts
  ) {
    parts.result(.caller(answer))
  }
}

/// `users/current`: the deprecated form of `users/caller`.
public struct GetCurrentUser: Operation {
  public static let name = "users/current"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing

  public init() {}

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> User {
    try GetCaller().run(in: &world, as: context, &session)
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: User, to parts: inout Parts
  ) {
    parts.result(.currentUser(answer))
  }
}

extension CallContext {
  func user(in world: borrowing World) throws(CloudError) -> User {
    guard let place, let user = world.people.user(place.user) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    return user
  }

  /// Some endpoints stand in the public database alone (LIVE).
  func requirePublicDatabase() throws(CloudError) {
    guard scope == .public else {
      throw CloudError(.invalidArguments, ServerText.wrongDatabase(scope))
    }
  }
}
