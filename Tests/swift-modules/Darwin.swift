// Names of Darwin, without an import of them: scripts/test-swift-flags.
import Foundation

// A declaration of the package counts before that of the shim.
// swift-format-ignore: AlwaysUseLowerCamelCase
let MSEC_PER_SEC: UInt64 = 7

final class Counter: @unchecked Sendable {
  var count = 0

  func add() {
    objc_sync_enter(self)
    // An object may be entered again by the thread that has entered it.
    objc_sync_enter(self)
    count += 1
    objc_sync_exit(self)
    objc_sync_exit(self)
  }
}

/// What `objc_sync_exit` returns on a thread that has not entered the object, whether another one can
/// enter it meanwhile, and what its thread gets then.
func leavesOfOthers() -> String {
  let (counter, entered, left) = (
    Counter(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
  )
  objc_sync_enter(counter)
  nonisolated(unsafe) var foreign: Int32 = 0
  let thread = Thread {
    foreign = objc_sync_exit(counter)
    left.signal()
    objc_sync_enter(counter)
    entered.signal()
    objc_sync_exit(counter)
  }
  thread.start()
  left.wait()
  let isAlone = entered.wait(timeout: .now() + 0.05) == .timedOut
  let own = objc_sync_exit(counter)
  entered.wait()
  return "\(foreign) \(isAlone) \(own)"
}

@main enum Program {
  static func main() throws {
    print(NSEC_PER_SEC, NSEC_PER_MSEC, NSEC_PER_USEC, USEC_PER_SEC, MSEC_PER_SEC)
    print(autoreleasepool { 1 }, (try? autoreleasepool { throw CancellationError() }) == nil)
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5000 { counter.add() }
    }
    print(counter.count, objc_sync_exit(counter))
    print(leavesOfOthers())
    var base: mach_timebase_info = mach_timebase_info()
    print(mach_timebase_info(&base) == KERN_SUCCESS)
    let fraction: mach_timebase_info_data_t = base
    let start = mach_absolute_time()
    usleep(2000)
    let nanoseconds =
      (mach_absolute_time() - start) * UInt64(fraction.numer)
      / UInt64(fraction.denom)
    print(nanoseconds >= 2_000_000, mach_continuous_time() >= start)
    print(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX) > 0, clock_gettime_nsec_np(99) == 0)
    print(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 1)
    let defaults = UserDefaults.standard
    defaults.setValue("x", forKey: "key")
    print(defaults.value(forKey: "key") as? String ?? "none")
    defaults.setValue(nil, forKey: "key")
    print(defaults.value(forKey: "key") as? String ?? "none")
  }
}
