extension OperationsInFlight {
  /// The operations by their numbers.
  ///
  /// The latest one is kept apart from the map: most clients have one operation in flight, of which one
  /// call reads and changes the entry more than ten times.
  struct Entries: Sendable {
    /// Its number is higher than those of the others.
    private var latest: Boxed<Entry>?
    private var others = RareMap<UInt64, Boxed<Entry>>()

    var count: Int { others.count + (latest == nil ? 0 : 1) }

    /// In ascending order.
    var all: [Entry] { others.map(\.value.value) + (latest.map { [$0.value] } ?? []) }

    subscript(number: UInt64) -> Entry? {
      if let latest, latest.value.number == number { return latest.value }
      return others.isEmpty ? nil : others[number]?.value
    }

    /// Lends an operation to `body`, which must not change it: see `Boxed.read`. Returns nil if there is
    /// none with the number.
    func read<Result>(_ number: UInt64, _ body: (inout Entry) -> Result) -> Result? {
      if let latest, latest.value.number == number { return latest.read(body) }
      return others.isEmpty ? nil : others[number]?.read(body)
    }

    /// Returns the number of the latest operation, if it has this ID.
    func latest(withID id: String) -> UInt64? {
      guard let latest, latest.value.id.hasBytes(of: id) else { return nil }
      return latest.value.number
    }

    /// Adds an operation whose number is higher than all others, or replaces the one with its number.
    mutating func append(_ entry: Entry) {
      if let latest, latest.value.number < entry.number {
        others.updateValue(latest, forKey: latest.value.number)
      }
      latest = Boxed(entry)
    }

    mutating func remove(_ number: UInt64) {
      if latest?.value.number == number {
        latest = nil
      } else if !others.isEmpty {
        others.removeValue(forKey: number)
      }
    }

    /// Lends an operation to `body` for changes. Returns nil if there is none with the number.
    @discardableResult
    mutating func modify<Result>(_ number: UInt64, _ body: (inout Entry) -> Result) -> Result? {
      if latest?.value.number == number { return latest?.value.lend(to: body) }
      return others.isEmpty ? nil : others.modify(number) { $0.value.lend(to: body) }
    }
  }

  /// The operations that can run, by their positions. The only one is kept apart from the map.
  struct Ready: Sendable {
    private typealias Place = (place: UInt64, number: UInt64)

    /// Nil if there are several.
    private var only: Place?
    private var others = RareMap<UInt64, UInt64>()

    /// The numbers by position.
    var all: [UInt64: UInt64] {
      var all: [UInt64: UInt64] = [:]
      for (place, number) in others { all[place] = number }
      if let only { all[only.place] = only.number }
      return all
    }

    /// Adds an operation at its position.
    mutating func insert(_ entry: Entry) {
      if only == nil, others.isEmpty {
        only = (entry.place, entry.number)
        return
      }
      if let only { others.updateValue(only.number, forKey: only.place) }
      only = nil
      others.updateValue(entry.number, forKey: entry.place)
    }

    /// Removes the first one, and returns its number.
    mutating func takeFirst() -> UInt64? {
      if let only {
        self.only = nil
        return only.number
      }
      guard !others.isEmpty, let first = others.first else { return nil }
      others.removeValue(forKey: first.key)
      return first.value
    }

    mutating func remove(_ place: UInt64) {
      if only?.place == place {
        only = nil
      } else if !others.isEmpty {
        others.removeValue(forKey: place)
      }
    }
  }
}

extension OperationsInFlight.Entry {
  fileprivate mutating func lend<Result>(to body: (inout Self) -> Result) -> Result { body(&self) }
}
