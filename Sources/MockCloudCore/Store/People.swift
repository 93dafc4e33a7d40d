/// The users and devices of a cloud.
struct People: Sendable {
  /// By number, in the order in which they were added.
  private var list = OrderedMap<Int, User>()
  /// Aliases and record names.
  private var byName = OrderedMap<String, Int>()
  private var byDevice = OrderedMap<String, Place>()
  /// Of several users with one address the first, as whoever looks for it would find.
  private var byEmailAddress = OrderedMap<String, Int>()
  private var byPhoneNumber = OrderedMap<String, Int>()

  /// Which user a device belongs to, and where it stands among the user's devices.
  struct Place: Sendable, Equatable {
    let user: Int
    let device: Int
  }

  var count: Int { list.count }

  /// Everyone, in the order in which they were added.
  var users: [User] { list.map(\.value) }

  // MARK: Finding

  /// The number of the user with that alias or record name.
  func userIndex(_ name: String) -> Int? { byName[name] }

  /// The user with that alias or record name.
  func user(named name: String) -> User? { userIndex(name).flatMap(user) }

  /// The user who is reached at the e-mail address, or without one at the phone number.
  func user(withAddress info: Share.LookupInfo) -> User? {
    if let address = info.emailAddress { return byEmailAddress[address].flatMap(user) }
    return info.phoneNumber.flatMap { byPhoneNumber[$0] }.flatMap(user)
  }

  func place(ofDevice name: String) -> Place? { byDevice[name] }

  func user(_ index: Int) -> User? { list[index] }

  func device(_ place: Place) -> Device? {
    account(at: place)?.device
  }

  /// Whose device is at a place, and the device.
  func account(at place: Place) -> (userRecordName: String, device: Device?)? {
    list.withValue(place.user) { ($0.userRecordName, $0.device(place.device)) }
  }

  /// The first of the names that a user or device has already.
  func taken(alias: ExactText, userRecordName: String, devices: [ExactText]) -> String? {
    if byName[alias.text] != nil { return alias.text }
    if byName[userRecordName] != nil { return userRecordName }
    return devices.first { byDevice[$0.text] != nil }?.text
  }

  // MARK: Changing

  /// Adds a user whose names and devices are free; `taken` checks that.
  mutating func add(_ user: User) {
    let index = list.count
    list.updateValue(user, forKey: index)
    byName.updateValue(index, forKey: user.alias.text)
    byName.updateValue(index, forKey: user.userRecordName)
    if let address = user.emailAddress, byEmailAddress[address] == nil {
      byEmailAddress.updateValue(index, forKey: address)
    }
    if let number = user.phoneNumber, byPhoneNumber[number] == nil {
      byPhoneNumber.updateValue(index, forKey: number)
    }
    for (position, device) in user.devices.enumerated() {
      byDevice.updateValue(Place(user: index, device: position), forKey: device.name.text)
    }
  }

  mutating func add(_ device: Device, toUser index: Int) {
    let place = list.modify(index) { user in
      user.devices.append(device)
      return Place(user: index, device: user.devices.count - 1)
    }
    if let place { byDevice.updateValue(place, forKey: device.name.text) }
  }

  mutating func setAccountStatus(_ status: AccountStatus, at place: Place) {
    list.modify(place.user) { user in
      guard user.devices.indices.contains(place.device) else { return }
      user.devices[place.device].accountStatus = status
    }
  }

  /// Makes a device another user's, or its own user's again, with that account status.
  mutating func sign(_ place: Place, as userRecordName: String, _ status: AccountStatus) {
    guard let device = device(place), let next = userIndex(userRecordName) else { return }
    setAccountStatus(status, at: place)
    guard next != place.user else { return }
    let left = list.modify(place.user) { user in
      user.devices.remove(at: place.device)
      return user.devices[place.device...].map(\.name.text)
    }
    // Those that stood after the device moved up.
    for (offset, name) in (left ?? []).enumerated() {
      byDevice.updateValue(Place(user: place.user, device: place.device + offset), forKey: name)
    }
    add(Device(name: device.name, accountStatus: status), toUser: next)
  }
}
