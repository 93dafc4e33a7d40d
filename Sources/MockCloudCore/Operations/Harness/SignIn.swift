/// `mock/account/signIn`: a device's user becomes another one, as when a user signs in to iCloud in
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

  /// Returns the record name of the user who is signed in now.
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
