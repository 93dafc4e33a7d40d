public import Foundation

/// A call of CloudKit that reports by blocks (Apple: `CKOperation`).
///
/// It runs when a queue starts it: that of a database or container, or one of the client. Its blocks
/// are called one after the other on a private queue, never on the caller's thread; after the result
/// block, the operation is finished, and then `completionBlock` is called. It runs once, and releases
/// its blocks when it is finished.
open class CKOperation: Operation, @unchecked Sendable {
  public typealias ID = String
  public typealias Configuration = CKOperationConfiguration

  /// Identifies the operation.
  public let operationID: ID = UUID().uuidString
  /// The group of the operation.
  open var group: CKOperationGroup?
  /// Called when the service has stored a long-lived operation.
  open var longLivedOperationWasPersistedBlock: (() -> Void)?

  private let lock = NSLock()
  private var state = State.new
  private var ownConfiguration = CKOperationConfiguration()
  /// The settings of `configuredWith`.
  private var inherited: OperationSettings?
  /// On which the blocks are called.
  private let blocks = DispatchQueue(label: "MockCloud.operation")

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
    let standard = (group ?? inherited?.group)?.defaultConfiguration
    return own.over(inherited?.configuration?.over(standard) ?? standard)
  }

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

  /// Adds the operation to a queue of the module. Its blocks wait until it is in the queue. Does
  /// nothing if the operation was added or started before.
  func submit(to queue: OperationQueue) {
    let isNew = lock.withLock {
      guard state == .new else { return false }
      state = .submitted
      return true
    }
    guard isNew else { return }
    blocks.suspend()
    queue.addOperation(self)
    blocks.resume()
  }

  /// Starts the operation, which runs once.
  open override func start() {
    willChangeValue(forKey: "isExecuting")
    let starts = lock.withLock {
      guard state == .new || state == .submitted else { return false }
      state = .executing
      return true
    }
    didChangeValue(forKey: "isExecuting")
    if starts { blocks.async { self.run() } }
  }

  private func run() {
    main()
    releaseBlocks()
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { state = .finished }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  /// Makes the call and passes its answer to the blocks. Runs on the private queue.
  open override func main() {}

  /// Removes the blocks, which may refer to the operation.
  func releaseBlocks() { longLivedOperationWasPersistedBlock = nil }

  /// The connection of the operation's container, or of its database.
  func connected() throws(CKError) -> CloudConnection {
    try refuseIfCancelled()
    return (container ?? .default()).connection
  }

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

/// A call in a database (Apple: `CKDatabaseOperation`).
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  private let databaseLock = NSLock()
  private var ownDatabase: CKDatabase?

  /// The database: that of `add`, the one that was set, or the private one of the operation's
  /// container. It is what counts if a queue of the client runs the operation.
  open var database: CKDatabase? {
    get {
      if let database = databaseLock.withLock({ ownDatabase }) { return database }
      let database = (container ?? .default()).privateCloudDatabase
      return databaseLock.withLock {
        if let ownDatabase { return ownDatabase }
        ownDatabase = database
        return database
      }
    }
    set { databaseLock.withLock { ownDatabase = newValue } }
  }

  override func connected() throws(CKError) -> CloudConnection {
    try refuseIfCancelled()
    guard let database else { throw CKError(.badDatabase) }
    return database.connection
  }
}
