internal import MockCloudCore

/// The clouds that live in this process, by the handles that C knows them by.
///
/// A handle is a key of this table and never an address: one that is stale, invented or another
/// library's finds nothing. Keys are not used again. Both locks are held briefly or by one cloud's
/// own calls only, and no thread waits for the table while it holds a cloud.
final class HandleTable: @unchecked Sendable {
  static let shared = HandleTable()

  /// A cloud and the lock that makes its callers take turns.
  private final class Entry {
    let cloud: Cloud
    let turn = Lock()

    init(_ cloud: Cloud) { self.cloud = cloud }
  }

  private let lock = Lock()
  private var entries: [UInt: Entry] = [:]
  private var nextKey: UInt

  private init() {
    // Keys are odd, as no object's address is. They begin somewhere that depends on where the
    // library was loaded, so that a handle of a second copy of it in the process is a stranger.
    let place = UInt(bitPattern: ObjectIdentifier(lock).hashValue)
    nextKey = (place &* 0x9E37_79B1) << (UInt.bitWidth / 2) | 1
  }

  /// Takes `cloud` in, and gives the handle that finds it from now on.
  func insert(_ cloud: Cloud) -> OpaquePointer? {
    let entry = Entry(cloud)
    return lock.withLock {
      let key = nextKey
      nextKey &+= 2
      entries[key] = entry
      return OpaquePointer(bitPattern: key)
    }
  }

  /// Forgets the cloud of `handle`; it ends when the last call on it has.
  func remove(_ handle: OpaquePointer) {
    let entry = lock.withLock { entries.removeValue(forKey: UInt(bitPattern: handle)) }
    // Ending a large world takes a while: not under the table's lock.
    withExtendedLifetime(entry) {}
  }

  /// Runs `body` with the cloud of `handle`, alone; nil when there is no such cloud.
  @inline(__always)
  func withCloud<Value>(_ handle: OpaquePointer, _ body: (Cloud) -> Value) -> Value? {
    let found = lock.withLock { entries[UInt(bitPattern: handle)] }
    guard let entry = found else { return nil }
    return entry.turn.withLock { body(entry.cloud) }
  }

  /// How many clouds live.
  var count: Int64 {
    lock.withLock { Int64(entries.count) }
  }
}
