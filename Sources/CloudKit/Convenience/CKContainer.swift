// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// A container of a cloud, as the current user sees it on a device (Apple: `CKContainer`).
///
/// The cloud, the user and the device are fixed when the container is made. Databases and operations
/// inherit them.
open class CKContainer: NSObject, @unchecked Sendable {
  let connection: CloudConnection

  /// The identifier; for `default()` the one that is configured.
  open var containerIdentifier: String? { connection.containerIdentifier }

  /// The database that only its user can read.
  public var privateCloudDatabase: CKDatabase { made(.private) }
  /// The database that everybody can read.
  public var publicCloudDatabase: CKDatabase { made(.public) }
  /// The zones that others share with the user.
  public var sharedCloudDatabase: CKDatabase { made(.shared) }

  private let settings: OperationSettings
  private let lock = ShortLock()
  /// The databases that were used: most containers have one.
  private var databases: (private: CKDatabase?, public: CKDatabase?, shared: CKDatabase?)

  /// The container of the app: the one that is configured.
  open class func `default`() -> CKContainer { CKContainer(nil, .current) }

  /// The container with an identifier. It always succeeds; the calls fail if it does not exist.
  public required convenience init(identifier containerIdentifier: String) {
    self.init(containerIdentifier, .current)
  }

  /// A nil identifier means the configured container.
  package convenience init(_ identifier: String?, _ choice: CloudChoice) {
    self.init(choice.connection(identifier), OperationSettings())
  }

  private init(_ connection: CloudConnection, _ settings: OperationSettings) {
    self.connection = connection.configured(settings)
    self.settings = settings
    super.init()
  }

  /// Returns the database, which is made when it is first used.
  private func made(_ scope: CKDatabase.Scope) -> CKDatabase {
    func made(_ database: inout CKDatabase?) -> CKDatabase {
      let known = database ?? CKDatabase(scope, connection, settings)
      database = known
      return known
    }
    return lock.withLock {
      switch scope {
      case .private: made(&databases.private)
      case .public: made(&databases.public)
      case .shared: made(&databases.shared)
      }
    }
  }

  /// Returns the same container, whose calls have these settings; operations have them where they have
  /// none of their own.
  private func configured(
    _ configuration: CKOperationConfiguration?, _ group: CKOperationGroup?
  ) -> CKContainer {
    CKContainer(connection, OperationSettings(configuration: configuration, group: group))
  }

  /// Runs `body` with a container whose operations and convenience methods have these settings.
  public func configuredWith<R>(
    configuration: CKOperationConfiguration? = nil, group: CKOperationGroup? = nil,
    body: (CKContainer) throws -> R
  ) rethrows -> R {
    try body(configured(configuration, group))
  }

  public func configuredWith<R>(
    configuration: CKOperationConfiguration? = nil, group: CKOperationGroup? = nil,
    body: @Sendable (CKContainer) async throws -> R
  ) async rethrows -> R {
    try await body(configured(configuration, group))
  }

  /// Returns the same object as the property for the database.
  open func database(with databaseScope: CKDatabase.Scope) -> CKDatabase { made(databaseScope) }

  /// Runs an operation of this container, beside all others.
  ///
  /// An operation runs once: one that was added or started before is ignored.
  open func add(_ operation: CKOperation) {
    connection.reportForeignCall()
    operation.submit {
      if operation.container == nil { operation.container = self }
      operation.settings.inherited = settings
    }
  }

  open override var description: String {
    "<CKContainer: containerID=\(containerIdentifier ?? "nil")>"
  }
}

/// The status of the user's iCloud account on the device (Apple: `CKAccountStatus`).
public enum CKAccountStatus: Int, Sendable {
  case couldNotDetermine
  case available
  case restricted
  case noAccount
  case temporarilyUnavailable
}

extension NSNotification.Name {
  /// Posted when the account on the device changes.
  public static let CKAccountChanged = NSNotification.Name("CKAccountChangedNotification")
}
