internal import Foundation

/// A queue that is made when it is first needed: containers and databases are made more often than
/// operations are added to them.
final class LazyQueue: @unchecked Sendable {
  private let lock = NSLock()
  private var made: OperationQueue?

  var queue: OperationQueue {
    lock.withLock {
      let queue = made ?? OperationQueue()
      made = queue
      return queue
    }
  }
}
