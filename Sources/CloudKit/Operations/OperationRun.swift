internal import Foundation

/// How far an operation is, and what it is doing.
final class OperationRun: @unchecked Sendable {
  /// On which the blocks are called.
  let blocks = DispatchQueue(label: "MockCloud.operation")
  /// What follows the current call; nil if the operation ends with it. Used on `blocks` alone.
  var successor: (() -> Void)?
  /// Whether the operation is being added: its first call is submitted, and the report is read later.
  /// Used on `blocks`, or while it is suspended.
  private(set) var isBeingAdded = false
  /// Reads the report of the call that was submitted when the operation was added; nil if none was, or
  /// after that. Used as `isBeingAdded`.
  var readReport: (() -> Void)?

  /// The responses that the client had when it made the operation, whatever it learns until it adds it;
  /// nil after the first call. Used as `isBeingAdded`.
  private var knowledge: ClientKnowledge?

  /// How the calls run; nil before the first one. Used as `isBeingAdded`.
  var terms: OperationTerms?

  private let lock = ShortLock()
  private var state = State.new
  /// Made when it is first read: most operations need none, and a random number takes as long as some
  /// of the calls.
  private var knownID: CKOperation.ID?
  /// The call in flight; nil between calls.
  private var call: CallInFlight?
  /// The first call if its answer is kept, until the operation has finished.
  private var keptCall: CallInFlight?
  /// When the app made the operation, or added it.
  private var moment = CloudChoice.moment
  /// Where the calls are made, since the first one.
  private var fixedConnection: CloudConnection?
  /// The call whose kept answer the operation gets, instead of making its first call.
  private var repeated: LongLivedCalls.Entry?
  /// The operation while it waits, which nothing else may refer to.
  private var waiting: CKOperation?
  /// Whether somebody looks again whether the operation is ready.
  private var isLooking = false
  /// The threads that wait until the operation has finished.
  private var finishes: [DispatchSemaphore] = []
  /// The thread that starts the operation on `blocks`; nil if none does.
  private var starter: pthread_t?
  /// Where the operation was made, whose default container it has; then where its calls are made.
  private var currentChoice: CloudChoice

  private enum State {
    case new
    /// The module runs it, as soon as it waits for no other operation.
    case waiting
    /// The module is about to start it.
    case starting
    case executing
    case finished
  }

  /// Where a started operation runs.
  enum Place {
    /// It was started before.
    case nowhere
    /// On this thread, which is that of the private queue.
    case here
    /// On the private queue.
    case queue
  }

  init() {
    currentChoice = CloudChoice.current
    knowledge = currentChoice.knowledge
  }

  var operationID: CKOperation.ID {
    lock.withLock {
      let id = knownID ?? UUID().uuidString
      knownID = id
      return id
    }
  }

  var isExecuting: Bool { lock.withLock { state == .executing } }
  var isFinished: Bool { lock.withLock { state == .finished } }

  // MARK: Beginning and end

  /// Registers that the module runs the operation. Returns false if it was added or started before.
  ///
  /// - Parameter isReady: Whether the caller starts it; otherwise it waits.
  func submit(_ operation: CKOperation, isReady: Bool) -> Bool {
    lock.withLock {
      guard state == .new else { return false }
      moment = CloudChoice.moment
      state = isReady ? .starting : .waiting
      if !isReady { waiting = operation }
      return true
    }
  }

  /// Runs what submits the first call.
  func adding(_ body: () -> Void) {
    isBeingAdded = true
    body()
    isBeingAdded = false
  }

  var isNew: Bool { lock.withLock { state == .new } }
  var isWaiting: Bool { lock.withLock { state == .waiting } }

  /// Returns true if nobody else looks again whether the operation is ready.
  func beginLooking() -> Bool {
    lock.withLock {
      defer { isLooking = true }
      return !isLooking
    }
  }

  func endLooking() { lock.withLock { isLooking = false } }

  /// Stops waiting for other operations. Returns true to one caller, who starts the operation.
  func stopWaiting() -> Bool {
    lock.withLock {
      guard state == .waiting else { return false }
      (state, waiting) = (.starting, nil)
      return true
    }
  }

  func begin() -> Place {
    lock.withLock {
      switch state {
      case .new, .waiting, .starting:
        (state, waiting) = (.executing, nil)
        return starter == pthread_self() ? .here : .queue
      case .executing, .finished: return .nowhere
      }
    }
  }

  /// Runs what starts the operation on this thread, that of the private queue.
  func starting(_ start: () -> Void) {
    lock.withLock { starter = pthread_self() }
    start()
    lock.withLock { starter = nil }
  }

  func end() { lock.withLock { (state, keptCall) = (.finished, nil) } }

  /// When the app made the operation, or added it: the app that ran then must not have ended since.
  var addedAt: AppMoment { lock.withLock { moment } }

  /// Returns what is signalled when the operation has finished; nil if it has.
  func finish() -> DispatchSemaphore? {
    lock.withLock {
      if state == .finished { return nil }
      let signal = DispatchSemaphore(value: 0)
      finishes.append(signal)
      return signal
    }
  }

  /// Lets the threads run that wait until the operation has finished.
  func signalFinish() {
    let signals = lock.withLock {
      defer { finishes = [] }
      return finishes
    }
    for signal in signals { signal.signal() }
  }

  // MARK: Calls

  /// Returns the responses with which the next call is compared.
  func takeKnowledge() -> ClientKnowledge {
    defer { knowledge = nil }
    return knowledge ?? CloudChoice.current.knowledge
  }

  var choice: CloudChoice {
    get { lock.withLock { currentChoice } }
    set { lock.withLock { currentChoice = newValue } }
  }

  /// Returns the connection of the operation's calls, which stays that of its first call.
  func connection(_ find: () throws(CKError) -> CloudConnection) throws(CKError) -> CloudConnection
  {
    if let known = lock.withLock({ fixedConnection }) { return known }
    let found = try find()
    lock.withLock { fixedConnection = found }
    return found
  }

  /// - Parameter isKept: Whether the answer is kept for another operation.
  func follow(_ started: CallInFlight, isKept: Bool) {
    lock.withLock {
      (call, currentChoice) = (started, started.connection.choice)
      if isKept { keptCall = started }
    }
  }

  /// What follows has the response of the call. Runs on `blocks`.
  func endCall() {
    lock.withLock {
      if let call { currentChoice = call.choice }
      call = nil
    }
  }

  /// Cancels the call in flight, and drops the answer of an earlier one.
  func cancel() {
    let (current, kept) = lock.withLock { (call, keptCall) }
    current?.cancel()
    if kept !== current { kept?.cancel() }
  }

  // MARK: Long-lived operations

  /// Lets the operation get the kept answer of another one, whose ID it has.
  func repeats(_ id: CKOperation.ID, _ entry: LongLivedCalls.Entry, in choice: CloudChoice) {
    lock.withLock { (knownID, repeated, currentChoice) = (id, entry, choice) }
  }

  /// The call whose kept answer the operation gets; nil after it was taken.
  func takeRepeated() -> LongLivedCalls.Entry? {
    lock.withLock {
      defer { repeated = nil }
      return repeated
    }
  }
}
