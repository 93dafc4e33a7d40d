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
        "an account status belongs to a user's devices, and no user is named", key: "user")
    }
    let places =
      device == nil
      ? person.devices.indices.map { People.Place(user: place.user, device: $0) } : [place]
    for place in places {
      guard let device = state.world.people.device(place), device.accountStatus != status else {
        continue
      }
      state.world.people.setAccountStatus(status, at: place)
      state.post(
        .accountChange(
          Event.AccountChange(
            time: state.world.clock.now, device: device.name.text, status: status,
            previousUser: person.account(as: device.accountStatus),
            currentUser: person.account(as: status))))
    }
  }
}
