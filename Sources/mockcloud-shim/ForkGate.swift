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
/// way, with new ones kept outside: the child then finds no lock held, neither ours nor one of the
/// core's or of the Swift runtime's, and no cloud in the middle of a change.
final class ForkGate: @unchecked Sendable {
  static let shared = ForkGate()

  private let gate = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  private init() {
    gate.initialize(to: pthread_rwlock_t())
    reset()
    _ = pthread_atfork(
      { _ = pthread_rwlock_wrlock(ForkGate.shared.gate) },
      { _ = pthread_rwlock_unlock(ForkGate.shared.gate) },
      // The lock remembers its writer by a thread number that is not the child's.
      { ForkGate.shared.reset() })
  }

  /// Runs `body` as one call of the library; a fork happens before or after it.
  @inline(__always)
  func pass<Value>(_ body: () -> Value) -> Value {
    pthread_rwlock_rdlock(gate)
    defer { pthread_rwlock_unlock(gate) }
    return body()
  }

  private func reset() {
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    #if canImport(Glibc)
      // By default a fork would wait for as long as calls overlap. No call makes another, so a
      // waiting fork may go first.
      pthread_rwlockattr_setkind_np(
        &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    #endif
    pthread_rwlock_init(gate, &attributes)
    pthread_rwlockattr_destroy(&attributes)
  }
}

#if compiler(>=6.3) && os(Linux)
  /// Makes the gate when the library is loaded. Made by the first call, it would not be there yet for
  /// a fork in the middle of that call, and the child would wait for ever for it to be made.
  @section(".init_array") @used
  private let makeGateAtLoad: @convention(c) () -> Void = { _ = ForkGate.shared }
#endif
