/// A discovered user.
public struct DiscoveredUser: Sendable {
  public let user: User
  /// The information by which the user was found; nil if all users were requested.
  public let lookupInfo: Share.LookupInfo?
}

extension CallContext {
  /// Returns all users but the caller, in the order in which they were added.
  func others(in world: borrowing World) throws(CloudError) -> [User] {
    let caller = try user(in: world)
    return world.people.users.filter { $0.alias != caller.alias }
  }

  func lookUp(
    _ infos: [Share.LookupInfo], in world: borrowing World, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<User>] {
    var results: [ItemResult<User>] = []
    for (index, info) in infos.enumerated() {
      results.append(
        ItemResult(.user(info)) { () throws(CloudError) in
          try session.reach(.item(FaultItem(.fetch, .user(info), position: index + 1)))
          guard let user = world.people.known(by: info) else {
            throw CloudError(.unknownItem, ServerText.userNotFound(info))
          }
          return user
        })
    }
    return results
  }
}

extension People {
  /// Returns the user to whom the lookup information belongs, if there is one.
  func known(by info: Share.LookupInfo) -> User? {
    info.userRecordName.map { user(named: $0) } ?? user(withAddress: info)
  }
}
