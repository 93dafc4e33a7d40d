/// Everything that a cloud remembers between calls. A value, so a fork is a copy.
public struct CloudState: Sendable {
  var world: World
  /// The rules by which calls fail, with their counters.
  var faults = FaultPlan()
  /// The file that rules come from; nil where none does.
  var faultFile: FaultFile?
  /// The faults that are tried one after the other on a scenario; nil where none were.
  var exploration: Exploration?
  /// The names of the service's operations, to recognise unknown names.
  let operationNames: [String]
  /// What the configuration made, for `mock/reset`.
  private let initial: SavedWorld
  private(set) var journal = Journal()
  /// Calls that are still to be written to the journal's file; nil where there is none.
  private var unwritten: [JournalEntry]?
  /// Finds what clients do that they should not.
  var watch = ClientWatch()
  /// The responses that replace the cloud's own; nil where none do.
  var script: ScriptRun?
  /// The calls since `mock/recording/start`; nil where none are recorded.
  var recording: Recording?
  private var snapshots = OrderedMap<String, Snapshot>()
  /// The cloud as the exploration found it.
  private var explorationStart: Snapshot?
  /// Calls of service operations so far.
  private(set) var callNumber: UInt64 = 0
  /// The highest epoch of any world that was here.
  private var lastEpoch: UInt64

  /// A cloud as it was at one moment, without its journal.
  struct Snapshot: Sendable {
    let world: World
    let faults: FaultPlan
    let script: ScriptRun?
  }

  init(_ saved: SavedWorld, operationNames: [String]) {
    self.operationNames = operationNames
    world = saved.world
    faults = saved.faults
    script = saved.script
    initial = saved
    lastEpoch = saved.world.epoch
  }

  /// Puts another world in the place of this one, which is discarded. Tokens of changes that are made
  /// from here on differ from those of the discarded world, unless no client can hold any.
  private mutating func replaceWorld(with other: World) {
    watch.forgetAnswers()
    world = other
    lastEpoch = max(lastEpoch, other.epoch)
    guard callNumber > 0 else { return }
    if lastEpoch < .max { lastEpoch += 1 }
    world.epoch = lastEpoch
  }

  // MARK: Calls

  mutating func beginCall() -> UInt64 {
    if callNumber < .max { callNumber += 1 }
    return callNumber
  }

  /// Notes a call of the service in the journal, and in the recording where there is one.
  ///
  /// - Parameters:
  ///   - context: Nil where the caller was not found out.
  ///   - tally: What is known of the call besides its outcome.
  mutating func record<O: Operation>(
    _ call: CompletedCall<O>, _ context: CallContext?, _ tally: CallTally
  ) {
    if recording != nil {
      let isTimed = world.clock.mode != .system
      recording?.append(
        call, number: call.number, delay: isTimed ? max(0, world.clock.now &- tally.start) : 0)
    }
    let entry = JournalEntry(
      number: call.number, time: world.clock.now, userRecordName: context?.userRecordName,
      device: context?.deviceName, operation: O.name, status: call.status,
      faults: tally.faults, passes: tally.passes, stateBefore: tally.stateBefore,
      stateAfter: world.digest, call: call, weight: call.weight &+ (tally.passes?.weight ?? 0))
    journal.append(entry, limit: world.limits.journalBytes)
    unwritten?.append(entry)
  }

  /// Has every call from here on wait until it is written to the journal's file.
  mutating func beginWriting() { unwritten = [] }

  /// Takes the calls that are still to be written to the journal's file.
  mutating func takeUnwritten() -> [JournalEntry] {
    guard let entries = unwritten, !entries.isEmpty else { return [] }
    unwritten = []
    return entries
  }

  /// The cloud as its copy has it, whose calls are in no file.
  var copy: CloudState {
    var copy = self
    copy.unwritten = nil
    return copy
  }

  mutating func clearJournal() { journal = Journal() }

  // MARK: Events

  mutating func post(_ event: Event) { world.events.append(event) }

  // MARK: Going back

  /// What a state document describes.
  var saved: SavedWorld { SavedWorld(world: world, faults: faults, script: script) }

  /// Puts a saved world in the place of this one.
  mutating func load(_ saved: SavedWorld) {
    replaceWorld(with: saved.world)
    faults = saved.faults
    script = saved.script
  }

  private var snapshot: Snapshot {
    Snapshot(world: world, faults: faults, script: script)
  }

  mutating func takeSnapshot(_ name: String) { snapshots.updateValue(snapshot, forKey: name) }

  mutating func removeSnapshot(_ name: String) { snapshots.removeValue(forKey: name) }

  /// The snapshot of that name.
  ///
  /// - Parameter key: The key of the request that holds the name.
  func snapshot(named name: String, key: String) throws(Misuse) -> Snapshot {
    guard let snapshot = snapshots[name] else {
      throw Misuse.unknown(
        key, name, known: snapshots.map(\.key), remedy: "mock/snapshot makes snapshots")
    }
    return snapshot
  }

  /// Brings back what a snapshot holds.
  mutating func restore(_ snapshot: Snapshot) {
    replaceWorld(with: snapshot.world)
    faults = snapshot.faults
    script = snapshot.script
  }

  /// Begins an exploration, in place of an earlier one.
  mutating func begin(_ exploration: Exploration) {
    self.exploration = exploration
    explorationStart = snapshot
  }

  /// Ends a run of an exploration: the cloud is as the exploration found it, and the next case is
  /// armed, if one is left.
  mutating func nextCase(_ failure: Exploration.Failure?) throws(Misuse) {
    guard let start = explorationStart, var next = exploration else {
      throw Exploration.noneWasBegun("mock/explore/next")
    }
    let isOn = next.isOn
    try next.next(failure, now: start.world.clock.now)
    if isOn { restore(start) }
    exploration = next
  }

  /// Back to what the configuration made, except for what is to be kept.
  mutating func reset(keeping kept: Set<ResetCloud.Part>) {
    let old = self
    self = CloudState(initial, operationNames: operationNames)
    faultFile = old.faultFile
    unwritten = old.unwritten
    if kept.contains(.schema) { world.setSchemas(old.world.schemas) }
    if kept.contains(.users) { keepPeople(of: old.world) }
    if kept.contains(.faults) { faults = old.faults }
    if kept.contains(.limits) { world.limits = old.world.limits }
    if kept.contains(.clock) { world.clock = old.world.clock }
  }

  /// The configured defaults may name a user whom a loaded state did not have: no call could be
  /// run then, so the defaults are kept too.
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
  var faults: FaultPlan
  var script: ScriptRun?

  /// Events that wait to be taken are left out, and with them the operations that they report: they are
  /// not part of what is saved.
  init(world: World, faults: FaultPlan = FaultPlan(), script: ScriptRun? = nil) {
    var world = world
    world.events = EventQueue()
    world.operations = world.operations.saved
    self.world = world
    self.faults = faults
    self.script = script
  }
}
