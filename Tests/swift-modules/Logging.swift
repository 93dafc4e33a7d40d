// Uses all of the shim of os; its output is compared with logging.txt: scripts/test-swift-flags.
import Foundation
import OSLog
import os.lock
import os.log
import os.signpost

enum Failure: Error { case reason(Int) }
enum Described: Error, CustomStringConvertible {
  case one
  var description: String { "described" }
}
extension Logger { static let sync = Logger(subsystem: "org.example", category: "sync") }

func evaluated(_ name: String) -> Int {
  print("evaluated:", name)
  return 1
}

func writeMessages(_ name: String, _ error: any Error) {
  let log = Logger.sync
  log.debug("plain \(evaluated("debug"))")
  log.trace("trace")
  log.info("auto \(5) \(true) \(name), \(name, privacy: .public)")
  log.info("private \(7, privacy: .private) \(name, privacy: .sensitive)")
  log.notice("hash \(name, privacy: .private(mask: .hash))")
  log.log("floats \(1.5) \(2.345, format: .fixed(precision: 1))")
  log.log(
    level: .info,
    "hex \(255, format: .hex(includePrefix: true)) \(UInt8(7), format: .decimal(minDigits: 3))")
  log.warning(
    "aligned [\(name, align: .right(columns: 8), privacy: .public)] [\(7, align: .left(columns: 3))]"
  )
  log.info(
    """
    extremes [\(name, align: .left(columns: .min), privacy: .public)] \
    \(5, format: .decimal(minDigits: .min)) \(1.5, format: .fixed(precision: .min))
    """)
  log.error("errors \(error) \(error, privacy: .public) \(Described.one, privacy: .public)")
  log.error(
    "objects \(NSError(domain: "D", code: 4), privacy: .public) \([1, 2], privacy: .public)")
  log.critical("answer \(false, format: .answer) \(Int.self, privacy: .public)")
  log.fault("fault \(evaluated("fault"))")
}

func writeFormats(_ name: String, _ error: any Error) {
  let log = OSLog(subsystem: "org.example", category: "old")
  os_log("plain 100%%")
  os_log(
    "%@ %{public}@ %d %.2f %05d %x %{private}d", log: log, type: .error, name, name, 3, 2.5, 42,
    255, 8)
  os_log(.debug, log: log, "%{public}@", error.localizedDescription)
  os_log(.info, "interpolated \(3) \(name)")
  os_log("missing %{public}@ %d", NSError(domain: "D", code: 4))
  os_log(
    "%u %{bool}d %{darwin.errno}d [%-3d] [%3d] %c %p", log: log, type: .fault, Int32(-1), 1,
    Int32(2), 3, 4, 65, 16)
  os_log("disabled", log: .disabled, type: .fault)
  os_log(
    "%.*f %.*f [%*d] [%*d] %{public}.3s %{public}.*s", log: log, type: .info,
    Int32(2), 3.14159, -2, 3.14159, UInt8(3), 5, Int32(-3), 5, "abcdef", 2, "abcdef")
  os_log(
    "%08.2f|%-8.2f|%08.2f|% d|% d|%+d|%#o|%#x|%#06X|%05d|%0*d|%05.3d|%#x", log: log, type: .info,
    1.5, 1.5, -1.5, 42, -42, 42, 8, 255, 255, -42, 4, 7, 7, 0)
}

func writeSignposts(_ name: String) {
  let signposter = OSSignposter(logger: .sync)
  let state = signposter.beginInterval("load", id: signposter.makeSignpostID(), "of \(name)")
  signposter.emitEvent("tick")
  signposter.endInterval("load", state)
  print(signposter.withIntervalSignpost("body") { 5 })
  os_signpost(.event, log: .default, name: "old", "n %d", 3)
}

func useLocks() {
  let counter = OSAllocatedUnfairLock(initialState: 0)
  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
  }
  print(
    counter.withLock { $0 }, counter.withLock { _ in counter.withLockIfAvailable { $0 } } as Any)
  let lock = OSAllocatedUnfairLock()
  lock.precondition(.notOwner)
  lock.lock()
  lock.precondition(.owner)
  print(lock.lockIfAvailable())
  lock.unlock()
  let plain = os_unfair_lock_t.allocate(capacity: 1)
  plain.initialize(to: os_unfair_lock())
  os_unfair_lock_lock(plain)
  print(os_unfair_lock_trylock(plain))
  os_unfair_lock_unlock(plain)
  plain.deallocate()
  // Ends the process, as on Apple's systems.
  if CommandLine.arguments.contains("recursive") { lock.withLock { lock.lock() } }
}

func findProgram() {
  let images = (0..<_dyld_image_count()).compactMap { index in
    _dyld_get_image_name(index).map { (String(cString: $0), _dyld_get_image_header(index)) }
  }
  print(
    images.first?.0.hasSuffix("/logging") as Any,
    images.allSatisfy { $0.1?.pointee.magic == 0x464c_457f })
  print(images.contains { $0.0.hasSuffix("/libMockCloudOS.so") }, _dyld_get_image_name(9999) == nil)
}

@main enum Program {
  static func main() {
    writeMessages("secret", Failure.reason(3))
    writeFormats("secret", Failure.reason(3))
    writeSignposts("secret")
    useLocks()
    findProgram()
  }
}
