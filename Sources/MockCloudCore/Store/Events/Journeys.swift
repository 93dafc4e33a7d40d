/// What is under way: the steps of operations, and the pushes that a rule delays. A clock that is set
/// back does not change how long they take.
///
/// Their places therefore have the times of a clock that is never set back, as in `FaultClock`: setting
/// it back changes one number, however many they are.
struct Journeys: Sendable {
  private var entries = RareMap<Agenda.Place, Agenda.Entry>()
  /// By how many milliseconds the clock was set back since there was no entry.
  private var setBack: Int64 = 0

  /// If the clock was set back by more, 73 million years, they take longer.
  private static let mostSetBack: Int64 = 1 << 61

  var count: Int { entries.count }

  /// The place of the first one in the agenda.
  var first: Agenda.Place? {
    // Mostly there is none, which `entries.first` finds out at the cost of its generic types.
    entries.isEmpty ? nil : entries.first.map { dated($0.key) }
  }

  /// All of them with their places in the agenda, in order.
  var all: [(place: Agenda.Place, entry: Agenda.Entry)] {
    var all: [(place: Agenda.Place, entry: Agenda.Entry)] = []
    for (own, entry) in entries {
      let place = dated(own)
      all.append((place, dated(entry, place.due)))
    }
    return all
  }

  /// Whether an entry that is due at the given time is under way.
  static func hold(_ entry: Agenda.Entry, due: Int64) -> Bool {
    switch entry {
    case .step: true
    case .push(let push): !push.isHeld && push.arrival == due
    case .operation, .expiry, .answerExpiry: false
    }
  }

  /// - Returns: The place of the entry in the journeys, which it keeps.
  mutating func add(_ entry: Agenda.Entry, at place: Agenda.Place) -> Agenda.Place {
    if entries.isEmpty { setBack = 0 }
    let own = place.moved(by: setBack)
    entries.updateValue(entry, forKey: own)
    return own
  }

  mutating func remove(_ place: Agenda.Place) { entries.removeValue(forKey: place) }

  mutating func takeFirst() -> (due: Int64, entry: Agenda.Entry)? {
    guard let place = entries.first?.key, let entry = entries.removeValue(forKey: place) else {
      return nil
    }
    let due = dated(place).due
    return (due, dated(entry, due))
  }

  /// Whether the step of an operation is at the given place.
  func has(_ place: Agenda.Place, of operation: UInt64) -> Bool {
    if case .step(operation)? = entries[place] { true } else { false }
  }

  /// Lends the entry at a place to `body` for changes. Returns nil if there is none.
  mutating func modify(
    _ place: Agenda.Place, _ body: (inout Agenda.Entry) -> Bool
  ) -> Bool? { entries.modify(place, body) }

  /// Lets all of them arrive earlier, because the clock is set back.
  mutating func setBack(by milliseconds: Int64) {
    setBack = min(setBack &+ milliseconds, Self.mostSetBack)
  }

  private func dated(_ place: Agenda.Place) -> Agenda.Place { place.moved(by: 0 &- setBack) }

  /// Returns the entry with the time at which it is due.
  private func dated(_ entry: Agenda.Entry, _ due: Int64) -> Agenda.Entry {
    guard case .push(var push) = entry else { return entry }
    push.arrival = due
    return .push(push)
  }
}
