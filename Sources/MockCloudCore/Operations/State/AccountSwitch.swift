extension World {
  /// Returns the device with the given name, or the configured device.
  func devicePlace(_ name: DeviceName?) throws(Misuse) -> People.Place {
    if let name = name ?? defaults.device {
      return try people.requirePlace(ofDevice: name)
    }
    guard let user = defaults.user, let index = people.userIndex(user),
      let place = people.user(index)?.devices.isEmpty == false
        ? People.Place(user: index, device: 0) : nil
    else {
      throw Misuse.badMockRequest(
        "the default user has no device left, so 'device' must be given", key: "device",
        expected: "a device's name")
    }
    return place
  }
}

extension CloudState {
  /// Assigns a device to a user with an account status, and posts an event if that is a change.
  mutating func assign(_ place: People.Place, to next: User, _ status: AccountStatus) {
    guard let device = world.people.device(place), let person = world.people.user(place.user) else {
      return
    }
    let previous = person.account(as: device.accountStatus)
    let current = next.account(as: status)
    let isSame = previous == current && device.accountStatus == status
    world.people.sign(place, as: next.userRecordName, status, at: world.clock.now)
    if isSame { return }
    post(
      .accountChange(
        Event.AccountChange(
          time: world.clock.now, device: device.name, status: status, previousUser: previous,
          currentUser: current)))
  }
}

extension User {
  /// Returns the user of a device with the given status: nil if it has no account.
  func account(as status: AccountStatus) -> UserRecordName? {
    status == .noAccount ? nil : userRecordName
  }
}
