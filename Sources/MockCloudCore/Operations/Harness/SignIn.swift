/// `mock/account/signIn`: changes the user of a device, as a user does by signing in to iCloud in
/// the device's settings.
public struct SignIn: HarnessOperation {
  public static let name = "mock/account/signIn"

  /// An alias or a record name; nil means the current user of the device.
  public var user: String?
  /// Nil means the configured device; calls that name no device still come from it.
  public var device: String?

  public init(_ user: String? = nil, device: String? = nil) {
    self.user = user
    self.device = device
  }

  /// Returns the record name of the signed-in user.
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
