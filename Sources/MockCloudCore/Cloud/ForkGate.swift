#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The entrance to the library: every call passes it, and `fork()` closes it.
///
/// A child of `fork()` has only the thread that forked. A lock held by another thread would stay
/// locked forever, and the data that it guards might be half changed. A fork therefore waits here
/// until no call is running, while new calls wait: in the child, no lock of the library is held,
/// and every cloud is consistent.
///
/// A thread that is inside the gate enters again without waiting: it would otherwise wait for a
/// fork that waits for the same thread.
package final class ForkGate: @unchecked Sendable {
  private static let shared = ForkGate()

  private let gate = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  /// The key of a thread's own flag that is set while the thread is inside.
  private var place = pthread_key_t()

  private init() {
    gate.initialize(to: pthread_rwlock_t())
    pthread_key_create(&place, nil)
    reset()
    _ = pthread_atfork(
      { ForkGate.shared.close() },
      { ForkGate.shared.open() },
      {
        // The lock stores its writer as a thread number, which differs in the child.
        ForkGate.shared.reset()
        ForkGate.shared.comeBack()
      })
  }

  /// Runs `body` as one call of the library; a fork by another thread happens before or after it.
  @inlinable
  package static func pass<R: ~Copyable, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    let entered = enter()
    defer { if entered { leave() } }
    return try body()
  }

  /// Enters the gate. Returns whether this thread was outside.
  @usableFromInline static func enter() -> Bool {
    let gate = shared
    if gate.isInside { return false }
    pthread_rwlock_rdlock(gate.gate)
    // Only whether the pointer is null is used.
    pthread_setspecific(gate.place, gate.gate)
    return true
  }

  @usableFromInline static func leave() {
    let gate = shared
    pthread_setspecific(gate.place, nil)
    pthread_rwlock_unlock(gate.gate)
  }

  private var isInside: Bool { pthread_getspecific(place) != nil }

  // MARK: fork()

  /// A thread that forks inside the gate waits for the other threads only.
  private func close() {
    if isInside { pthread_rwlock_unlock(gate) }
    pthread_rwlock_wrlock(gate)
  }

  private func open() {
    pthread_rwlock_unlock(gate)
    comeBack()
  }

  private func comeBack() {
    if isInside { pthread_rwlock_rdlock(gate) }
  }

  private func reset() {
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    #if canImport(Glibc)
      // By default a fork would wait as long as calls overlap. No thread waits here twice, so that
      // a waiting fork may be preferred.
      pthread_rwlockattr_setkind_np(
        &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    #endif
    pthread_rwlock_init(gate, &attributes)
    pthread_rwlockattr_destroy(&attributes)
  }

  #if compiler(>=6.3) && os(Linux)
    /// Creates the gate when the program is loaded. A gate created by the first call would be
    /// incomplete at a fork in the middle of that call, and the child would wait for it forever.
    @section(".init_array") @used
    private static let makeAtLoad: @convention(c) () -> Void = { _ = ForkGate.shared }
  #endif
}
