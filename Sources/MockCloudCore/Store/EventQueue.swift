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
}
