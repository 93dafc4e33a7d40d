internal import Foundation
internal import Synchronization

/// A lock for what neither waits nor runs code of the client, as reading or setting a property: an
/// operation and its records have a dozen of them.
///
/// `NSLock` is three objects, which cost as much as the rest of a record. The standard library's
/// `Mutex` waits in a way that Thread Sanitizer cannot see, so that tests of clients would report races
/// of this module. A thread that finds this lock taken lets another one run.
struct ShortLock: ~Copyable, @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)

  /// Runs `body`, which must not use what the lock protects again.
  @inline(__always)
  func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    var attempts = 0
    while isTaken.exchange(true, ordering: .acquiring) { Self.wait(&attempts) }
    defer { isTaken.store(false, ordering: .releasing) }
    return try body()
  }

  /// Lets another thread run, and later sleeps: the thread that holds the lock may have to wait for a
  /// processor.
  private static func wait(_ attempts: inout Int) {
    attempts += 1
    if attempts < 100 { sched_yield() } else { usleep(50) }
  }
}
