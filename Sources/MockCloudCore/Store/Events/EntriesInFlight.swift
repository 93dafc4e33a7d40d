extension OperationsInFlight {
  /// The operations by their numbers.
  struct Entries: Sendable {
    private var map = NumberMap<Boxed<Entry>>()

    var count: Int { map.count }

    /// In ascending order.
    var all: [Entry] { map.all.map(\.value.value) }

    subscript(number: UInt64) -> Entry? { map[number]?.value }

    /// Lends an operation to `body`, which must not change it: see `Boxed.read`. Returns nil if there is
    /// none with the number.
    func read<Result>(_ number: UInt64, _ body: (inout Entry) -> Result) -> Result? {
      map[number]?.read(body)
    }

    /// Returns the number of the latest operation, if it has this ID.
    func latest(withID id: String) -> UInt64? {
      guard let latest = map.highest, latest.value.value.id.hasBytes(of: id) else { return nil }
      return latest.number
    }

    /// Adds an operation, or replaces the one with its number.
    mutating func append(_ entry: Entry) { map.insert(Boxed(entry), at: entry.number) }

    mutating func remove(_ number: UInt64) { map.remove(number) }

    /// Lends an operation to `body` for changes. Returns nil if there is none with the number.
    @discardableResult
    mutating func modify<Result>(_ number: UInt64, _ body: (inout Entry) -> Result) -> Result? {
      map.modify(number) { $0.value.lend(to: body) }
    }
  }
}

extension OperationsInFlight.Entry {
  fileprivate mutating func lend<Result>(to body: (inout Self) -> Result) -> Result { body(&self) }
}
