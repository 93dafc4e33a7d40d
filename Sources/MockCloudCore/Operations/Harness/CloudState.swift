/// Everything that a cloud remembers between calls. A value, so a fork is a copy.
public struct CloudState: Sendable {
  var world: World
  /// The rules by which calls fail, with their counters.
  var faults = FaultPlan()
  /// What the configuration made, for `mock/reset`.
  private let initial: SavedWorld
  private(set) var journal = Journal()
  private(set) var snapshots = OrderedMap<String, Snapshot>()
  private(set) var events = EventQueue()
  /// Calls of service operations so far.
  private(set) var callNumber: UInt64 = 0

  /// A cloud as it was at one moment, without its journal.
  struct Snapshot: Sendable {
    let world: World
    let faults: FaultPlan
    let events: EventQueue
  }

  init(_ saved: SavedWorld) {
    world = saved.world
    faults = saved.faults
    initial = saved
  }

  // MARK: Calls

  mutating func beginCall() -> UInt64 {
    if callNumber < .max { callNumber += 1 }
    return callNumber
  }

  /// Notes a call of the service in the journal.
  ///
  /// - Parameter context: Nil where the caller was not found out.
  mutating func record<O: Operation>(
    _ call: CompletedCall<O>, _ context: CallContext?, _ faults: [FaultNote]
  ) {
    journal.append(
      JournalEntry(
        number: call.number, time: world.clock.now, userRecordName: context?.userRecordName,
        device: context?.deviceName, operation: O.name, status: call.outcome.status,
        faults: faults, call: call),
      limit: world.limits.journalBytes)
  }

  mutating func clearJournal() { journal = Journal() }

  // MARK: Events

  mutating func post(_ event: Event) { events.append(event) }

  mutating func nextEvent() -> Event? {
    // A clock that follows the system's runs by itself.
    if world.clock.mode == .system { runClock() }
    return events.popFirst()
  }

  /// What happens when the clock runs: pushes that are on their way arrive. A device whose account is
  /// not available then, or another user's by now, is not reached. Returns how many events became due.
  @discardableResult
  mutating func runClock() -> Int {
    var count = 0
    for push in world.subscriptions.takePending() {
      guard let place = world.people.place(ofDevice: push.device),
        world.people.device(place)?.accountStatus == .available,
        world.people.user(place.user)?.userRecordName == push.userRecordName
      else { continue }
      count += 1
      post(.notification(push))
    }
    return count
  }

  // MARK: Going back

  /// What a state document describes.
  var saved: SavedWorld { SavedWorld(world: world, faults: faults) }

  /// Puts a saved world in the place of this one.
  mutating func load(_ saved: SavedWorld) {
    world = saved.world
    faults = saved.faults
    events = EventQueue()
  }

  mutating func takeSnapshot(_ name: String) {
    snapshots.updateValue(
      Snapshot(world: world, faults: faults, events: events), forKey: name)
  }

  /// Brings back what a snapshot holds; false where there is none of that name.
  mutating func restore(_ name: String) -> Bool {
    guard let snapshot = snapshots[name] else { return false }
    world = snapshot.world
    faults = snapshot.faults
    events = snapshot.events
    return true
  }

  /// Back to what the configuration made, but for what is to be kept.
  mutating func reset(keeping kept: Set<ResetCloud.Part>) {
    let old = self
    self = CloudState(initial)
    if kept.contains(.schema) { world.setSchemas(old.world.schemas) }
    if kept.contains(.users) { keepPeople(of: old.world) }
    if kept.contains(.faults) { faults = old.faults }
    if kept.contains(.limits) { world.limits = old.world.limits }
    if kept.contains(.clock) { world.clock = old.world.clock }
  }

  /// The configured defaults may name a user whom a loaded state did not have: no call could be
  /// answered then, so the defaults are kept too.
  private mutating func keepPeople(of old: World) {
    world.people = old.people
    do throws(Misuse) {
      _ = try Caller().context(in: world)
    } catch {
      world.defaults.user = old.defaults.user
      world.defaults.device = old.defaults.device
    }
  }
}

/// A whole world on its way to or from a document.
public struct SavedWorld: Sendable {
  let world: World
  var faults = FaultPlan()
}
