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

extension CloudState {
  /// Remembers the accounts of the devices before a document, a snapshot or the configuration replaces
  /// the world, for a client in Swift: its notification has no event there.
  mutating func rememberAccounts() {
    if accountWatch?.former == nil { accountWatch?.former = world.people }
  }

  /// Returns the devices whose account has changed since the last call, in the order of the changes.
  mutating func takeChangedAccounts() -> [DeviceName] {
    guard let watch = accountWatch, watch.former != nil || !watch.changed.isEmpty else { return [] }
    accountWatch = AccountWatch()
    guard let former = watch.former else { return watch.changed }
    // The difference of the worlds, whatever happened in each.
    return former.users.flatMap { user in
      user.devices.filter { device in
        guard let now = world.people.account(ofDevice: device.name) else { return false }
        return now.status != device.accountStatus
          || now.user != user.account(as: device.accountStatus)
      }.map(\.name)
    }
  }
}

/// What a client in Swift, which has notifications in place of events, does not know of accounts yet.
struct AccountWatch: Sendable {
  /// The devices whose account has changed, in the order of the changes.
  var changed: [DeviceName] = []
  /// The people of the world before it was replaced; nil if it was not.
  var former: People?
}

extension People {
  /// Returns the status of a device's account, and its user, who is nil if there is no account.
  fileprivate func account(
    ofDevice name: DeviceName
  ) -> (user: UserRecordName?, status: AccountStatus)? {
    guard let place = place(ofDevice: name), let device = device(place),
      let user = user(place.user)
    else { return nil }
    return (user.account(as: device.accountStatus), device.accountStatus)
  }
}

extension User {
  /// Returns the user of a device with the given status: nil if it has no account.
  func account(as status: AccountStatus) -> UserRecordName? {
    status == .noAccount ? nil : userRecordName
  }
}
