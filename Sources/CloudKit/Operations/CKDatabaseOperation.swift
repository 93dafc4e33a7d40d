internal import Foundation

/// A call in a database (Apple: `CKDatabaseOperation`).
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
  private let lock = ShortLock()
  private var ownDatabase: CKDatabase?
  /// The database of an operation that was given none, with the container that it is of.
  private var standard: (container: CKContainer?, database: CKDatabase)?

  /// The database: that of `add`, the one that was set, or the private one of the operation's
  /// container. It is what counts if a queue of the client runs the operation.
  open var database: CKDatabase? {
    get {
      if let own = lock.withLock({ ownDatabase }) { return own }
      let container = container
      if let known = lock.withLock({ ownDatabase ?? standard(of: container) }) { return known }
      let made = (container ?? standardContainer).privateCloudDatabase
      return lock.withLock {
        // Another thread may have made it.
        if let known = ownDatabase ?? standard(of: container) { return known }
        standard = (container, made)
        return made
      }
    }
    set { lock.withLock { ownDatabase = newValue } }
  }

  private func standard(of container: CKContainer?) -> CKDatabase? {
    if let standard, standard.container === container { standard.database } else { nil }
  }

  override func firstConnection() throws(CKError) -> CloudConnection {
    guard let database else { throw CKError(.badDatabase) }
    return database.connection
  }
}
