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
/// fork that waits for the same thread. Inside, a thread cannot be cancelled (`Cancellation`).
package final class ForkGate: @unchecked Sendable {
  private static let shared = ForkGate()

  private let gate = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  /// The key of a thread's own flag that is set while the thread is inside.
  private var place = pthread_key_t()
  /// Whether forks wait at the gate. If the process has no thread-specific key left, or no memory
  /// for the handlers of `fork()`, calls pass without it, and `fork()` waits for none.
  private var isGuarding = false
  private let threadNumber = RuntimeThreadNumber()
  /// The variable with the number of the thread that is forking.
  private var staleNumber: UnsafeMutablePointer<Int32>?
  /// Whether the thread that is forking was inside the gate.
  private var forkerWasInside = false
  /// Whether the process was created by `fork()` after the library was loaded.
  private var isForked = false

  /// Whether the process is a child that has a copy of its parent's clouds.
  static var isInChild: Bool { shared.isForked }

  private init() {
    gate.initialize(to: pthread_rwlock_t())
    reset()
    guard pthread_key_create(&place, nil) == 0 else { return }
    isGuarding =
      pthread_atfork(
        { ForkGate.shared.close() }, { ForkGate.shared.open() }, { ForkGate.shared.begin() }) == 0
  }

  /// How a thread came into a call.
  @usableFromInline enum Entrance {
    /// It was inside already.
    case nested
    /// There is no gate, or none for this thread.
    case open(Cancellation)
    /// Through the gate.
    case gate(Cancellation)
  }

  /// Runs `body` as one call of the library; a fork by another thread happens before or after it.
  @inlinable
  package static func pass<R: ~Copyable, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    let entrance = enter()
    defer { leave(entrance) }
    return try body()
  }

  @usableFromInline static func enter() -> Entrance {
    let gate = shared
    if gate.isGuarding, gate.isInside { return .nested }
    let cancellation = Cancellation.disabled()
    guard gate.isGuarding, pthread_rwlock_rdlock(gate.gate) == 0 else { return .open(cancellation) }
    // Only whether the pointer is null is used.
    if pthread_setspecific(gate.place, gate.gate) == 0 { return .gate(cancellation) }
    // Without memory for its flag, the thread would wait for itself if it entered again.
    pthread_rwlock_unlock(gate.gate)
    return .open(cancellation)
  }

  @usableFromInline static func leave(_ entrance: Entrance) {
    switch entrance {
    case .nested: break
    case .open(let cancellation): cancellation.restore()
    case .gate(let cancellation):
      let gate = shared
      // Clearing the flag needs no memory.
      pthread_setspecific(gate.place, nil)
      pthread_rwlock_unlock(gate.gate)
      cancellation.restore()
    }
  }

  private var isInside: Bool { pthread_getspecific(place) != nil }

  // MARK: fork()

  /// A thread that forks inside the gate waits for the other threads only.
  private func close() {
    let variable = threadNumber.variable()
    let wasInside = isInside
    if wasInside { pthread_rwlock_unlock(gate) }
    pthread_rwlock_wrlock(gate)
    staleNumber = variable
    forkerWasInside = wasInside
    // Handlers of the program that were registered before the library was loaded run until the gate
    // is opened. They may call the library: no other thread is in a call.
    if !wasInside { pthread_setspecific(place, gate) }
  }

  private func open() {
    let wasInside = forkerWasInside
    pthread_rwlock_unlock(gate)
    comeBack(wasInside)
  }

  /// Opens the gate in a child.
  private func begin() {
    isForked = true
    staleNumber?.pointee = 0
    // The lock stores its writer as a thread number, which differs in the child.
    reset()
    comeBack(forkerWasInside)
  }

  private func comeBack(_ wasInside: Bool) {
    if wasInside { pthread_rwlock_rdlock(gate) } else { pthread_setspecific(place, nil) }
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
