public import CloudKit
internal import MockCloudCore

/// An operation in a `MockCKDatabase`, which runs its subclasses.
///
/// The errors that a test sets stay until it sets others, or `MockCKContainer.resetContainer()` is
/// called. Those of the type count for all operations in the cloud that is chosen where they are set;
/// those of an operation count instead of them for this operation alone.
public class MockCKDatabaseOperation: CKOperation, DatabaseOperational, Reflectable,
  @unchecked Sendable
{
  private let lock = NSLock()
  private var given: MockCKDatabase?
  /// The database that ran the operation, which refers to it.
  private weak var entered: MockCKDatabase?
  private var own = ErrorSettings()

  public required override init() { super.init() }

  /// The database: that to which the operation was added, else the one that was set.
  public var database: MockCKDatabase? {
    get { lock.withLock { given ?? entered } }
    set {
      lock.withLock {
        given = newValue
        entered = nil
      }
    }
  }

  func enter(_ database: MockCKDatabase) {
    lock.withLock {
      given = nil
      entered = database
    }
  }

  @_disfavoredOverload
  @_implements(DatabaseOperational,completionBlock)
  public var _completionBlock: (() -> Void)? {
    get { completionBlock }
    set { completionBlock = Unchecked.sendable(newValue) }
  }

  // MARK: Errors

  /// The error of the operation as a whole: what it does with records is done and reported, and then
  /// its result is this error. The matches of a query fail with it too.
  public var setError: NSError? {
    get { settings.error }
    set { lock.withLock { own.error = newValue } }
  }

  /// The records that fail, with errors that the cloud's seed chooses. They are not changed in the
  /// cloud, and the result of the operation is a partial failure of the domain `MockCKErrorDomain`.
  public var setRecordErrors: [CKRecord.ID]? {
    get { settings.recordIDs }
    set { lock.withLock { own.recordIDs = newValue } }
  }

  /// The records that fail, as those of `setRecordErrors` do, with the codes of their errors.
  public var setRecordErrorCodes: [CKRecord.ID: CKError.Code]? {
    get { settings.recordCodes }
    set { lock.withLock { own.recordCodes = newValue } }
  }

  /// The error of all operations; see the property of operations.
  public static var setError: NSError? {
    get { SharedState.current.errorSettings.error }
    set { SharedState.current.setErrors { $0.error = newValue } }
  }

  /// The records that fail in all operations but queries; see the property of operations.
  public static var setRecordErrors: [CKRecord.ID]? {
    get { SharedState.current.errorSettings.recordIDs }
    set { SharedState.current.setErrors { $0.recordIDs = newValue } }
  }

  /// The records that fail in all operations but queries, with the codes of their errors; see the
  /// property of operations.
  public static var setRecordErrorCodes: [CKRecord.ID: CKError.Code]? {
    get { SharedState.current.errorSettings.recordCodes }
    set { SharedState.current.setErrors { $0.recordCodes = newValue } }
  }

  /// The errors of the operation, and of all operations where it has none.
  private var settings: ErrorSettings {
    let shared = database.map { SharedState.of($0.choice.host) } ?? .current
    return lock.withLock { own }.over(shared.errorSettings)
  }

  /// The errors for one run in a database.
  ///
  /// - Parameter sharesRecords: Whether records fail that fail in all operations.
  func failures(in database: MockCKDatabase, sharesRecords: Bool = true) -> SetFailures {
    var settings = settings
    if !sharesRecords {
      let own = lock.withLock { self.own }
      (settings.recordIDs, settings.recordCodes) = (own.recordIDs, own.recordCodes)
    }
    return SetFailures(settings, in: database)
  }

  // MARK: Running

  /// Runs the operation, and calls its blocks but the completion block.
  ///
  /// - Returns: Whether there is anything to run.
  func perform(in database: MockCKDatabase) -> Bool { false }

  /// Reports that a database does not run the operation.
  func refuse() { report(OperationError.invalidDatabaseOperation(operation: type(of: self))) }

  /// Passes the error of the operation as a whole to its result block.
  func report(_ error: any Error) {}

  /// Runs the operation in its database, where a queue has started it.
  public override func main() {
    if isCancelled {
      report(CKError(.operationCancelled))
    } else if let database {
      database.choice { if !perform(in: database) { refuse() } }
    } else {
      report(CKError(.badDatabase))
    }
    super.main()
  }

  var ownProperties: [Reflection.Property] { [] }
}

extension MockCKDatabaseOperation: ReflectedProperties {
  var reflectedProperties: [Reflection.Property] {
    ownProperties + Reflection.common(self, database: database)
  }
}
