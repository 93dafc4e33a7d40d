/// A map by numbers that mostly has one element.
///
/// The element with the highest number is kept apart from the others: most clients have one operation
/// in flight, of which one call reads and changes the element more than ten times.
struct NumberMap<Value: Sendable>: Sendable {
  private(set) var highest: Element?
  /// Used only if there are several elements, or if the highest was removed.
  private var others = RareMap<UInt64, Value>()

  struct Element: Sendable {
    let number: UInt64
    var value: Value

    fileprivate mutating func lend<Result>(to body: (inout Value) -> Result) -> Result {
      body(&value)
    }
  }

  var count: Int { others.count + (highest == nil ? 0 : 1) }

  /// In ascending order.
  var all: [Element] {
    others.map { Element(number: $0.key, value: $0.value) } + (highest.map { [$0] } ?? [])
  }

  subscript(number: UInt64) -> Value? {
    if let highest, highest.number == number { return highest.value }
    return others.isEmpty ? nil : others[number]
  }

  /// Adds an element, or replaces the one with its number.
  mutating func insert(_ value: Value, at number: UInt64) {
    if let highest {
      if number < highest.number {
        others.updateValue(value, forKey: number)
        return
      }
      if highest.number < number { others.updateValue(highest.value, forKey: highest.number) }
    } else if !others.isEmpty, let last = others.last, number <= last.key {
      others.updateValue(value, forKey: number)
      return
    }
    highest = Element(number: number, value: value)
  }

  mutating func remove(_ number: UInt64) {
    if highest?.number == number {
      highest = nil
    } else if !others.isEmpty {
      others.removeValue(forKey: number)
    }
  }

  /// Removes the element with the lowest number, and returns its value.
  mutating func takeFirst() -> Value? {
    guard !others.isEmpty, let first = others.first else {
      defer { highest = nil }
      return highest?.value
    }
    others.removeValue(forKey: first.key)
    return first.value
  }

  /// Lends an element to `body` for changes. Returns nil if there is none with the number.
  @discardableResult
  mutating func modify<Result>(_ number: UInt64, _ body: (inout Value) -> Result) -> Result? {
    if highest?.number == number { return highest?.lend(to: body) }
    return others.isEmpty ? nil : others.modify(number, body)
  }
}
