/// A key under which `ClientWatch` remembers something: what a caller has in a database, and in one of
/// its zones, is in one place of the map.
struct WatchKey: OrderedKey, Hashable {
  /// A hash of the device, its user and the database.
  let caller: UInt64
  /// A hash of the zone; 0 if there is none.
  let zone: UInt64
  /// A hash of the rest.
  let subject: UInt64

  var rank: UInt64 { caller }
  static var isOrderedByRankAlone: Bool { false }

  static func compare(_ left: Self, _ right: Self) -> Int {
    if left.caller != right.caller { return left.caller < right.caller ? -1 : 1 }
    if left.zone != right.zone { return left.zone < right.zone ? -1 : 1 }
    return left.subject == right.subject ? 0 : left.subject < right.subject ? -1 : 1
  }
}

/// What `ClientWatch` remembers of one kind: at most `ClientWatch.limit` entries. Further ones are not
/// watched.
struct WatchMap<Value: Sendable>: Sendable {
  private var map = RareMap<WatchKey, Value>()

  var isEmpty: Bool { map.isEmpty }
  var all: RareMap<WatchKey, Value> { map }

  subscript(key: WatchKey) -> Value? { map[key] }

  mutating func note(_ value: Value, for key: WatchKey) {
    if map.count >= ClientWatch.limit, map[key] == nil { return }
    map.updateValue(value, forKey: key)
  }

  mutating func modify(_ key: WatchKey, _ body: (inout Value) -> Void) { map.modify(key, body) }

  mutating func forget(_ key: WatchKey) { map.removeValue(forKey: key) }

  /// The keys of what a caller has in a database.
  func keys(of caller: CallContext) -> [WatchKey] {
    keys(from: WatchKey(caller: caller.callerKey, zone: 0, subject: 0), whole: true)
  }

  /// The keys of what a caller has in a zone.
  func keys(in zoneID: ZoneID, of caller: CallContext) -> [WatchKey] {
    keys(
      from: WatchKey(caller: caller.callerKey, zone: zoneID.watchKey, subject: 0), whole: false)
  }

  /// - Parameter whole: Whether those of all zones are requested.
  private func keys(from start: WatchKey, whole: Bool) -> [WatchKey] {
    var keys: [WatchKey] = []
    map.scan(from: start) { key, _ in
      guard key.caller == start.caller, whole || key.zone == start.zone else { return false }
      keys.append(key)
      return true
    }
    return keys
  }
}

// What the keys are made of.

extension CallContext {
  /// The key of the device and its user in a container.
  var readerKey: UInt64 {
    [deviceName.text, userRecordName?.text ?? "", container.text, environment.rawValue].key(from: 0)
  }

  /// The key of the device, its user, and the database.
  var callerKey: UInt64 { [scope.rawValue].key(from: readerKey) }
}

extension [String] {
  func key(from key: UInt64) -> UInt64 {
    reduce(key) { SeededRandom.hash(seed: $0, $1, 0) }
  }
}

extension ZoneID {
  var watchKey: UInt64 { [ownerName.text, zoneName.text].key(from: 0) }
}

extension DeviceName {
  /// The key of the device in the watch's maps.
  var watchKey: UInt64 { SeededRandom.hash(seed: 0, "device\n" + text, 0) }
}
