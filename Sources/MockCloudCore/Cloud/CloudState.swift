/// Everything that a cloud remembers between calls. A value, so a fork is a copy.
public struct CloudState: Sendable {
  var world: World
  /// What the configuration made, for `mock/reset`.
  private let initial: World
  private(set) var journal = Journal()
  var snapshots = OrderedMap<String, World>()
  private(set) var events = EventQueue()
  /// Calls of service operations so far.
  private(set) var callNumber: UInt64 = 0

  init(_ world: World) {
    self.world = world
    initial = world
  }

  mutating func beginCall() -> UInt64 {
    if callNumber < .max { callNumber += 1 }
    return callNumber
  }

  mutating func post(_ event: Event) { events.append(event) }

  mutating func nextEvent() -> Event? {
    // A clock that follows the system's runs by itself.
    if world.clock.mode == .system { runClock() }
    return events.popFirst()
  }

  /// What happens when the clock runs: pushes that are on their way arrive. A device whose account is
  /// not available then, or another user's by now, is not reached. Answers how many events became due.
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

  mutating func dropEvents() { events = EventQueue() }

  mutating func clearJournal() { journal = Journal() }

  /// Back to what the configuration made, but for what is to be kept.
  mutating func reset(keeping kept: Set<ResetCloud.Part>) {
    let old = world
    self = CloudState(initial)
    if kept.contains(.schema) { world.setSchemas(old.schemas) }
    if kept.contains(.users) { keepPeople(of: old) }
    if kept.contains(.faults) { world.errors = old.errors }
    if kept.contains(.limits) { world.limits = old.limits }
    if kept.contains(.clock) { world.clock = old.clock }
  }

  /// The configured defaults may name somebody whom a loaded state did not have; they would then be
  /// nobody's, and no call could be answered.
  private mutating func keepPeople(of old: World) {
    world.people = old.people
    do throws(Misuse) {
      _ = try CallerResolver().context(in: world)
    } catch {
      world.defaults.user = old.defaults.user
      world.defaults.device = old.defaults.device
    }
  }

  /// Notes a call of the service in the journal.
  mutating func record(
    _ operation: String, _ context: CallContext?, _ call: IncomingCall, _ status: Int32,
    _ writer: borrowing AnswerWriter
  ) {
    let response = writer.json.withBytes { Array($0) }
    journal.append(
      JournalEntry(
        number: callNumber, time: world.clock.now, userRecordName: context?.userRecordName,
        device: context?.deviceName, operation: operation, request: Array(call.text),
        status: status, response: response, faults: writer.faults))
  }

  /// Notes a call that came without JSON, from Swift.
  mutating func record(
    _ operation: String, _ context: CallContext, status: Int32, faults: [FaultNote]
  ) {
    journal.append(
      JournalEntry(
        number: callNumber, time: world.clock.now, userRecordName: context.userRecordName,
        device: context.deviceName, operation: operation, request: [], status: status,
        response: [], faults: faults))
  }
}
