extension CallContext {
  func user(in world: borrowing World) throws(CloudError) -> User {
    guard let place, let user = world.people.user(place.user) else {
      throw CloudError(.notAuthenticated, ServerText.authenticationRequired)
    }
    return user
  }
}
