internal import Foundation

/// A call in a database (Apple: `CKDatabaseOperation`).
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  private let databaseLock = NSLock()
  private var ownDatabase: CKDatabase?
  /// The database of an operation that was given none, with the container that it is of.
  private var standard: (container: CKContainer?, database: CKDatabase)?

  /// The database: that of `add`, the one that was set, or the private one of the operation's
  /// container. It is what counts if a queue of the client runs the operation.
  open var database: CKDatabase? {
    get {
      let container = container
      return databaseLock.withLock {
        if let ownDatabase { return ownDatabase }
        if let standard, standard.container === container { return standard.database }
        let database = (container ?? standardContainer).privateCloudDatabase
        standard = (container, database)
        return database
      }
    }
    set { databaseLock.withLock { ownDatabase = newValue } }
  }

  override func firstConnection() throws(CKError) -> CloudConnection {
    guard let database else { throw CKError(.badDatabase) }
    return database.connection
  }
}
