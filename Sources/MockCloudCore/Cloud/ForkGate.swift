#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The one way into the library: every call passes it, and `fork()` closes it.
///
/// A child of `fork()` has only the thread that forked. A lock that another thread held would stay
/// locked for ever, and what it guarded half changed. So a fork waits here until no call is under
/// way, with new ones kept outside: the child then finds no lock of the library held, and no cloud
/// in the middle of a change.
///
/// A thread that is inside passes again at no cost: waiting for a fork that waits for this very
/// thread would never end.
package final class ForkGate: @unchecked Sendable {
  private static let shared = ForkGate()

  private let gate = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  /// Each thread keeps here whether it is inside.
  private var place = pthread_key_t()

  private init() {
    gate.initialize(to: pthread_rwlock_t())
    pthread_key_create(&place, nil)
    reset()
    _ = pthread_atfork(
      { ForkGate.shared.close() },
      { ForkGate.shared.open() },
      {
        // The lock remembers its writer by a thread number that is not the child's.
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

  /// Returns whether this thread was outside.
  @usableFromInline static func enter() -> Bool {
    let gate = shared
    if gate.isInside { return false }
    pthread_rwlock_rdlock(gate.gate)
    // Any pointer will do.
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

  /// A thread that forks inside waits for the others, not for itself.
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
      // By default a fork would wait for as long as calls overlap. No thread waits here twice, so a
      // waiting fork may go first.
      pthread_rwlockattr_setkind_np(
        &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    #endif
    pthread_rwlock_init(gate, &attributes)
    pthread_rwlockattr_destroy(&attributes)
  }

  #if compiler(>=6.3) && os(Linux)
    /// Makes the gate when the program is loaded. Made by the first call, it would not be there yet
    /// for a fork in the middle of that call, and the child would wait for ever for it to be made.
    @section(".init_array") @used
    private static let makeAtLoad: @convention(c) () -> Void = { _ = ForkGate.shared }
  #endif
}
