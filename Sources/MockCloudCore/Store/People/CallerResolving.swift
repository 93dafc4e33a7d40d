extension Caller {
  /// Resolves the caller and the database of a request.
  ///
  /// - Parameter onlyScope: The only database that has the operation; nil means that more than one
  ///   has it. Requests that name none mean this one, whatever is configured.
  func context(
    in world: borrowing World, onlyScope: DatabaseScope? = nil
  ) throws(Misuse) -> CallContext {
    let container = container ?? world.defaults.container
    if container.isEmpty { throw RequestError.emptyContainer.misuse }
    let place = try place(in: world)
    let account = place.flatMap { world.people.account(at: $0) }
    return CallContext(
      container: container,
      environment: environment ?? world.defaults.environment,
      scope: database ?? onlyScope ?? world.defaults.database,
      place: place, userRecordName: account?.userRecordName,
      deviceName: account?.device?.name ?? device ?? world.defaults.device ?? "",
      accountStatus: account?.device?.accountStatus ?? .noAccount, given: given)
  }

  private func place(in world: borrowing World) throws(Misuse) -> People.Place? {
    switch user {
    case .nobody:
      if let device { _ = try world.people.requirePlace(ofDevice: device) }
      return nil
    case .named(let name): return try place(ofUser: name, in: world)
    case .standard:
      if let device = device ?? world.defaults.device {
        return try world.people.requirePlace(ofDevice: device)
      }
      guard let name = world.defaults.user else { return nil }
      return try place(ofUser: name, in: world)
    }
  }

  private func place(
    ofUser name: UserRecordName, in world: borrowing World
  ) throws(Misuse) -> People.Place {
    guard let index = world.people.userIndex(name) else {
      throw Misuse.unknown("user", name.text, known: world.people.names)
    }
    guard let device else { return People.Place(user: index, device: 0) }
    let place = try world.people.requirePlace(ofDevice: device, of: index)
    guard place.user == index else {
      throw Misuse.badMockRequest(
        "device: device '\(device)' does not belong to user '\(name)'", key: "device",
        expected: world.people.users[index].devices.map(\.name.text).joined(separator: ", "))
    }
    return place
  }
}

extension Caller: CheckedValue {
  var problem: RequestError? { container?.isEmpty == true ? .emptyContainer : nil }
}

extension RequestError {
  static var emptyContainer: RequestError {
    .empty("container", expected: "an identifier such as iCloud.com.example.app")
  }
}

extension People {
  /// The place of a device that must exist.
  ///
  /// - Parameter user: Whose devices are meant; nil means everybody's.
  func requirePlace(ofDevice name: DeviceName, of user: Int? = nil) throws(Misuse) -> Place {
    if let place = place(ofDevice: name) { return place }
    let meant = user.flatMap { self.user($0) }
    let devices = meant?.devices ?? users.flatMap(\.devices)
    throw Misuse.unknown(
      "device", name.text, known: devices.map(\.name.text),
      owner: meant.map { "user '\($0.alias.text)'" })
  }
}
