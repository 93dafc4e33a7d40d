extension Caller {
  /// Resolves the caller and the database of a request.
  ///
  /// - Parameter standardScope: The database of requests that name none, if the operation has one.
  func context(
    in world: borrowing World, standardScope: DatabaseScope? = nil
  ) throws(Misuse) -> CallContext {
    let place = try place(in: world)
    let account = place.flatMap { world.people.account(at: $0) }
    return CallContext(
      container: ExactText(container ?? world.defaults.container),
      environment: environment ?? world.defaults.environment,
      scope: database ?? standardScope ?? world.defaults.database,
      place: place, userRecordName: account?.userRecordName,
      deviceName: account?.device?.name.text ?? device ?? world.defaults.device ?? "",
      accountStatus: account?.device?.accountStatus ?? .noAccount, given: given)
  }

  private func place(in world: borrowing World) throws(Misuse) -> People.Place? {
    switch user {
    case .nobody:
      if let device { _ = try place(ofDevice: device, in: world) }
      return nil
    case .named(let name): return try place(ofUser: name, in: world)
    case .standard:
      if let device = device ?? world.defaults.device {
        return try place(ofDevice: device, in: world)
      }
      guard let name = world.defaults.user else { return nil }
      return try place(ofUser: name, in: world)
    }
  }

  private func place(
    ofUser name: String, in world: borrowing World
  ) throws(Misuse) -> People.Place {
    guard let index = world.people.userIndex(name) else {
      throw Misuse.unknown("user", name, known: world.people.users.map(\.alias.text))
    }
    guard let device else { return People.Place(user: index, device: 0) }
    let place = try place(ofDevice: device, in: world)
    guard place.user == index else {
      throw Misuse.badMockRequest(
        "device: device '\(device)' does not belong to user '\(name)'", key: "device",
        expected: world.people.users[index].devices.map(\.name.text).joined(separator: ", "))
    }
    return place
  }

  private func place(
    ofDevice name: String, in world: borrowing World
  ) throws(Misuse) -> People.Place {
    guard let place = world.people.place(ofDevice: name) else {
      let known = world.people.users.flatMap { $0.devices.map(\.name.text) }
      throw Misuse.unknown("device", name, known: known)
    }
    return place
  }
}
