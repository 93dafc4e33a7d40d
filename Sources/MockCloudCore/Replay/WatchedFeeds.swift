/// The last readings of feeds. Those that the client need not go on with are kept apart: it may do so
/// nevertheless, and then reads on what it had begun.
struct WatchedFeeds: Sendable {
  private var current = WatchMap<ClientWatch.Reading>()
  private var former = WatchMap<ClientWatch.Reading>()

  var isEmpty: Bool { current.isEmpty }
  var all: RareMap<WatchKey, ClientWatch.Reading> { current.all }

  subscript(key: WatchKey) -> ClientWatch.Reading? { current[key] }

  /// The reading that a client reads on, also if it is forgotten.
  func continued(_ key: WatchKey) -> ClientWatch.Reading? { current[key] ?? former[key] }

  mutating func note(_ reading: ClientWatch.Reading, for key: WatchKey) {
    current.note(reading, for: key)
    former.forget(key)
  }

  mutating func modify(_ key: WatchKey, _ body: (inout ClientWatch.Reading) -> Void) {
    current.modify(key, body)
  }

  mutating func forget(_ key: WatchKey) {
    guard let reading = current[key] else { return }
    current.forget(key)
    former.note(reading, for: key)
  }

  /// Forgets what a caller has in a database.
  mutating func forget(of caller: CallContext) {
    for key in current.keys(of: caller) { forget(key) }
  }

  /// Forgets everything, in constant time.
  mutating func forgetAll() {
    if current.isEmpty { return }
    (former, current) = (current, WatchMap())
  }

  func keys(in zoneID: ZoneID, of caller: CallContext) -> [WatchKey] {
    current.keys(in: zoneID, of: caller)
  }
}
