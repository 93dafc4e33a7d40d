/// `mock/devices/add`: adds a device to a user.
public struct AddDevice: HarnessOperation {
  public static let name = "mock/devices/add"

  public var device: DeviceName
  /// An alias or a record name; nil means the configured user.
  public var user: UserName?

  public init(_ device: DeviceName, user: UserName? = nil) {
    self.device = device
    self.user = user
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let people = state.world.people
    guard let name = user ?? state.world.defaults.user, let index = people.userIndex(name) else {
      throw Misuse.unknown("user", user?.text ?? "", known: people.names)
    }
    guard !device.isEmpty, people.place(ofDevice: device) == nil else {
      throw Misuse.badMockRequest(
        device.isEmpty ? "'device' must not be empty" : "device '\(device)' exists already",
        key: "device", expected: "a free name")
    }
    // A new device has the same account status as the user's first device.
    let status = people.user(index)?.devices.first?.accountStatus ?? .available
    state.world.people.add(
      Device(name: device, accountStatus: status, signedIn: state.world.clock.now),
      toUser: index)
  }
}
