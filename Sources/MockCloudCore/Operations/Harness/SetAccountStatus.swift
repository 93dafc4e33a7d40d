/// `mock/account/set`: sets the account status on one device, or on all devices of a user.
public struct SetAccountStatus: HarnessOperation {
  public static let name = "mock/account/set"

  public var status: AccountStatus
  /// An alias or a record name.
  public var user: UserName?
  public var device: DeviceName?

  public init(_ status: AccountStatus, user: UserName? = nil, device: DeviceName? = nil) {
    self.status = status
    self.user = user
    self.device = device
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard let place = context.place, let person = state.world.people.user(place.user) else {
      throw Misuse.badMockRequest(
        "an account status applies to the devices of a user, but no user is given", key: "user",
        expected: "a user, or a 'device'")
    }
    let places =
      device == nil
      ? person.devices.indices.map { People.Place(user: place.user, device: $0) } : [place]
    for place in places { state.setAccountStatus(status, at: place) }
  }
}

extension CloudState {
  /// Sets the account status on a device, and posts an event if that is a change.
  mutating func setAccountStatus(_ status: AccountStatus, at place: People.Place) {
    guard let person = world.people.user(place.user), let device = person.device(place.device),
      device.accountStatus != status
    else { return }
    // An account that becomes available again was verified or signed in.
    world.people.setAccountStatus(
      status, at: place, signedIn: status == .available ? world.clock.now : nil)
    post(
      .accountChange(
        Event.AccountChange(
          time: world.clock.now, device: device.name, status: status,
          previousUser: person.account(as: device.accountStatus),
          currentUser: person.account(as: status))))
  }
}
