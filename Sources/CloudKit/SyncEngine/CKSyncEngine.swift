internal import Foundation

/// Keeps the records of a client and a database in step (Apple: `CKSyncEngine`).
///
/// Its values and its state are here, so that code which has them compiles, and mocks of the engine
/// run. The engine itself is not there yet: it sends no events, and `fetchChanges` and `sendChanges`
/// throw an error that says so.
public final class CKSyncEngine: @unchecked Sendable {
  /// The database that it works with.
  public let database: CKDatabase
  /// The changes that are to be sent.
  public let state: State

  /// Creates an engine with the state that a former engine stored.
  public init(_ configuration: Configuration) {
    database = configuration.database
    state = State(configuration.stateSerialization)
  }

  /// Throws an error: the engine is not there yet.
  public func fetchChanges(_ options: FetchChangesOptions = FetchChangesOptions()) async throws {
    throw Self.missing
  }

  /// Throws an error: the engine is not there yet.
  public func sendChanges(_ options: SendChangesOptions = SendChangesOptions()) async throws {
    throw Self.missing
  }

  /// Ends the running fetch or send; there is none.
  public func cancelOperations() async {}

  private static var missing: CKError {
    CKError(
      .internalError,
      text: "MockCloud has no CKSyncEngine yet: only its values and its state can be used")
  }

  /// What a new engine needs (Apple: `CKSyncEngine.Configuration`).
  public struct Configuration: Sendable {
    public var database: CKDatabase
    /// The state that a former engine stored; nil fetches everything.
    public var stateSerialization: State.Serialization?
    /// Whether the engine fetches and sends by itself.
    public var automaticallySync = true
    /// The subscription that the engine uses; nil lets it make one.
    public var subscriptionID: CKSubscription.ID?
    private weak var storedDelegate: (any CKSyncEngineDelegate)?
    /// Used after the delegate is gone.
    private static let nobody = NoDelegate()

    /// The delegate, which is not kept alive.
    public var delegate: any CKSyncEngineDelegate {
      get { storedDelegate ?? Self.nobody }
      set { storedDelegate = newValue }
    }

    public init(
      database: CKDatabase, stateSerialization: State.Serialization?,
      delegate: any CKSyncEngineDelegate
    ) {
      self.database = database
      self.stateSerialization = stateSerialization
      storedDelegate = delegate
    }
  }

  /// Why the engine fetches or sends (Apple: `CKSyncEngine.SyncReason`).
  public enum SyncReason: Sendable, Hashable {
    /// By itself.
    case scheduled
    /// Because the client called.
    case manual
  }
}

/// Receives the events of a `CKSyncEngine` and gives it records (Apple: `CKSyncEngineDelegate`).
public protocol CKSyncEngineDelegate: AnyObject, Sendable {
  /// Handles an event. The next one comes after this has returned.
  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async
  /// Returns the next changes to send; nil if there are none.
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch?
  /// Returns what to fetch next.
  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions
}

extension CKSyncEngineDelegate {
  /// Returns the options of the context.
  public func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions {
    context.options
  }
}

/// The delegate of a configuration whose own one is gone.
private final class NoDelegate: CKSyncEngineDelegate {
  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    nil
  }
}
