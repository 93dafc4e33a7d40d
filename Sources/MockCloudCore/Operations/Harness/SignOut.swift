/// `mock/account/signOut`: removes the account from a device.
public struct SignOut: HarnessOperation {
  public static let name = "mock/account/signOut"

  /// Nil means the configured device.
  public var device: DeviceName?

  public init(device: DeviceName? = nil) { self.device = device }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) {
    let place = try state.world.devicePlace(device)
    guard let person = state.world.people.user(place.user) else { return }
    state.assign(place, to: person, .noAccount)
  }
}
