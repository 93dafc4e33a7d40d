/// The users and devices of a cloud.
struct People: Sendable {
  /// The users by number, in the order in which they were added.
  private var list = OrderedMap<Int, User>()
  /// The numbers of users by alias and record name.
  private var byName = OrderedMap<ExactText, Int>()
  private var byDevice = OrderedMap<DeviceName, Place>()
  /// If several users have the same address, the first of them.
  private var byEmailAddress = OrderedMap<EmailAddress, Int>()
  private var byPhoneNumber = OrderedMap<PhoneNumber, Int>()

  /// The user of a device, and its index among the user's devices.
  struct Place: Sendable, Equatable {
    let user: Int
    let device: Int
  }

  var count: Int { list.count }

  /// All users in the order in which they were added.
  var users: [User] { list.map(\.value) }

  /// The aliases of all users.
  var names: [String] { users.map(\.alias.text) }

  // MARK: Lookup

  /// Returns the number of the user with the given alias or record name.
  func userIndex(_ name: UserRecordName) -> Int? { byName[name] }

  /// Returns the user with the given alias or record name.
  func user(named name: UserRecordName) -> User? { userIndex(name).flatMap(user) }

  /// Returns the user with the e-mail address or, if there is none, with the phone number.
  func user(withAddress info: Share.LookupInfo) -> User? {
    if let address = info.emailAddress { return byEmailAddress[address].flatMap(user) }
    return info.phoneNumber.flatMap { byPhoneNumber[$0] }.flatMap(user)
  }

  func place(ofDevice name: DeviceName) -> Place? { byDevice[name] }

  func user(_ index: Int) -> User? { list[index] }

  func device(_ place: Place) -> Device? {
    account(at: place)?.device
  }

  /// Returns the device at a place, with its user's record name.
  func account(at place: Place) -> (userRecordName: UserRecordName, device: Device?)? {
    list.withValue(place.user) { ($0.userRecordName, $0.device(place.device)) }
  }

  /// Whether a user has the name, as an alias or a record name.
  func isKnown(_ name: UserName) -> Bool { byName[name] != nil }

  // MARK: Changes

  /// Adds a user whose names and devices are unused, which its caller checks.
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

  mutating func add(_ device: Device, toUser index: Int) {
    let place = list.modify(index) { user in
      user.devices.append(device)
      return Place(user: index, device: user.devices.count - 1)
    }
    if let place { byDevice.updateValue(place, forKey: device.name) }
  }

  /// - Parameter answer: Nil means that the user was not asked.
  mutating func setDiscoverability(
    _ answer: DiscoverabilityAnswer?, ofUser index: Int, in container: ContainerIdentifier
  ) {
    list.modify(index) { $0.setDiscoverability(answer, in: container) }
  }

  /// - Parameter time: The time of a sign-in; nil if the status is no new sign-in.
  mutating func setAccountStatus(
    _ status: AccountStatus, at place: Place, signedIn time: Int64? = nil
  ) {
    list.modify(place.user) { user in
      guard user.devices.indices.contains(place.device) else { return }
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
    let left = list.modify(place.user) { user in
      user.devices.remove(at: place.device)
      return user.devices[place.device...].map(\.name)
    }
    // The devices after the removed one moved up.
    for (offset, name) in (left ?? []).enumerated() {
      byDevice.updateValue(Place(user: place.user, device: place.device + offset), forKey: name)
    }
    add(Device(name: device.name, accountStatus: status, signedIn: time), toUser: next)
  }
}
