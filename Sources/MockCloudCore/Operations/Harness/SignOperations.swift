/// `mock/account/signIn`: a device's user becomes another one, as when somebody signs in to iCloud in
/// the device's settings.
public struct SignIn: HarnessOperation {
  public static let name = "mock/account/signIn"

  /// An alias or a record name; nil means the user whose device it is already.
  public var user: String?
  /// Nil means the device of calls that name none; these keep coming from it.
  public var device: String?

  public init(_ user: String? = nil, device: String? = nil) {
    self.user = user
    self.device = device
  }

  /// Answers the record name of the user who is signed in now.
  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> String {
    let place = try state.world.devicePlace(device)
    let people = state.world.people
    guard let index = user.map(people.userIndex) ?? place.user, let next = people.user(index) else {
      throw Misuse.unknown("user", user ?? "", known: people.users.map(\.alias.text))
    }
    if device == nil { state.world.defaults.device = people.device(place)?.name.text }
    state.signs(place, next, .available)
    return next.userRecordName
  }
}

/// `mock/account/signOut`: a device has no account any more.
public struct SignOut: HarnessOperation {
  public static let name = "mock/account/signOut"

  /// Nil means the device of calls that name none.
  public var device: String?

  public init(device: String? = nil) { self.device = device }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let place = try state.world.devicePlace(device)
    guard let person = state.world.people.user(place.user) else { return }
    state.signs(place, person, .noAccount)
  }
}

extension World {
  /// The device of that name, or the one of calls that name none.
  fileprivate func devicePlace(_ name: String?) throws(Misuse) -> People.Place {
    if let name = name ?? defaults.device {
      guard let place = people.place(ofDevice: name) else {
        throw Misuse.unknown(
          "device", name, known: people.users.flatMap { $0.devices.map(\.name.text) })
      }
      return place
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
  /// Gives a device to a user with that status, and tells of the net change.
  fileprivate mutating func signs(_ place: People.Place, _ next: User, _ status: AccountStatus) {
    guard let device = world.people.device(place), let person = world.people.user(place.user) else {
      return
    }
    let previous = person.account(as: device.accountStatus)
    let current = next.account(as: status)
    let isSame = previous == current && device.accountStatus == status
    world.people.sign(place, as: next.userRecordName, status)
    if isSame { return }
    post(
      .accountChange(
        Event.AccountChange(
          time: world.clock.now, device: device.name.text, status: status, previousUser: previous,
          currentUser: current)))
  }
}
