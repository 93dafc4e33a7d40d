/// `mock/account/set`: what a device, or all devices of a user, know of the account.
public struct SetAccountStatus: HarnessOperation {
  public static let name = "mock/account/set"

  public var status: AccountStatus
  /// An alias or a record name.
  public var user: String?
  public var device: String?

  public init(_ status: AccountStatus, user: String? = nil, device: String? = nil) {
    self.status = status
    self.user = user
    self.device = device
  }

  public func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    guard let place = context.place, let person = state.world.people.user(place.user) else {
      throw Misuse.badMockRequest(
        "an account status applies to the devices of a user, but no user is given", key: "user")
    }
    let places =
      device == nil
      ? person.devices.indices.map { People.Place(user: place.user, device: $0) } : [place]
    for place in places { state.setAccountStatus(status, at: place) }
  }
}

extension CloudState {
  /// Sets the status of a device's account; where that changes it, there is an event.
  mutating func setAccountStatus(_ status: AccountStatus, at place: People.Place) {
    guard let person = world.people.user(place.user), let device = person.device(place.device),
      device.accountStatus != status
    else { return }
    world.people.setAccountStatus(status, at: place)
    post(
      .accountChange(
        Event.AccountChange(
          time: world.clock.now, device: device.name.text, status: status,
          previousUser: person.account(as: device.accountStatus),
          currentUser: person.account(as: status))))
  }
}
