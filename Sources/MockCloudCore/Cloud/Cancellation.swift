#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How `pthread_cancel` affected a thread before it entered the library. Inside, it has no effect: a
/// cancelled thread would leave the locks of the library, or those of `malloc`, closed forever.
package struct Cancellation {
  private var state: Int32 = 0
  private var type: Int32 = 0

  private init() {}

  /// Disables the cancellation of the calling thread, and returns how it was before.
  ///
  /// The state alone is not sufficient: if the type is asynchronous, glibc before 2.41 also ends a
  /// thread that has disabled its cancellation between another thread's request and its signal.
  @usableFromInline static func disabled() -> Cancellation {
    var former = Cancellation()
    pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), &former.state)
    pthread_setcanceltype(Int32(PTHREAD_CANCEL_DEFERRED), &former.type)
    return former
  }

  /// Cancels the thread here if that was requested in the meantime and its type is asynchronous.
  @usableFromInline func restore() {
    // The former type first: as long as the state is disabled, it has no effect.
    pthread_setcanceltype(type, nil)
    pthread_setcancelstate(state, nil)
  }

  /// Runs `body`, which needs no gate, while the calling thread cannot be cancelled.
  package static func disabled(_ body: () -> Void) {
    let former = disabled()
    body()
    former.restore()
  }
}
