/// The users and devices of a cloud.
struct People: Sendable {
  /// Boxed, because every copy of the world has them, and every call that meets rules.
  private var maps = Boxed(Maps())

  private struct Maps: Sendable {
    /// The users by number, in the order in which they were added.
    var list = OrderedMap<Int, User>()
    /// The numbers of users by alias and record name.
    var byName = OrderedMap<ExactText, Int>()
    var byDevice = OrderedMap<DeviceName, Place>()
    /// If several users have the same address, the first of them.
    var byEmailAddress = OrderedMap<EmailAddress, Int>()
    var byPhoneNumber = OrderedMap<PhoneNumber, Int>()

    mutating func add(_ user: User) {
      let index = list.count
      list.updateValue(user, forKey: index)
      byName.updateValue(index, forKey: user.alias)
      byName.updateValue(index, forKey: user.userRecordName)
      if let address = user.emailAddress, byEmailAddress[address] == nil {
        byEmailAddress.updateValue(index, forKey: address)
      }
      if let number = user.phoneNumber, byPhoneNumber[number] == nil {
        byPhoneNumber.updateValue(index, forKey: number)
      }
      for (position, device) in user.devices.enumerated() {
        byDevice.updateValue(Place(user: index, device: position), forKey: device.name)
      }
    }
  }

  /// The number of changes so far. A state document does not have it.
  private(set) var changes: UInt64 = 0

  /// The user of a device, and its index among the user's devices.
  struct Place: Sendable, Equatable {
    let user: Int
    let device: Int
  }

  var count: Int { maps.read { $0.list.count } }

  /// All users in the order in which they were added.
  var users: [User] { maps.value.list.map(\.value) }

  /// Returns the users who were added first.
  func first(_ count: Int) -> [User] {
    maps.read { $0.list.prefix(count).map(\.value) }
  }

  /// The aliases of all users.
  var names: [String] { users.map(\.alias.text) }

  // MARK: Lookup

  /// Returns the number of the user with the given alias or record name.
  func userIndex(_ name: UserRecordName) -> Int? { maps.read { $0.byName[name] } }

  /// Returns the user with the given alias or record name.
  func user(named name: UserRecordName) -> User? { userIndex(name).flatMap(user) }

  /// Returns the user with the e-mail address or, if there is none, with the phone number.
  func user(withAddress info: Share.LookupInfo) -> User? {
    if let address = info.emailAddress {
      return maps.value.byEmailAddress[address].flatMap(user)
    }
    return info.phoneNumber.flatMap { maps.value.byPhoneNumber[$0] }.flatMap(user)
  }

  func place(ofDevice name: DeviceName) -> Place? { maps.read { $0.byDevice[name] } }

  func user(_ index: Int) -> User? { maps.read { $0.list[index] } }

  func device(_ place: Place) -> Device? {
    account(at: place)?.device
  }

  /// Returns the device at a place, with its user's record name.
  func account(at place: Place) -> (userRecordName: UserRecordName, device: Device?)? {
    maps.read { maps in
      maps.list.withValue(place.user) { ($0.userRecordName, $0.device(place.device)) }
    }
  }

  /// Whether a user has the name, as an alias or a record name.
  func isKnown(_ name: UserName) -> Bool { userIndex(name) != nil }

  // MARK: Differences

  /// Returns the users that are not the same in both, and those with the given names. Few users are
  /// all returned: differences then have the alias of whoever they name.
  static func difference(
    _ left: People, _ right: People, naming names: Set<UserRecordName>
  ) -> (left: People, right: People) {
    if max(left.count, right.count) <= mostShown { return (left, right) }
    let parts = OrderedMap.difference(left.maps.value.list, right.maps.value.list) { _, _, _ in
      false
    }
    return (left.showing(parts.left, and: names), right.showing(parts.right, and: names))
  }

  private static let mostShown = 100

  private func showing(_ users: OrderedMap<Int, User>, and names: Set<UserRecordName>) -> People {
    var shown = self
    shown.maps.value.list = users
    for name in names {
      guard let index = userIndex(name), let user = self.user(index) else { continue }
      shown.maps.value.list.updateValue(user, forKey: index)
    }
    return shown
  }

  // MARK: Changes

  /// Adds a user whose names and devices are unused, which its caller checks.
  mutating func add(_ user: User) {
    changes &+= 1
    maps.value.add(user)
  }

  mutating func add(_ device: Device, toUser index: Int) {
    changes &+= 1
    let place = maps.value.list.modify(index) { user in
      user.devices.append(device)
      return Place(user: index, device: user.devices.count - 1)
    }
    if let place { maps.value.byDevice.updateValue(place, forKey: device.name) }
  }

  /// - Parameter answer: Nil means that the user was not asked.
  mutating func setDiscoverability(
    _ answer: DiscoverabilityAnswer?, ofUser index: Int, in container: ContainerIdentifier
  ) {
    changes &+= 1
    maps.value.list.modify(index) { $0.setDiscoverability(answer, in: container) }
  }

  /// - Parameter time: The time of a sign-in; nil if the status is no new sign-in.
  mutating func setAccountStatus(
    _ status: AccountStatus, at place: Place, signedIn time: Int64? = nil
  ) {
    guard let former = device(place) else { return }
    // The time means nothing on a device without an account.
    let isLater = time.map { $0 != former.signedIn && status != .noAccount } ?? false
    guard isLater || status != former.accountStatus else { return }
    changes &+= 1
    maps.value.list.modify(place.user) { user in
      user.devices[place.device].accountStatus = status
      if let time { user.devices[place.device].signedIn = time }
    }
  }

  /// Assigns a device to another user, or to its own user, with an account status.
  mutating func sign(
    _ place: Place, as userRecordName: UserRecordName, _ status: AccountStatus, at time: Int64
  ) {
    guard let device = device(place), let next = userIndex(userRecordName) else { return }
    setAccountStatus(status, at: place, signedIn: time)
    guard next != place.user else { return }
    let left = maps.value.list.modify(place.user) { user in
      user.devices.remove(at: place.device)
      return user.devices[place.device...].map(\.name)
    }
    // The devices after the removed one moved up.
    for (offset, name) in (left ?? []).enumerated() {
      let moved = Place(user: place.user, device: place.device + offset)
      maps.value.byDevice.updateValue(moved, forKey: name)
    }
    add(Device(name: device.name, accountStatus: status, signedIn: time), toUser: next)
  }
}
