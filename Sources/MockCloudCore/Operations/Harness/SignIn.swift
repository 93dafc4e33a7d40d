/// `mock/account/signIn`: changes the user of a device, as a user does by signing in to iCloud in
/// the device's settings.
public struct SignIn: HarnessOperation {
  public static let name = "mock/account/signIn"

  /// An alias or a record name; nil means the current user of the device.
  public var user: UserName?
  /// Nil means the configured device; calls that name no device still come from it.
  public var device: DeviceName?

  public init(_ user: UserName? = nil, device: DeviceName? = nil) {
    self.user = user
    self.device = device
  }

  /// Returns the record name of the signed-in user.
  func run(in state: inout CloudState, as context: CallContext) throws(Misuse)
    -> UserRecordName
  {
    let place = try state.world.devicePlace(device)
    let people = state.world.people
    guard let index = user.map(people.userIndex) ?? place.user, let next = people.user(index) else {
      throw Misuse.unknown("user", user?.text ?? "", known: people.names)
    }
    if device == nil { state.world.defaults.device = people.device(place)?.name }
    state.assign(place, to: next, .available)
    return next.userRecordName
  }
}
