internal import MockCloudCore

/// The clouds that live in this process, by the handles that C knows them by.
///
/// A handle is a key of this table and never an address: one that is stale, invented or another
/// library's finds nothing. Keys are not used again. The table's lock is held while it is looked
/// into, never while a cloud works.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  private struct Table {
    var clouds: [UInt: Cloud] = [:]
    var nextKey: UInt
  }

  private let table: Lock<Table>

  private init() {
    // Keys are odd, as no object's address is. They begin somewhere that depends on where the
    // library was loaded, so that a handle of a second copy of it in the process is a stranger.
    let place = UInt(bitPattern: bytes(ofLiteral: "mockcloud").baseAddress.hashValue)
    table = Lock(Table(nextKey: (place &* 0x9E37_79B1) << (UInt.bitWidth / 2) | 1))
  }

  /// Takes `cloud` in, and gives the handle that finds it from now on.
  func insert(_ cloud: Cloud) -> OpaquePointer? {
    table.withLock { table in
      let key = table.nextKey
      table.nextKey &+= 2
      table.clouds[key] = cloud
      return OpaquePointer(bitPattern: key)
    }
  }

  /// Forgets the cloud of `handle`; it ends when the last call on it has.
  func remove(_ handle: OpaquePointer) {
    let cloud = table.withLock { $0.clouds.removeValue(forKey: UInt(bitPattern: handle)) }
    // Ending a large world takes a while: not under the table's lock.
    withExtendedLifetime(cloud) {}
  }

  /// The cloud of `handle`; nil when there is no such cloud.
  func cloud(_ handle: OpaquePointer) -> Cloud? {
    table.withLock { $0.clouds[UInt(bitPattern: handle)] }
  }

  /// How many clouds live.
  var count: Int64 {
    table.withLock { Int64($0.clouds.count) }
  }
}
