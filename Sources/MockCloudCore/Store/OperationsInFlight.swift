/// A call that runs when the clock does. What it is made of is known further up.
protocol SubmittedCall: Sendable {}

/// What a submitted call came to. How it is reported is known further up.
protocol ReportedCall: AnyObject, Sendable {}

/// The operations that report by events, from their submission until no caller can refer to them any
/// more.
struct OperationsInFlight: Sendable {
  /// An operation.
  struct Entry: Sendable {
    let id: String
    let number: UInt64
    /// The operation's name in the dialect.
    let operation: String
    let device: String
    let userRecordName: String?
    /// When it was submitted, in milliseconds since 1970.
    let time: Int64
    let delivery: Delivery
    let call: any SubmittedCall
    fileprivate(set) var state = State.waiting
    /// What the call came to, once it ran.
    fileprivate(set) var outcome: (any ReportedCall)?
    /// Whether it was cancelled while it ran.
    fileprivate(set) var isCancelled = false
    /// How many of its dependencies are not done.
    fileprivate var dependencies = 0
    /// The numbers of those that depend on it.
    fileprivate var dependents: [UInt64] = []
    /// Whether its blocks are reported once more.
    fileprivate(set) var isReplayed = false
    /// When its answer is forgotten, in milliseconds since 1970; nil where none is kept.
    fileprivate(set) var expires: Int64?

    /// Where it comes in the order of those that are ready.
    fileprivate var place: UInt64 { delivery.order << 56 | number & (1 << 56 - 1) }
  }

  enum State: Sendable {
    /// It waits for the clock or for its dependencies.
    case waiting
    case running
    /// It ran; these events report it, and not all of them have been taken.
    case reporting(first: UInt64, last: UInt64)
    /// It is long-lived, and its answer is kept.
    case finished
  }

  private var entries = OrderedMap<UInt64, Entry>()
  /// The numbers of all that ever were; those without an entry are done.
  private var numbers = OrderedMap<String, UInt64>()
  /// Those that the next turn can run, by their places.
  private var ready = OrderedMap<UInt64, UInt64>()
  private(set) var lastNumber: UInt64 = 0
  /// Turns that came while an operation ran.
  private var missedTurns = 0
  private(set) var isRunning = false

  /// The operations, in the order of their submission.
  var all: [Entry] { entries.map(\.value) }

  func isKnown(_ id: String) -> Bool { numbers[id] != nil }

  /// The operation; nil where it is done, or not known.
  func entry(_ id: String) -> Entry? { numbers[id].flatMap { entries[$0] } }

  // MARK: Documents

  /// Those that a state document holds: the ones that did not run, and those whose responses are kept. Of
  /// what was not reported to its end nothing more is reported, but it can be asked for again.
  var saved: OperationsInFlight {
    var saved = OperationsInFlight()
    saved.lastNumber = lastNumber
    for (number, entry) in entries {
      var entry = entry
      switch entry.state {
      case .waiting, .finished: break
      case .reporting where entry.delivery.isLongLived && !entry.isReplayed:
        entry.state = .finished
      case .reporting, .running: continue
      }
      saved.entries.updateValue(entry, forKey: number)
      saved.numbers.updateValue(number, forKey: entry.id)
      if case .waiting = entry.state, entry.dependencies == 0 {
        saved.ready.updateValue(number, forKey: entry.place)
      }
    }
    return saved
  }

  /// Takes back the answer of the operation that was submitted last.
  ///
  /// - Parameter isAskedFor: Whether it waits to be reported once more.
  mutating func restore(_ outcome: any ReportedCall, until expires: Int64, isAskedFor: Bool) {
    let place = entries.modify(lastNumber) { entry in
      entry.outcome = outcome
      entry.expires = expires
      entry.isReplayed = isAskedFor
      entry.state = isAskedFor ? .waiting : .finished
      return entry.place
    }
    if let place, !isAskedFor { ready.removeValue(forKey: place) }
  }

  /// Leaves out numbers, so that the operation after this one is the next.
  mutating func skip(to number: UInt64) { lastNumber = max(lastNumber, number) }

  // MARK: Submission

  /// Whose operation it is.
  struct Submitter: Sendable {
    let device: String
    let userRecordName: String?
  }

  /// - Parameter seed: That of the world: the operation's ID depends on it.
  mutating func submit(
    _ call: any SubmittedCall, named operation: String, by submitter: Submitter, at time: Int64,
    _ delivery: Delivery, seed: UInt64
  ) -> String {
    if lastNumber < .max { lastNumber += 1 }
    var entry = Entry(
      id: IdentifierSource.operationID(seed: seed, number: lastNumber), number: lastNumber,
      operation: operation, device: submitter.device, userRecordName: submitter.userRecordName,
      time: time, delivery: delivery, call: call)
    for id in delivery.dependencies {
      guard let number = numbers[id] else { continue }
      let isAwaited = entries.modify(number) { other in
        guard other.outcome == nil else { return false }
        other.dependents.append(entry.number)
        return true
      }
      if isAwaited == true { entry.dependencies += 1 }
    }
    numbers.updateValue(entry.number, forKey: entry.id)
    entries.updateValue(entry, forKey: entry.number)
    if entry.dependencies == 0 { ready.updateValue(entry.number, forKey: entry.place) }
    return entry.id
  }

  /// Has a kept answer reported once more; false where the operation keeps none.
  mutating func replay(_ id: String) -> Bool {
    guard let number = numbers[id] else { return false }
    let place = entries.modify(number) { entry -> UInt64? in
      guard case .finished = entry.state else { return nil }
      entry.state = .waiting
      entry.isReplayed = true
      return entry.place
    }
    guard case .some(.some(let place)) = place else { return false }
    ready.updateValue(number, forKey: place)
    return true
  }

  // MARK: Runs

  /// Takes the operation whose turn it is; nil where none is ready, or one runs already: that turn
  /// comes when it is done.
  mutating func beginTurn() -> Entry? {
    guard !isRunning else {
      missedTurns += 1
      return nil
    }
    guard let first = ready.first else { return nil }
    ready.removeValue(forKey: first.key)
    let entry = entries.modify(first.value) { entry in
      entry.state = .running
      return entry
    }
    isRunning = entry != nil
    return entry
  }

  /// Has the answer of an operation be kept until that time.
  mutating func keep(_ number: UInt64, until expires: Int64) {
    entries.modify(number) { $0.expires = expires }
  }

  /// Notes what an operation came to and which events report it.
  ///
  /// - Returns: Whether it was cancelled while it ran.
  mutating func report(
    _ number: UInt64, _ outcome: any ReportedCall, first: UInt64, last: UInt64
  ) -> Bool {
    isRunning = false
    let dependents = entries.modify(number) { entry in
      entry.outcome = outcome
      entry.state = .reporting(first: first, last: last)
      let dependents = entry.dependents
      entry.dependents = []
      return dependents
    }
    for dependent in dependents ?? [] { release(dependent) }
    return entries[number]?.isCancelled ?? false
  }

  /// Counts one dependency less.
  private mutating func release(_ number: UInt64) {
    let place = entries.modify(number) { entry -> UInt64? in
      entry.dependencies -= 1
      guard entry.dependencies == 0, case .waiting = entry.state else { return nil }
      return entry.place
    }
    if case .some(.some(let place)) = place { ready.updateValue(number, forKey: place) }
  }

  /// Whether a turn is still to come that came while an operation ran.
  mutating func takeMissedTurn() -> Bool {
    guard missedTurns > 0, !isRunning else { return false }
    missedTurns -= 1
    return true
  }

  // MARK: Ends

  /// Takes an operation out of those that wait, so that it never runs.
  mutating func withdraw(_ entry: Entry) { ready.removeValue(forKey: entry.place) }

  /// Has an operation that runs end as cancelled.
  mutating func cancelRunning(_ number: UInt64) {
    entries.modify(number) { $0.isCancelled = true }
  }

  /// Keeps an answer no longer than it takes to report it.
  mutating func forgetAnswer(_ number: UInt64) {
    entries.modify(number) { $0.isReplayed = true }
    if case .finished? = entries[number]?.state { entries.removeValue(forKey: number) }
  }

  /// Notes that the last event was taken which reports the operation, and returns whether its answer
  /// is kept from here on.
  mutating func finish(_ id: String) -> Bool {
    guard let number = numbers[id] else { return false }
    let isKept = entries.modify(number) { entry in
      guard entry.delivery.isLongLived, !entry.isReplayed else { return false }
      entry.state = .finished
      return true
    }
    if isKept == true { return true }
    entries.removeValue(forKey: number)
    return false
  }
}

extension OperationsInFlight {
  /// What contradicts itself in them, with the ID of the operation.
  var problems: [(id: String, text: String)] {
    var problems: [(id: String, text: String)] = []
    var places: Set<UInt64> = []
    for (number, entry) in entries {
      if numbers[entry.id] != number { problems.append((entry.id, "it has another number")) }
      guard case .waiting = entry.state else { continue }
      if entry.dependencies == 0 { places.insert(entry.place) }
      if (ready[entry.place] == number) != (entry.dependencies == 0) {
        problems.append((entry.id, "its dependencies contradict that it is ready or not"))
      }
    }
    for (place, number) in ready where !places.contains(place) {
      problems.append(("\(number)", "a ready operation is not waiting"))
    }
    return problems
  }
}
