/// The operations that report by events, from their submission until they have reported, and those
/// whose answers are kept.
///
/// Nothing is stored of the others: the ID of an operation contains its number.
struct OperationsInFlight: Sendable {
  /// The seed of the world, from which the IDs are made.
  var seed: UInt64
  var entries = Entries()
  /// The numbers of the operations that can run in the next turn, by their positions.
  var ready = NumberMap<UInt64>()
  var lastNumber: UInt64 = 0
  /// The number of the last operation before a state document was loaded. Of these, only the ones that
  /// the document had are known.
  var lastForeign: UInt64 = 0
  var inherited: Set<UInt64> = []
  /// The devices of the operations that ended without a report, because their clients had ended.
  private var unreported = RareMap<UInt64, DeviceName>()
  /// The turns that came while an operation ran.
  private var missed: [Turn] = []
  private(set) var isRunning = false
  /// How often an answer was forgotten so far, as of every operation that is cancelled. A state document
  /// does not have it.
  private(set) var forgottenAnswers: UInt64 = 0

  /// The operations in the order of their submission.
  var all: [Entry] { entries.all }

  init(seed: UInt64) { self.seed = seed }

  /// Whether an operation with this ID was submitted; it may have finished.
  func isKnown(_ id: String) -> Bool { number(of: id) != nil }

  private func number(of id: String) -> UInt64? {
    if let number = entries.latest(withID: id) { return number }
    let number = IdentifierSource.operationNumber(of: id, seed: seed, upTo: lastNumber)
    guard let number, number > lastForeign || inherited.contains(number) else { return nil }
    return number
  }

  /// Whether the call of an operation has ended; its events may not have been taken.
  func hasEnded(_ id: String) -> Bool {
    let hasEnded = number(of: id).flatMap { number in
      entries.read(number) { $0.hasEnded }
    }
    return hasEnded ?? true
  }

  /// Returns the operation; nil if it is finished or unknown.
  func entry(_ id: String) -> Entry? { number(of: id).flatMap { entries[$0] } }

  func entry(numbered number: UInt64) -> Entry? { entries[number] }

  /// The calls under way, in the order of their operations.
  var underWay: [any CallUnderWay] {
    Steps.take(entries.count)
    return entries.all.compactMap { entry in
      if case .underWay(let call, _) = entry.state { call } else { nil }
    }
  }

  // MARK: Submission

  /// - Returns: The operation's ID, and whether it depends on no unfinished operation.
  mutating func submit(
    _ call: any SubmittedCall, named operation: String, by submitter: Submitter, at time: Int64,
    _ delivery: Delivery, _ reporting: Reporting
  ) -> (id: String, isReady: Bool) {
    if lastNumber < .max { lastNumber += 1 }
    let submitted = Submitted(
      id: IdentifierSource.operationID(seed: seed, number: lastNumber), number: lastNumber,
      operation: operation, submitter: submitter, time: time, delivery: delivery, call: call,
      by: reporting.client)
    var entry = Entry(submitted, reporting)
    for id in delivery.dependencies {
      guard let number = number(of: id) else { continue }
      let isAwaited = entries.modify(number) { other in
        guard other.outcome == nil else { return false }
        other.dependents.append(entry.number)
        return true
      }
      if isAwaited == true { entry.dependencies += 1 }
    }
    entries.append(entry)
    let isReady = entry.dependencies == 0
    if isReady { ready.insert(entry.number, at: entry.place) }
    return (entry.id, isReady)
  }

  /// Reports a kept answer again. Returns false if the operation has none.
  ///
  /// - Parameter asked: When the client asked for it.
  mutating func replay(
    _ id: String, _ reporting: Reporting, asked: UInt64 = ResponseOrder.last
  ) -> Bool {
    guard let number = number(of: id) else { return false }
    let entry = entries.modify(number) { entry -> Entry? in
      guard case .finished = entry.state else { return nil }
      entry.state = .waiting
      (entry.isReplayed, entry.isStored, entry.asked) = (true, false, asked)
      (entry.reporting, entry.handed) = (reporting, nil)
      return entry
    }
    guard case .some(.some(let entry)) = entry else { return false }
    ready.insert(entry.number, at: entry.place)
    return true
  }

  // MARK: Runs

  /// Begins a turn.
  ///
  /// - Returns: The operation that runs; nil if there is none, or if one is running: the turn is
  ///   then made up for afterwards.
  mutating func begin(_ turn: Turn) -> Entry? {
    if isRunning {
      missed.append(turn)
      return nil
    }
    let entry: Entry?
    switch turn {
    case .next: entry = beginReady()
    case .step(let number):
      guard let waiting = entries[number], case .underWay = waiting.state else { return nil }
      entry = waiting
      entries.modify(number) { $0.state = .running }
    }
    isRunning = entry != nil
    return entry
  }

  private mutating func beginReady() -> Entry? {
    guard let number = ready.takeFirst() else { return nil }
    return entries.modify(number) { entry in
      entry.state = .running
      return entry
    }
  }

  /// Removes and returns the turns that came while an operation ran.
  mutating func takeMissed() -> [Turn] {
    if isRunning || missed.isEmpty { return [] }
    defer { missed = [] }
    return missed
  }

  /// Stores the call of an operation that waits until the place in the agenda.
  mutating func suspend(_ number: UInt64, _ call: any CallUnderWay, _ place: Agenda.Place) {
    isRunning = false
    entries.modify(number) { $0.state = .underWay(call, place) }
  }

  /// Whether a step of the operation runs.
  func isRunning(_ number: UInt64) -> Bool {
    entries.read(number) { if case .running = $0.state { true } else { false } } ?? false
  }

  /// Ends the run of an operation whose world is replaced or was copied while it ran.
  mutating func endRun() {
    guard isRunning else { return }
    isRunning = false
    missed = []
    for entry in entries.all {
      if case .running = entry.state { entries.remove(entry.number) }
    }
  }

  /// Whether an operation was cancelled while a step of it ran.
  func isCancelled(_ number: UInt64) -> Bool {
    entries.read(number) { $0.isCancelled } ?? false
  }

  /// Keeps the answer of an operation until the given time.
  mutating func keep(_ number: UInt64, until expires: Int64) {
    entries.modify(number) { $0.expires = expires }
  }

  /// Stores the outcome of an operation and the events that report it.
  ///
  /// - Returns: The number of operations that became ready, and whether it was cancelled while it
  ///   ran.
  mutating func report(
    _ number: UInt64, _ outcome: any ReportedCall, first: UInt64, last: UInt64
  ) -> (released: Int, isCancelled: Bool) {
    let dependents = entries.modify(number) { entry in
      if case .running = entry.state { isRunning = false }
      entry.outcome = outcome
      entry.state = .reporting(first: first, last: last)
      let dependents = entry.dependents
      entry.dependents = []
      return dependents
    }
    let released = (dependents ?? []).count { release($0) }
    return (released, isCancelled(number))
  }

  /// Stores the blocks that are handed to the client.
  mutating func hand(_ blocks: any HandedBlocks, of number: UInt64) {
    entries.modify(number) { $0.handed = blocks }
  }

  /// Lets the clients ask the cloud again, because the world is replaced.
  func revokeReports() {
    for entry in entries.all { entry.handed?.revoke() }
  }

  /// Decrements the number of unfinished dependencies. Returns whether the operation became ready.
  private mutating func release(_ number: UInt64) -> Bool {
    let entry = entries.modify(number) { entry -> Entry? in
      entry.dependencies -= 1
      guard entry.dependencies == 0, case .waiting = entry.state else { return nil }
      return entry
    }
    guard case .some(.some(let entry)) = entry else { return false }
    ready.insert(entry.number, at: entry.place)
    return true
  }

  // MARK: Completion

  /// Stores the response until the client takes it; nil if it will get none that counts.
  mutating func note(_ untaken: (any UntakenResponse)?, of number: UInt64) {
    entries.modify(number) { $0.untaken = untaken }
  }

  /// Stores the response of a long-lived operation for a client that asks for it again.
  mutating func keep(_ response: any UntakenResponse, of number: UInt64) {
    entries.modify(number) { $0.resumed = response }
  }

  /// Returns and removes the response of an operation, which the client takes.
  mutating func takeUntaken(_ id: String) -> (any UntakenResponse)? {
    guard let number = number(of: id) else { return nil }
    return entries.modify(number) { entry in
      let untaken = entry.untaken
      entry.untaken = nil
      return untaken
    } ?? nil
  }

  /// Removes an operation from those that are ready, so that it never runs.
  mutating func withdraw(_ entry: Entry) { ready.remove(entry.place) }

  /// Marks a running operation as cancelled.
  mutating func cancelRunning(_ number: UInt64) {
    entries.modify(number) { $0.isCancelled = true }
  }

  /// Removes an answer after its current report, or immediately if there is none.
  mutating func forgetAnswer(_ number: UInt64) {
    let found: Void? = entries.modify(number) { entry in
      entry.isReplayed = true
      entry.expires = nil
    }
    guard found != nil else { return }
    forgottenAnswers &+= 1
    if case .finished? = entries[number]?.state { entries.remove(number) }
  }

  /// Forgets the clients of a device that had ended: another one was started.
  mutating func forgetUnreported(of device: DeviceName) {
    for (number, other) in unreported where other == device {
      unreported.removeValue(forKey: number)
    }
  }

  /// Registers that nobody takes the remaining blocks of an operation. Its answer is kept as if it had
  /// not been asked for, unless it was forgotten.
  mutating func noteUntaken(_ number: UInt64) {
    entries.modify(number) { if $0.expires != nil { $0.isReplayed = false } }
  }

  /// Removes an operation that ended without a report, because its client had ended.
  mutating func finishUnreported(_ entry: Entry) {
    _ = finish(entry.id)
    unreported.updateValue(entry.device, forKey: entry.number)
  }

  /// Returns the device whose client waits for the blocks of an operation; nil if they were taken, or
  /// if the operation does not need the client.
  func client(of id: String) -> DeviceName? {
    guard let number = number(of: id) else { return nil }
    guard let entry = entries[number] else { return unreported[number] }
    return entry.delivery.isLongLived ? nil : entry.device
  }

  /// Registers that the last event of the operation was taken. Returns whether its answer is kept.
  mutating func finish(_ id: String) -> Bool {
    guard let number = number(of: id) else { return false }
    let isKept = entries.modify(number) { entry in
      guard entry.delivery.isLongLived, !entry.isReplayed else { return false }
      entry.state = .finished
      entry.handed = nil
      return true
    }
    if isKept == true { return true }
    entries.remove(number)
    return false
  }
}
