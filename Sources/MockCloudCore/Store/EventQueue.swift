/// Events that nobody has taken yet, oldest first.
struct EventQueue: Sendable {
  private var events = OrderedMap<UInt64, Event>()
  private var posted: UInt64 = 0

  mutating func append(_ event: Event) {
    if posted < .max { posted += 1 }
    events.updateValue(event, forKey: posted)
  }

  mutating func popFirst() -> Event? {
    guard let first = events.first else { return nil }
    return events.removeValue(forKey: first.key)
  }

  /// The number that the next event gets.
  var next: UInt64 { posted < .max ? posted + 1 : posted }

  /// Puts others in the place of those events between two numbers that are still there; nil drops one.
  mutating func replace(from first: UInt64, to last: UInt64, _ body: (Event) -> Event?) {
    var found: [(number: UInt64, event: Event)] = []
    events.scan(from: first, inclusive: true, reversed: false) { number, event in
      guard number <= last else { return false }
      found.append((number, event))
      return true
    }
    for (number, event) in found {
      if let other = body(event) {
        events.updateValue(other, forKey: number)
      } else {
        events.removeValue(forKey: number)
      }
    }
  }
}
