/// A discovered user.
public struct DiscoveredUser: Sendable {
  public let user: User
  /// What the user was looked up by; nil where everyone was asked for.
  public let lookupInfo: Share.LookupInfo?
}

extension CallContext {
  /// Everyone but the caller, in the order in which they were added.
  func others(in world: borrowing World) throws(CloudError) -> [User] {
    let caller = try user(in: world)
    return world.people.users.filter { $0.alias != caller.alias }
  }

  func lookUp(
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
  func known(by info: Share.LookupInfo) -> User? {
    info.userRecordName.map { user(named: $0) } ?? user(withAddress: info)
  }
}
