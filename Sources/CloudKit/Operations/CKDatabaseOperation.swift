internal import Foundation

/// A call in a database (Apple: `CKDatabaseOperation`).
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  private let databaseLock = NSLock()
  private var ownDatabase: CKDatabase?

  /// The database: that of `add`, the one that was set, or the private one of the operation's
  /// container. It is what counts if a queue of the client runs the operation.
  open var database: CKDatabase? {
    get {
      if let database = databaseLock.withLock({ ownDatabase }) { return database }
      let database = (container ?? standardContainer).privateCloudDatabase
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
