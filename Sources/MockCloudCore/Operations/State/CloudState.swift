/// The whole state of a cloud between calls. A fork is a copy of it.
///
/// It is copied by `copied()` alone: its many members would otherwise be copied by code at each
/// place where the compiler needs a copy.
struct CloudState: Sendable, ~Copyable {
  var world: World
  /// The rules by which calls fail, with their counters. A call has them while it runs, see
  /// `CallSession.exchange`.
  var boxedFaults = Boxed(FaultPlan())
  /// The file with rules; nil if there is none.
  var faultFile: FaultFile?
  /// The exploration of a scenario; nil if none was begun.
  var exploration: Boxed<Exploration>?
  /// The state that the configuration made, for `mock/reset`.
  let initial: Boxed<SavedWorld>
  private(set) var journal = Journal()
  /// The calls that are not yet written to the journal's file; nil if there is no file.
  var unwritten: [JournalEntry]?
  /// Finds mistakes of clients.
  var watch = ClientWatch()
  /// Who gets the responses to the call that runs.
  var taker = ResponseTaker.program
  /// Whether a virtual clock moves by a millisecond before each call that may change the world, so
  /// that the stamps of its changes are later than all earlier ones.
  var separatesCommits = false
  /// Nil if there is no client in Swift. A copy of the cloud begins anew.
  var accountWatch: AccountWatch?
  /// The script, whose responses replace the cloud's own; nil if none is loaded.
  var script: ScriptRun?
  /// The calls since `mock/recording/start`; nil if they are not recorded.
  var recording: Recording?
  private var snapshots = RareMap<String, Snapshot>()
  /// The state of the cloud at the beginning of the exploration.
  private var explorationStart: Boxed<Start>?
  /// The number of calls of service operations so far.
  private(set) var callNumber: UInt64 = 0
  /// How far the clock was set back so far, in milliseconds. Only differences matter: it may overflow.
  var timeSetBack: Int64 = 0
  /// The number of calls of service operations that have begun.
  private var begunCalls: UInt64 = 0
  /// The highest epoch of all worlds that this cloud had.
  private var lastEpoch: UInt64

  /// The state of a cloud at one time, without its journal.
  struct Snapshot: Sendable {
    let world: World
    let faults: FaultPlan
    let script: ScriptRun?
    /// The number of calls of service operations before it.
    let callNumber: UInt64
  }

  /// The state at the beginning of an exploration. Each of its runs has a journal of its own.
  private struct Start: Sendable {
    let snapshot: Snapshot
    let journal: Journal
    let watch: ClientWatch
    let lastEpoch: UInt64
    let snapshots: RareMap<String, Snapshot>
    /// Who may have received tokens in the runs before the present one.
    var readers = TokenExpiries()
  }

  /// Returns an independent copy in constant time.
  borrowing func copied() -> CloudState { CloudState(copying: self) }

  private init(copying other: borrowing CloudState) {
    world = other.world
    boxedFaults = other.boxedFaults
    faultFile = other.faultFile
    exploration = other.exploration
    initial = other.initial
    journal = other.journal
    unwritten = other.unwritten
    watch = other.watch
    taker = other.taker
    separatesCommits = other.separatesCommits
    accountWatch = other.accountWatch.map { _ in AccountWatch() }
    script = other.script
    recording = other.recording
    snapshots = other.snapshots
    explorationStart = other.explorationStart
    callNumber = other.callNumber
    timeSetBack = other.timeSetBack
    begunCalls = other.begunCalls
    lastEpoch = other.lastEpoch
  }

  init(_ saved: SavedWorld) {
    world = saved.world
    boxedFaults = Boxed(saved.faults)
    script = saved.script
    initial = Boxed(saved)
    lastEpoch = saved.world.epoch
  }

  /// Replaces the world by another, and discards it. Tokens of later changes differ from those of
  /// the discarded world, unless no client can have any.
  ///
  /// - Parameters:
  ///   - isRestored: Whether it is that of a snapshot.
  ///   - hasRuns: Whether runs of an exploration have other worlds, which were discarded before.
  private mutating func replaceWorld(
    with other: World, isRestored: Bool, hasRuns: Bool = false
  ) {
    watch.forgetAnswers()
    world.operations.revokeReports()
    let former = world
    world = other
    world.operations.endRun()
    world.operations.leaveClients()
    lastEpoch = max(lastEpoch, other.epoch)
    if callNumber > 0 {
      if lastEpoch < .mostCounted { lastEpoch += 1 }
      world.epoch = lastEpoch
    }
    world.takeTokens(of: former, isRestored: isRestored, hasSeenAll: !hasRuns)
  }

  var faults: FaultPlan {
    _read { yield boxedFaults.value }
    _modify { yield &boxedFaults.value }
  }

  // MARK: Calls

  mutating func beginCall() -> UInt64 {
    if callNumber < .max { callNumber += 1 }
    return callNumber
  }

  /// Returns the tally of a call that begins.
  ///
  /// - Parameter start: The time when it began; nil means now.
  mutating func tally(from start: Int64? = nil) -> CallTally {
    begunCalls &+= 1
    return CallTally(world, place: begunCalls, start: start)
  }

  /// Adds a call of the service to the journal, and to the recording if there is one.
  ///
  /// - Parameters:
  ///   - context: Nil if the caller could not be determined.
  ///   - tally: The properties of the call other than its outcome.
  mutating func record<O: Operation>(
    _ call: CompletedCall<O>, _ context: CallContext?, _ tally: CallTally
  ) {
    // A client that has ended has no response.
    if recording != nil, call.status >= 0 {
      let isTimed = world.clock.mode != .system
      recording?.append(
        call, place: tally.place, delay: isTimed ? max(0, world.clock.now &- tally.start) : 0)
    }
    let entry = JournalEntry(
      number: call.number, time: world.clock.now, userRecordName: context?.userRecordName,
      device: context?.deviceName, operation: O.name, status: call.status,
      delivery: tally.delivery, faults: tally.faults, passes: tally.passes,
      stateBefore: tally.stateBefore,
      stateAfter: tally.stateAfter ?? world.digest, call: call,
      weight: call.weight &+ (tally.passes?.weight ?? 0)
        &+ (tally.delivery?.group?.utf8.count ?? 0))
    journal.append(entry, limit: world.limits.journalBytes)
    unwritten?.insert(inOrder: entry)
  }

  /// Collects all calls from here on for the journal's file.
  mutating func beginWriting() { unwritten = [] }

  /// Returns and removes the calls that are not yet written to the journal's file.
  mutating func takeUnwritten() -> [JournalEntry] {
    guard let entries = unwritten, !entries.isEmpty else { return [] }
    unwritten = []
    return entries
  }

  /// The state for a copy of the cloud, whose calls are not written to a file. The clients of this one
  /// continue what they read.
  var copy: CloudState {
    var copy = copied()
    copy.unwritten = nil
    copy.watch.leavePages()
    return copy
  }

  mutating func clearJournal() { journal = Journal() }

  // MARK: Events

  mutating func post(_ event: Event) {
    world.events.append(event)
    guard case .accountChange(let change) = event else { return }
    accountWatch?.changed.append(change.device)
    if change.previousUser == change.currentUser { return }
    watch.noteBeginning(ofDevice: change.device.watchKey)
  }

  // MARK: Snapshots and states

  /// The content of a state document.
  var saved: SavedWorld { SavedWorld(world: world, faults: faults, script: script) }

  /// Replaces the world by a saved one.
  mutating func load(_ saved: SavedWorld) {
    replaceWorld(with: saved.world, isRestored: false)
    faults = saved.faults
    script = saved.script
  }

  private var snapshot: Snapshot {
    Snapshot(world: world, faults: faults, script: script, callNumber: callNumber)
  }

  mutating func takeSnapshot(_ name: String) { snapshots.updateValue(snapshot, forKey: name) }

  mutating func removeSnapshot(_ name: String) { snapshots.removeValue(forKey: name) }

  /// The names of the snapshots, in the order of their bytes.
  var snapshotNames: [String] { snapshots.map(\.key) }

  /// Returns the snapshot with the given name.
  ///
  /// - Parameter key: The key of the request that holds the name.
  func snapshot(named name: String, key: String) throws(Misuse) -> Snapshot {
    guard let snapshot = snapshots[name] else {
      throw Misuse.unknown(
        key, name, known: snapshotNames, remedy: "mock/snapshot makes snapshots")
    }
    return snapshot
  }

  /// Restores a snapshot.
  ///
  /// - Parameter hasRuns: As for `replaceWorld`.
  mutating func restore(_ snapshot: Snapshot, hasRuns: Bool = false) {
    replaceWorld(with: snapshot.world, isRestored: true, hasRuns: hasRuns)
    // Without calls since the snapshot, no client has a token of the world that is given up.
    if callNumber > snapshot.callNumber { world.restoredEpoch = world.epoch }
    faults = snapshot.faults
    script = snapshot.script
  }

  /// Begins an exploration, which replaces one that has ended.
  mutating func begin(_ exploration: Exploration) throws(Misuse) {
    if self.exploration?.value.isOn == true { throw Exploration.isRunning }
    self.exploration = Boxed(exploration)
    explorationStart = Boxed(
      Start(
        snapshot: snapshot, journal: journal, watch: watch, lastEpoch: lastEpoch,
        snapshots: snapshots))
  }

  /// Ends a run of an exploration: restores the cloud as it was when the exploration began, and
  /// arms the next case, if there is one.
  mutating func nextCase(_ failure: Exploration.Failure?) throws(Misuse) {
    guard let start = explorationStart?.value, var next = exploration?.value else {
      throw Exploration.noneWasBegun("mock/explore/next")
    }
    let isOn = next.isOn
    try next.next(failure, now: start.snapshot.world.clock.now)
    if isOn, next.isOn { restore(start) } else if isOn { finish(start) }
    exploration = Boxed(next)
  }

  /// Ends an exploration, and restores the cloud as it was when the exploration began.
  mutating func endExploration() throws(Misuse) {
    guard let start = explorationStart?.value, exploration != nil else {
      throw Exploration.noneWasBegun("mock/explore/end")
    }
    if exploration?.value.isOn == true { finish(start) }
    exploration?.value.end()
  }

  /// Restores the state at the beginning of an exploration exactly: the calls of a run have the same
  /// numbers, tokens and UUIDs as those of the first run.
  private mutating func restore(_ start: Start) {
    world.operations.revokeReports()
    var readers = start.readers
    readers.replace(world.tokenExpiries, isRestored: true, epoch: 0) { _ in true }
    explorationStart?.value.readers = readers
    world = start.snapshot.world
    world.operations.leaveClients()
    faults = start.snapshot.faults
    script = start.snapshot.script
    callNumber = start.snapshot.callNumber
    journal = start.journal
    watch.restore(start.watch)
    lastEpoch = start.lastEpoch
    snapshots = start.snapshots
  }

  /// Restores the state at the beginning of an exploration after its last run. Tokens of the runs
  /// are refused from here on, as after `mock/restore`.
  private mutating func finish(_ start: Start) {
    callNumber = max(callNumber, start.snapshot.callNumber, 1)
    restore(start.snapshot, hasRuns: true)
    world.restoredEpoch = world.epoch
    world.tokenExpiries.replace(start.readers, isRestored: true, epoch: world.epoch) { _ in false }
    callNumber = start.snapshot.callNumber
    journal = start.journal
    watch.restore(start.watch)
    snapshots = start.snapshots
  }
}
