/// Everything that a cloud remembers between calls. A value, so a fork is a copy.
public struct CloudState: Sendable {
  var world: World
  /// What the configuration made, for `mock/reset`.
  private let initial: World
  private(set) var journal = Journal()
  var snapshots = OrderedMap<String, World>()
  /// Calls of service operations so far.
  private(set) var callNumber: UInt64 = 0
  /// The highest epoch of any world that was here.
  private var lastEpoch: UInt64

  init(_ world: World) {
    self.world = world
    initial = world
    lastEpoch = world.epoch
  }

  /// Puts another world in the place of this one, which is given up. Tokens of changes that are made
  /// from here on differ from those of the world that was given up, unless nobody can hold any.
  mutating func replaceWorld(with other: World) {
    world = other
    lastEpoch = max(lastEpoch, other.epoch)
    guard callNumber > 0 else { return }
    if lastEpoch < .max { lastEpoch += 1 }
    world.epoch = lastEpoch
  }

  mutating func beginCall() -> UInt64 {
    if callNumber < .max { callNumber += 1 }
    return callNumber
  }

  mutating func post(_ event: Event) { world.events.append(event) }

  mutating func nextEvent() -> Event? {
    // A clock that follows the system's runs by itself.
    if world.clock.mode == .system { runClock(to: world.clock.now) }
    return world.events.popFirst()
  }

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
