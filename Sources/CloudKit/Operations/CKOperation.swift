public import Foundation
internal import Synchronization

/// A call of CloudKit that reports by blocks (Apple: `CKOperation`).
///
/// It runs when a queue starts it: that of a database or container, or one of the client. Its blocks
/// are called one after the other on a private queue, never on the caller's thread; after the result
/// block, the operation is finished, and then `completionBlock` is called. It runs once, and releases
/// its blocks when it is finished.
///
/// Its blocks and settings are those that it has when it is added to a database or container, or, if
/// it waits for other operations, a client's queue runs it or it is of a client's class, those that it
/// has in `main`. Any thread may set them later, which has no effect.
///
/// Its calls are operations of the cloud in flight: they begin, end and are cancelled there.
open class CKOperation: Operation, @unchecked Sendable {
  public typealias ID = String
  public typealias Configuration = CKOperationConfiguration

  /// Identifies the operation.
  public var operationID: ID { run.operationID }
  /// The group of the operation.
  @_Guarded open var group: CKOperationGroup?
  /// Called when the service has stored a long-lived operation.
  @_Guarded open var longLivedOperationWasPersistedBlock: (() -> Void)?

  let settings = SettingsOfOperation()
  let run = OperationRun()
  let awaited = AwaitedOperations()

  /// Creates an operation that finishes without a call; its subclasses make calls.
  public override init() { super.init() }

  // MARK: Settings

  /// The settings of this operation. Nil resets them.
  open var configuration: Configuration! {
    get { settings.own }
    set { settings.own = newValue?.over(nil) ?? Configuration() }
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

  /// The quality of service, which is also that of `configuration`.
  open override var qualityOfService: QualityOfService {
    get { effectiveConfiguration.qualityOfService }
    set {
      configuration.qualityOfService = newValue
      // Foundation's queues read their own.
      super.qualityOfService = newValue
    }
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

  // MARK: Running

  open override var isAsynchronous: Bool { true }
  open override var isExecuting: Bool { run.isExecuting }
  open override var isFinished: Bool { run.isFinished }

  /// Starts the operation, which runs once.
  open override func start() {
    willChangeValue(forKey: "isExecuting")
    let place = run.begin()
    didChangeValue(forKey: "isExecuting")
    switch place {
    case .nowhere: return
    case .here: withChoice(main)
    case .queue: run.blocks.async { self.withChoice(self.main) }
    }
  }

  /// Makes the first call, or reads the report of the one that is in flight since the operation was
  /// added. Runs on the private queue.
  open override func main() {
    guard let readReport = run.readReport else { return makeFirstCall() }
    run.readReport = nil
    readReport()
  }

  /// Cancels the operation: what has not reached the cloud takes no effect, and what is not reported
  /// yet is reported as cancelled.
  open override func cancel() {
    super.cancel()
    run.cancel()
    startWaiting()
  }

  /// Whether the operation waits for no other one, and for no barrier of its queue.
  open override var isReady: Bool { isCancelled || (super.isReady && awaited.haveFinished) }

  /// The operations that must finish before this one starts.
  open override var dependencies: [Operation] { awaited.all }

  /// Adds a dependency, for which the operation waits.
  open override func addDependency(_ operation: Operation) {
    awaited.add(operation, of: self)
    tellReadiness()
  }

  /// Removes a dependency, for which the operation does not wait any more.
  open override func removeDependency(_ operation: Operation) {
    awaited.remove(operation)
    noteReadiness()
  }

  /// Ends the operation, after its last block.
  func finish() {
    releaseBlocks()
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    run.end()
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
    run.signalFinish()
  }

  /// Waits until the operation has finished.
  ///
  /// Foundation wakes the waiting thread while it holds a lock that this thread then waits for, and
  /// each change of threads costs as much as a save.
  open override func waitUntilFinished() {
    guard let signal = run.finish() else { return }
    // A client's subclass may finish by itself.
    while !isFinished { _ = signal.wait(timeout: .now() + Self.pause) }
  }

  private static let pause = DispatchTimeInterval.seconds(1)

  /// Removes the blocks, which may refer to the operation.
  func releaseBlocks() { _longLivedOperationWasPersistedBlock.reset() }

  /// Called when the operation has finished, and then released.
  open override var completionBlock: (@Sendable () -> Void)? {
    get { super.completionBlock }
    set {
      guard let newValue else {
        super.completionBlock = nil
        return
      }
      let call = FirstCall()
      super.completionBlock = { [weak self] in
        // It is called by the operation, which therefore exists.
        guard let self else { return newValue() }
        // MockCloudKitFramework lets operations run again, which do not finish.
        if isFinished {
          // An operation that is added to a queue and started may take its block twice.
          guard call.isFirst() else { return }
          releaseCompletionBlock()
        }
        withChoice(newValue)
      }
    }
  }

  private func releaseCompletionBlock() { super.completionBlock = nil }

  // MARK: What subclasses provide

  /// Makes the first call, by `make`; or submits it, when the operation is added. The class must be in
  /// `sentWhenAdded`.
  func makeFirstCall() { finish() }

  /// Returns an operation of the same class with the same request, without blocks.
  func again() -> CKOperation { CKOperation() }

  /// The connection that the first call uses: that of the operation's container, or of its database.
  func firstConnection() throws(CKError) -> CloudConnection {
    (container ?? standardContainer).connection
  }
}

/// Lets one of several calls of a block do something.
private final class FirstCall: Sendable {
  private let wasMade = Atomic<Bool>(false)

  func isFirst() -> Bool { !wasMade.exchange(true, ordering: .relaxed) }
}
