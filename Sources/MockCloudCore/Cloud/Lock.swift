internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that one thread at a time may use.
///
/// The standard library's `Mutex` is not suitable: on Linux it passes the owner's thread number to
/// the kernel, and keeps it across `fork()`. In a child, the first wait for such a mutex ends the
/// process. A plain pthread mutex does not store an owner.
///
/// Take a lock only inside `ForkGate.pass`, which ensures that a child does not inherit a lock held
/// by another thread of its parent. A thread that takes the lock twice deadlocks: check
/// `isHeldHere` first if foreign code can run under the lock.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>
  /// The thread that holds the lock; 0 if none does. In a child the value of the forking thread
  /// stays valid.
  private let owner = Atomic<UInt>(0)

  package init(_ value: consuming Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the value.
  @inlinable
  package func withLock<R: ~Copyable, E: Error>(
    _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  /// Whether the calling thread holds the lock. Other threads write `owner` too, but never this
  /// thread's number.
  package var isHeldHere: Bool { owner.load(ordering: .relaxed) == thisThread() }

  @usableFromInline func lock() {
    pthread_mutex_lock(mutex)
    owner.store(thisThread(), ordering: .relaxed)
  }

  @usableFromInline func unlock() {
    owner.store(0, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }
}

private func thisThread() -> UInt {
  #if canImport(Glibc)
    pthread_self()
  #else
    UInt(bitPattern: pthread_self())
  #endif
}
