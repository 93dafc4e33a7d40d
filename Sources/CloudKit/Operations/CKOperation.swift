public import Foundation

/// A call of CloudKit that reports by blocks (Apple: `CKOperation`).
///
/// It runs when a queue starts it: that of a database or container, or one of the client. Its blocks
/// are called one after the other on a private queue, never on the caller's thread; after the result
/// block, the operation is finished, and then `completionBlock` is called. It runs once, and releases
/// its blocks when it is finished.
///
/// Its calls are operations of the cloud in flight: they begin, end and are cancelled there.
open class CKOperation: Operation, @unchecked Sendable {
  public typealias ID = String
  public typealias Configuration = CKOperationConfiguration

  /// Identifies the operation.
  public internal(set) var operationID: ID = UUID().uuidString
  /// The group of the operation.
  open var group: CKOperationGroup?
  /// Called when the service has stored a long-lived operation.
  open var longLivedOperationWasPersistedBlock: (() -> Void)?

  private let lock = NSLock()
  private var state = State.new
  private var ownConfiguration = CKOperationConfiguration()
  /// The settings of `configuredWith`.
  private var inherited: OperationSettings?
  /// The call in flight; nil between calls.
  private var call: CallInFlight?
  /// The call whose kept answer the operation gets, instead of making its first call.
  private var repeated: LongLivedCalls.Entry?
  /// What follows the current call; nil if the operation ends with it. Used on `blocks` alone.
  private var successor: (() -> Void)?
  /// On which the blocks are called.
  private let blocks = DispatchQueue(label: "MockCloud.operation")
  /// The thread that starts the operation on `blocks`; nil if none does.
  private var starter: pthread_t?
  /// Where the operation was made, whose default container it has; then where its calls are made.
  private var choice = CloudChoice.current

  private enum State {
    case new
    /// A queue of the module has it.
    case submitted
    case executing
    case finished
  }

  /// Creates an operation that finishes without a call; its subclasses make calls.
  public override init() { super.init() }

  // MARK: Settings

  /// The settings of this operation. Nil resets them.
  open var configuration: Configuration! {
    get { current.own }
    set {
      let configuration = newValue?.over(nil) ?? Configuration()
      lock.withLock { ownConfiguration = configuration }
    }
  }

  /// The settings that count: the operation's own before those of `configuredWith`, of its group and
  /// the defaults.
  var effectiveConfiguration: Configuration {
    let (own, inherited) = current
    let standard = effectiveGroup?.defaultConfiguration
    if standard == nil, inherited?.configuration == nil { return own }
    return own.over(inherited?.configuration?.over(standard) ?? standard)
  }

  /// The group that counts: the operation's own before that of `configuredWith`.
  var effectiveGroup: CKOperationGroup? { group ?? current.inherited?.group }

  private var current: (own: Configuration, inherited: OperationSettings?) {
    lock.lock()
    defer { lock.unlock() }
    return (ownConfiguration, inherited)
  }

  /// The container; nil means the default one.
  open var container: CKContainer? {
    get { effectiveConfiguration.container }
    set { configuration.container = newValue }
  }

  open var isLongLived: Bool {
    get { effectiveConfiguration.isLongLived }
    set { configuration.isLongLived = newValue }
  }

  open var allowsCellularAccess: Bool {
    get { effectiveConfiguration.allowsCellularAccess }
    set { configuration.allowsCellularAccess = newValue }
  }

  open var timeoutIntervalForRequest: TimeInterval {
    get { effectiveConfiguration.timeoutIntervalForRequest }
    set { configuration.timeoutIntervalForRequest = newValue }
  }

  open var timeoutIntervalForResource: TimeInterval {
    get { effectiveConfiguration.timeoutIntervalForResource }
    set { configuration.timeoutIntervalForResource = newValue }
  }

  func inherit(_ settings: OperationSettings) { lock.withLock { inherited = settings } }

  // MARK: Running

  open override var isAsynchronous: Bool { true }
  open override var isExecuting: Bool { lock.withLock { state == .executing } }
  open override var isFinished: Bool { lock.withLock { state == .finished } }

  /// Adds the operation to a queue of the module, or starts it directly if it waits for no other one.
  /// Its blocks wait until it was added. Does nothing if the operation was added or started before.
  func submit(to queue: LazyQueue) {
    let isNew = lock.withLock {
      guard state == .new else { return false }
      state = .submitted
      return true
    }
    guard isNew else { return }
    if dependencies.isEmpty { return blocks.async { self.startHere() } }
    blocks.suspend()
    queue.queue.addOperation(self)
    blocks.resume()
  }

  /// Starts the operation, which runs on this thread at once.
  private func startHere() {
    lock.withLock { starter = pthread_self() }
    start()
    lock.withLock { starter = nil }
  }

  /// Starts the operation, which runs once.
  open override func start() {
    willChangeValue(forKey: "isExecuting")
    let (starts, isHere) = lock.withLock {
      guard state == .new || state == .submitted else { return (false, false) }
      state = .executing
      return (true, starter == pthread_self())
    }
    didChangeValue(forKey: "isExecuting")
    guard starts else { return }
    if isHere {
      run { main() }
    } else {
      blocks.async { self.run { self.main() } }
    }
  }

  /// Makes the first call. Runs on the private queue.
  open override func main() { finish() }

  /// Makes a call of the operation, which ends with it unless its report calls `next`.
  ///
  /// - Parameters:
  ///   - progress: Whether the progress of records is reported.
  ///   - request: Prepares the call; its error is reported as that of the call.
  ///   - report: Gets what the call reports, on the private queue.
  func make<Part, End>(
    progress: Bool = false, _ request: () throws(CKError) -> ServiceCall<Part, End>,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) {
    do throws(CKError) {
      let started = try start(request, progress: progress) { [self] part in
        if case .persisted = part { longLivedOperationWasPersistedBlock?() }
        report(part)
        if case .end = part { endCall() }
      }
      lock.withLock { (call, choice) = (started, started.choice) }
      // A cancellation in the meantime has not found it.
      if isCancelled { started.cancel() }
      started.proceed()
    } catch {
      report(.end(.failure(error)))
      endCall()
    }
  }

  private func start<Part, End>(
    _ request: () throws(CKError) -> ServiceCall<Part, End>, progress: Bool,
    _ report: @escaping (CallReport<Part, End>) -> Void
  ) throws(CKError) -> CallInFlight {
    let kept = lock.withLock {
      defer { repeated = nil }
      return repeated
    }
    if let kept, let call = kept.call as? ServiceCall<Part, End> {
      return try call.attached(to: connected()).startAgain(
        kept.callID, progress: progress, on: blocks, report)
    }
    let call = try request()
    let started = try call.start(delivery, progress: progress, on: blocks, report)
    guard isLongLived else { return started }
    let copy = copied()
    let entry = LongLivedCalls.Entry(
      callID: started.operationID, call: call.detached, copy: { copy.copied() },
      caller: call.caller)
    started.host.longLived.note(entry, of: operationID)
    return started
  }

  // MARK: Long-lived operations

  /// Returns an operation of the same class with the same request, without blocks.
  func again() -> CKOperation { CKOperation() }

  /// The same without blocks, and without its cloud, which keeps it.
  private func copied() -> CKOperation {
    let copy = again()
    copy.configuration = effectiveConfiguration
    copy.container = nil
    copy.choice = CloudChoice()
    return copy
  }

  /// Lets the operation get the kept answer of a call of its container.
  func repeats(_ operationID: ID, _ entry: LongLivedCalls.Entry, in container: CKContainer) {
    self.operationID = operationID
    self.container = container
    lock.withLock {
      repeated = entry
      choice = container.connection.choice
    }
    guard let operation = self as? CKDatabaseOperation else { return }
    operation.database = container.database(with: entry.scope)
  }

  // MARK: Calls

  /// Lets another call follow the one that ends.
  func next(_ body: @escaping () -> Void) { successor = body }

  /// Goes on after a call, when nothing on the stack holds its blocks any more. An operation of many
  /// pages would otherwise need as much of the stack, too.
  private func endCall() {
    lock.withLock { call = nil }
    blocks.async { self.proceed() }
  }

  private func proceed() {
    guard let body = successor else { return finish() }
    successor = nil
    run(body)
  }

  /// Runs what may call blocks of the client: what they make belongs to the operation's cloud.
  private func run(_ body: () -> Void) {
    let current = lock.withLock { choice }
    current(body)
  }

  /// Makes what the completion block makes belong to a choice. An operation that MockCloudKitFramework
  /// runs belongs to the cloud of its database then, and to none afterwards, which keeps it.
  package func belong(to choice: CloudChoice) { lock.withLock { self.choice = choice } }

  private func finish() {
    releaseBlocks()
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { state = .finished }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  /// Cancels the operation: what has not reached the cloud takes no effect, and what is not reported
  /// yet is reported as cancelled.
  open override func cancel() {
    super.cancel()
    lock.withLock { call }?.cancel()
  }

  open override var completionBlock: (@Sendable () -> Void)? {
    get { super.completionBlock }
    set {
      guard let newValue else {
        super.completionBlock = nil
        return
      }
      super.completionBlock = { [weak self] in
        // It is called by the operation, which therefore exists.
        guard let self else { return newValue() }
        run(newValue)
      }
    }
  }

  /// Removes the blocks, which may refer to the operation.
  func releaseBlocks() { longLivedOperationWasPersistedBlock = nil }

  /// The connection of the operation's container, or of its database.
  func connected() throws(CKError) -> CloudConnection {
    try refuseIfCancelled()
    return (container ?? standardContainer).connection
  }

  /// The default container of where the operation was made.
  var standardContainer: CKContainer { CKContainer(nil, lock.withLock { choice }) }

  /// Throws `operationCancelled` if the operation was cancelled.
  func refuseIfCancelled() throws(CKError) {
    if isCancelled { throw CKError(.operationCancelled, text: "Operation was cancelled") }
  }
}

/// What `configuredWith` gives to operations.
struct OperationSettings {
  var configuration: CKOperationConfiguration?
  var group: CKOperationGroup?
}
