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
/// The standard library's `Mutex` is no choice here: on Linux it hands the kernel the owner's
/// thread number, which it remembers from before `fork()`. In a child, the first wait for such a
/// mutex ends the process. A plain pthread mutex knows no owner.
///
/// A lock is taken inside `ForkGate.pass` alone: that is what keeps a child from inheriting one
/// that a thread of its parent holds. A thread that holds it would wait for itself for ever if it
/// took it again: where code that is not the library's can run under a lock, ask `isHeldHere` first.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>
  /// The thread that is inside; 0 when there is none. The forking thread's stays true in the child.
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

  /// Runs `body` with the value while no other thread is inside this lock.
  @inlinable
  package func withLock<R: ~Copyable, E: Error>(
    _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  /// Whether the calling thread is inside. Others write `owner` too, but never this thread's number.
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
