/// The configuration of a new cloud.
public struct Configuration: Sendable {
  /// The seed of all random numbers.
  public var seed: Int64 = 1
  /// The initial time of a virtual clock, in milliseconds since 1970; nil uses the system's clock.
  public var clock: Int64? = Clock.defaultStart
  /// The defaults of calls for caller and database.
  public var defaults = Caller()
  /// Whether a container must be created before it can be used.
  public var containersAreDeclared = false
  /// The account status on every device.
  public var accountStatus = AccountStatus.available
  /// The users in addition to `me`.
  public var users: [AddUser] = []
  /// Changes to the service's limits.
  public var limits: [Limits.Change] = []
  /// Fault rules in the order in which they are evaluated.
  public var faults: [FaultRule] = []
  /// The initial schema of one container.
  var schema: InitialSchema?
  /// A saved world, which replaces the one that the other properties describe.
  var state: StateSource?
  /// The script that responds to calls of the service; nil means none.
  var script: ScriptSource?

  public init(seed: Int64 = 1) { self.seed = seed }

  struct InitialSchema: Sendable {
    var source: SchemaSource
    /// Nil means the default container, or its environment.
    var container: ContainerIdentifier?
    var environment: Environment?
  }

  /// The alias of the initial user of every cloud, and the name of that user's device.
  static let firstUser: ExactText = "me"
  static let firstDevice: DeviceName = "device-1"

  /// Returns the configured world.
  func makeWorld() throws(Misuse) -> SavedWorld {
    var saved: SavedWorld
    if let state { saved = try state.read() } else { saved = try makeDescribedWorld() }
    if let script { saved.script = ScriptRun(try script.read()) }
    return saved
  }

  private func makeDescribedWorld() throws(Misuse) -> SavedWorld {
    var world = World(seed: UInt64(bitPattern: seed), clock: try makeClock())
    world.containersAreDeclared = containersAreDeclared
    if let problem = limits.problem?.inside("limits") { throw problem.misuse }
    world.limits.apply(limits)
    if !users.contains(where: { $0.alias == Self.firstUser }) {
      _ = try AddUser(Self.firstUser, devices: [Self.firstDevice]).add(to: &world)
    }
    for (index, user) in users.enumerated() {
      do throws(Misuse) {
        _ = try user.add(to: &world)
      } catch {
        throw error.inside("users[\(index)]")
      }
    }
    for (user, person) in world.people.users.enumerated() {
      for device in person.devices.indices {
        world.people.setAccountStatus(
          accountStatus, at: People.Place(user: user, device: device))
      }
    }
    try setDefaults(of: &world)
    try loadSchema(into: &world)
    var plan = FaultPlan()
    _ = try plan.rules.add(checked: faults, at: "faults", in: world)
    return SavedWorld(world: world, faults: plan)
  }

  private func loadSchema(into world: inout World) throws(Misuse) {
    guard let schema else { return }
    if schema.container?.isEmpty == true {
      throw RequestError.emptyContainer.inside("schema").misuse
    }
    let key = World.SchemaKey(
      container: schema.container ?? world.defaults.container,
      environment: schema.environment ?? world.defaults.environment)
    do throws(Misuse) {
      try world.load(try schema.source.read(world.limits), of: key, from: schema.source.key)
    } catch {
      // Schema text may be given without the object that a path requires.
      if case .file = schema.source { throw error.inside("schema") }
      throw error
    }
  }

  private func makeClock() throws(Misuse) -> Clock {
    guard let clock else { return .system }
    do throws(Clock.Refusal) {
      return try Clock(milliseconds: clock)
    } catch {
      throw Misuse.badMockRequest(error.sentence, key: "clock")
    }
  }

  private func setDefaults(of world: inout World) throws(Misuse) {
    world.defaults.container = defaults.container ?? world.defaults.container
    world.defaults.environment = defaults.environment ?? world.defaults.environment
    world.defaults.database = defaults.database ?? world.defaults.database
    world.defaults.user = defaults.user.name(else: world.defaults.user)
    world.defaults.device = defaults.device
    // A device implies its user, so the user is checked only if no device is given.
    var caller = defaults
    if defaults.device == nil { caller.user = world.defaults.user.map { .named($0) } ?? .nobody }
    do throws(Misuse) {
      _ = try caller.context(in: world)
    } catch {
      throw error.inside("defaults")
    }
  }
}
