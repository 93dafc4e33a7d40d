/// The users and devices of a cloud.
struct People: Sendable {
  /// In the order in which they were added.
  private(set) var users: [User] = []
  private var byName: [ExactText: Int] = [:]
  private var byDevice: [ExactText: Place] = [:]

  /// Where a device stands in `users`.
  struct Place: Sendable, Equatable {
    let user: Int
    let device: Int
  }

  /// Where the user with that alias or record name stands.
  func userIndex(_ name: String) -> Int? { byName[ExactText(name)] }

  /// The user with that alias or record name.
  func user(named name: String) -> User? { userIndex(name).flatMap(user) }

  func place(ofDevice name: String) -> Place? { byDevice[ExactText(name)] }

  func user(_ index: Int) -> User? { users.indices.contains(index) ? users[index] : nil }

  func device(_ place: Place) -> Device? {
    guard let user = user(place.user), user.devices.indices.contains(place.device) else {
      return nil
    }
    return user.devices[place.device]
  }

  /// Adds a user whose names and devices are free; `conflict` tells beforehand.
  mutating func add(_ user: User) {
    let index = users.count
    users.append(user)
    byName[user.alias] = index
    byName[ExactText(user.userRecordName)] = index
    for (position, device) in user.devices.enumerated() {
      byDevice[device.name] = Place(user: index, device: position)
    }
  }

  mutating func add(_ device: Device, toUser index: Int) {
    guard users.indices.contains(index) else { return }
    byDevice[device.name] = Place(user: index, device: users[index].devices.count)
    users[index].devices.append(device)
  }

  mutating func setAccountStatus(_ status: AccountStatus, at place: Place) {
    guard device(place) != nil else { return }
    users[place.user].devices[place.device].accountStatus = status
  }

  /// Makes a device another user's, or its own user's again, with that account status.
  mutating func sign(_ place: Place, as userRecordName: String, _ status: AccountStatus) {
    guard let device = device(place), let next = userIndex(userRecordName) else { return }
    setAccountStatus(status, at: place)
    guard next != place.user else { return }
    users[place.user].devices.remove(at: place.device)
    for (position, left) in users[place.user].devices.enumerated() {
      byDevice[left.name] = Place(user: place.user, device: position)
    }
    add(Device(name: device.name, accountStatus: status), toUser: next)
  }

  /// The first of the names that somebody or some device has already.
  func taken(alias: ExactText, userRecordName: String, devices: [ExactText]) -> String? {
    if byName[alias] != nil { return alias.text }
    if byName[ExactText(userRecordName)] != nil { return userRecordName }
    return devices.first { byDevice[$0] != nil }?.text
  }
}
