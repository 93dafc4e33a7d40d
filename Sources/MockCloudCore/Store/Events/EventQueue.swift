/// Queued events, oldest first.
struct EventQueue: Sendable {
  private var events = OrderedMap<UInt64, Event>()
  /// The same events by device.
  private var places = OrderedMap<Place, Void>()
  private var posted: UInt64 = 0

  /// The position of an event among those of its device.
  private struct Place: OrderedKey {
    let device: DeviceName
    let number: UInt64

    var rank: UInt64 { device.rank }
    static var isOrderedByRankAlone: Bool { false }

    static func compare(_ left: Self, _ right: Self) -> Int {
      let devices = ExactText.compare(left.device, right.device)
      return devices != 0 ? devices : UInt64.compare(left.number, right.number)
    }
  }

  mutating func append(_ event: Event) {
    if posted < .max { posted += 1 }
    put(event, posted)
  }

  /// Returns the oldest event with its number.
  ///
  /// - Parameter device: Only events for this device are considered, unless it is nil.
  func first(for device: DeviceName?) -> (number: UInt64, event: Event)? {
    guard let device else { return events.first.map { ($0.key, $0.value) } }
    var found: UInt64?
    places.scan(from: Place(device: device, number: 0)) { place, _ in
      if place.device == device { found = place.number }
      return false
    }
    guard let found, let event = events[found] else { return nil }
    return (found, event)
  }

  /// Returns the first remaining event between two numbers.
  func first(from first: UInt64, to last: UInt64) -> (number: UInt64, event: Event)? {
    var found: (number: UInt64, event: Event)?
    events.scan(from: first, inclusive: true, reversed: false) { number, event in
      if number <= last { found = (number, event) }
      return false
    }
    return found
  }

  /// Passes the remaining events from a number on to `body`, oldest first.
  func each(from first: UInt64, _ body: (UInt64, Event) -> Void) {
    events.scan(from: first, inclusive: true, reversed: false) { number, event in
      body(number, event)
      return true
    }
  }

  /// The number of the next event.
  var next: UInt64 { posted < .max ? posted + 1 : posted }

  /// Replaces the remaining events between two numbers; nil removes one.
  mutating func replace(from first: UInt64, to last: UInt64, _ body: (Event) -> Event?) {
    var found: [(number: UInt64, event: Event)] = []
    events.scan(from: first, inclusive: true, reversed: false) { number, event in
      guard number <= last else { return false }
      found.append((number, event))
      return true
    }
    for (number, event) in found {
      remove(number)
      if let other = body(event) { put(other, number) }
    }
  }

  private mutating func put(_ event: Event, _ number: UInt64) {
    events.updateValue(event, forKey: number)
    places.updateValue((), forKey: Place(device: event.device, number: number))
  }

  @discardableResult
  mutating func remove(_ number: UInt64) -> Event? {
    guard let event = events.removeValue(forKey: number) else { return nil }
    places.removeValue(forKey: Place(device: event.device, number: number))
    return event
  }
}
