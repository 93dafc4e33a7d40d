public import Foundation

/// One database of a container (Apple: `CKDatabase`).
open class CKDatabase: NSObject, @unchecked Sendable {
  /// Which database it is.
  public let databaseScope: Scope

  let connection: CloudConnection
  private let settings: OperationSettings

  init(_ scope: Scope, _ connection: CloudConnection, _ settings: OperationSettings) {
    databaseScope = scope
    self.connection = connection.database(scope).configured(settings)
    self.settings = settings
    super.init()
  }

  /// Returns the same database, whose calls have these settings; operations have them where they have
  /// none of their own.
  private func configured(
    _ configuration: CKOperationConfiguration?, _ group: CKOperationGroup?
  ) -> CKDatabase {
    CKDatabase(
      databaseScope, connection, OperationSettings(configuration: configuration, group: group))
  }

  /// Runs `body` with a database whose operations and convenience methods have these settings.
  public func configuredWith<R>(
    configuration: CKOperationConfiguration? = nil, group: CKOperationGroup? = nil,
    body: (CKDatabase) throws -> R
  ) rethrows -> R {
    try body(configured(configuration, group))
  }

  public func configuredWith<R>(
    configuration: CKOperationConfiguration? = nil, group: CKOperationGroup? = nil,
    body: @Sendable (CKDatabase) async throws -> R
  ) async rethrows -> R {
    try await body(configured(configuration, group))
  }

  /// Runs an operation in this database, beside all others; only dependencies order them.
  ///
  /// An operation runs once: one that was added or started before is ignored, and stays in its
  /// database.
  open func add(_ operation: CKDatabaseOperation) {
    connection.reportForeignCall()
    operation.submit {
      operation.database = self
      operation.settings.inherited = settings
    }
  }

  open override var description: String {
    "<CKDatabase: scope=\(databaseScope), container=\(connection.containerIdentifier ?? "nil")>"
  }
}
