internal import MockCloudCore

/// The clouds that live in this process and the views of them, by the handles that C knows them by.
///
/// A handle is a key of this table and never an address: one that is stale, invented or another
/// library's finds nothing. Keys are not used again. The table's lock is held while it is looked
/// into, never while a cloud works.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  /// What a handle stands for.
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
    // Keys are odd, as no object's address is. They begin somewhere that depends on where the
    // library was loaded, so that a handle of a second copy of it in the process is a stranger.
    let place = UInt(bitPattern: bytes(ofLiteral: "mockcloud").baseAddress.hashValue)
    table = Lock(Table(nextKey: (place &* 0x9E37_79B1) << (UInt.bitWidth / 2) | 1))
  }

  /// Takes a cloud in, and returns the handle that finds it from now on.
  func insert(_ cloud: Cloud, _ defaults: CallDefaults? = nil) -> OpaquePointer? {
    table.withLock { table in
      let key = table.takeKey()
      table.clouds[key] = OwnedCloud(entry: Entry(cloud: cloud, defaults: defaults))
      return OpaquePointer(bitPattern: key)
    }
  }

  /// Makes another handle of the cloud of `handle`; nil when that has gone.
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

  /// Forgets the view or the cloud of `handle`; a cloud goes with all its views, and ends when the
  /// last call on it has.
  func remove(_ handle: OpaquePointer) {
    let key = UInt(bitPattern: handle)
    let cloud: OwnedCloud? = table.withLock { table in
      if let view = table.views.removeValue(forKey: key) {
        table.clouds[view.owner]?.views.remove(key)
        return nil
      }
      guard let cloud = table.clouds.removeValue(forKey: key) else { return nil }
      for view in cloud.views { table.views[view] = nil }
      return cloud
    }
    // Ending a large world takes a while: not under the table's lock.
    withExtendedLifetime(cloud) {}
  }

  /// What `handle` stands for; nil when it stands for nothing.
  func entry(_ handle: OpaquePointer) -> Entry? {
    table.withLock { $0.entry(UInt(bitPattern: handle)) }
  }

  /// How many clouds live; views are not counted.
  var count: Int64 {
    table.withLock { Int64($0.clouds.count) }
  }
}

extension HandleTable.Entry {
  /// Runs an operation through the handle, and gives the caller the answer, if it wants it.
  func call(
    _ operation: UnsafeBufferPointer<UInt8>, _ request: UnsafeBufferPointer<UInt8>?,
    _ out: OutString?
  ) -> Int32 {
    cloud.call(operation, request, or: defaults) { status, json in answer(status, json, in: out) }
  }
}
