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
    _ infos: [Share.LookupInfo], in world: borrowing World
  ) throws(CloudError) -> [ItemResult<User>] {
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
  /// Returns the user to whom the lookup information belongs, if there is one.
  func known(by info: Share.LookupInfo) -> User? {
    info.userRecordName.map { user(named: $0) } ?? user(withAddress: info)
  }
}
