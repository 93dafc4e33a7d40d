/// `mock/users/list`: returns the users with their devices, and the complete context of a call.
public struct ListUsers: HarnessOperation {
  public static let name = "mock/users/list"
  static let changesCloud = false

  public struct Answer: Sendable {
    /// The users in the order in which they were added.
    public let users: [User]
    /// The caller and the database of calls with the same context keys.
    let context: CallContext
    /// The alias of the caller; nil if no user is signed in.
    public let caller: UserAlias?
    /// The networks that were set, by device.
    let networks: DeviceNetworks
    let now: Int64
  }

  public init() {}

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Answer {
    let people = state.world.people
    return Answer(
      users: people.users, context: context,
      caller: context.userRecordName.flatMap { people.user(named: $0)?.alias },
      networks: state.faults.networks, now: state.world.clock.now)
  }
}
