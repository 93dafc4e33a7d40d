internal import MockCloudCore

/// The clouds of this process and their views, by the handles that C has.
///
/// A handle is a key of this table, never an address: a stale, invented or foreign handle is not
/// found. Keys are not reused. The table's lock is held during lookups, never while a cloud runs a
/// call.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  /// The cloud of a handle.
  struct Entry: Sendable {
    let cloud: Cloud
    /// Defaults of keys that requests through the handle do not have.
    let defaults: CallDefaults?
  }

  private struct OwnedCloud {
    var entry: Entry
    var views: Set<UInt> = []
  }

  private struct View {
    var defaults: CallDefaults
    var owner: UInt
  }

  private struct Table {
    var clouds: [UInt: OwnedCloud] = [:]
    var views: [UInt: View] = [:]
    /// Clouds whose handle was removed and whose files may not be complete.
    var ending: [UInt: Cloud] = [:]
    var nextKey: UInt

    mutating func takeKey() -> UInt {
      defer { nextKey &+= 2 }
      return nextKey
    }

    func entry(_ key: UInt) -> Entry? {
      if let cloud = clouds[key] { return cloud.entry }
      guard let view = views[key], let cloud = clouds[view.owner]?.entry.cloud else { return nil }
      return Entry(cloud: cloud, defaults: view.defaults)
    }
  }

  private let table: Lock<Table>

  private init() {
    // Keys are odd, unlike the addresses of objects. The first key depends on the address at which
    // the library was loaded, so that handles of a second copy of the library in the process are
    // not valid here.
    let place = UInt(bitPattern: bytes(ofLiteral: "mockcloud").baseAddress.hashValue)
    table = Lock(Table(nextKey: (place &* 0x9E37_79B1) << (UInt.bitWidth / 2) | 1))
  }

  /// Adds a cloud and returns its handle.
  func insert(_ cloud: Cloud, _ defaults: CallDefaults? = nil) -> OpaquePointer? {
    table.withLock { table in
      let key = table.takeKey()
      table.clouds[key] = OwnedCloud(entry: Entry(cloud: cloud, defaults: defaults))
      return OpaquePointer(bitPattern: key)
    }
  }

  /// Returns a new handle for the cloud of `handle`; nil if the cloud no longer exists.
  func insertView(of handle: OpaquePointer, _ defaults: CallDefaults) -> OpaquePointer? {
    table.withLock { table in
      let parent = UInt(bitPattern: handle)
      let owner = table.views[parent]?.owner ?? parent
      guard table.clouds[owner] != nil else { return nil }
      let key = table.takeKey()
      table.views[key] = View(defaults: defaults, owner: owner)
      table.clouds[owner]?.views.insert(key)
      return OpaquePointer(bitPattern: key)
    }
  }

  /// Removes the view or the cloud of `handle`. All views of a cloud are removed with it, and the
  /// cloud ends when the running call on it has ended: it has ended when this function returns, also
  /// if another thread removed the handle.
  func remove(_ handle: OpaquePointer) {
    let key = UInt(bitPattern: handle)
    let cloud: Cloud? = table.withLock { table in
      if let view = table.views.removeValue(forKey: key) {
        table.clouds[view.owner]?.views.remove(key)
        return nil
      }
      guard let owned = table.clouds.removeValue(forKey: key) else { return table.ending[key] }
      for view in owned.views { table.views[view] = nil }
      table.ending[key] = owned.entry.cloud
      return owned.entry.cloud
    }
    guard let cloud else { return }
    // Waiting for a call, and deallocating a large world, take time: do both without holding the
    // table's lock. Whichever thread comes first ends the cloud, and the others wait for it.
    cloud.end()
    _ = table.withLock { $0.ending.removeValue(forKey: key) }
  }

  /// Returns the cloud of `handle`; nil if the handle is invalid.
  func entry(_ handle: OpaquePointer) -> Entry? {
    table.withLock { $0.entry(UInt(bitPattern: handle)) }
  }

  /// The number of clouds, without views.
  var count: Int64 {
    table.withLock { Int64($0.clouds.count) }
  }
}

extension HandleTable.Entry {
  /// Runs an operation through the handle, and passes the answer to the caller if it is requested.
  func call(
    _ operation: UnsafeBufferPointer<UInt8>, _ request: UnsafeBufferPointer<UInt8>?,
    _ out: OutString?
  ) -> Int32 {
    cloud.call(operation, request, or: defaults) { status, json in answer(status, json, in: out) }
  }
}
