/// The number of calls of each operation by each device so far.
///
/// Draws of rules and the UUIDs of errors depend on it and not on a count of all calls, so that
/// the calls of other devices do not change them.
struct CallCounts: Sendable {
  /// A device with its operations in the order of their first calls.
  private struct Entry: Sendable {
    let device: DeviceName
    var operations: [(name: String, count: UInt64)]

    mutating func next(_ operation: String) -> UInt64 {
      operations.withUnsafeMutableBufferPointer { operations -> UInt64? in
        // The names are constants of the library, so that most comparisons are of the same bits.
        for index in operations.indices where operations[index].name == operation {
          operations[index].count &+= 1
          return operations[index].count
        }
        return nil
      } ?? first(operation)
    }

    private mutating func first(_ operation: String) -> UInt64 {
      operations.append((name: operation, count: 1))
      return 1
    }
  }

  private var entries: [Entry] = []
  private var places: [ExactText: Int] = [:]
  /// The place of the device that made the last call.
  private var last = 0

  /// The name under which pushes to a device are counted.
  static let pushes = "push"

  var isEmpty: Bool { entries.isEmpty }

  /// All counts in the order of the devices' and operations' names.
  var all: [(device: DeviceName, operation: String, count: UInt64)] {
    entries.genericSorted { $0.device < $1.device }.flatMap { entry in
      entry.operations.genericSorted { ExactText($0.name) < ExactText($1.name) }
        .map { (device: entry.device, operation: $0.name, count: $0.count) }
    }
  }

  /// Counts a call. Returns its number, from 1.
  mutating func next(_ device: DeviceName, _ operation: String) -> UInt64 {
    let place = place(of: device)
    last = place
    return entries[place].next(operation)
  }

  /// Sets the number of calls.
  mutating func set(_ count: UInt64, _ device: DeviceName, _ operation: String) {
    let place = place(of: device)
    entries[place].operations.removeAll { $0.name.hasBytes(of: operation) }
    entries[place].operations.append((name: operation, count: count))
  }

  private mutating func place(of device: DeviceName) -> Int {
    if last < entries.count, entries[last].device == device { return last }
    if let place = places[ExactText(device.text)] { return place }
    entries.append(Entry(device: device, operations: []))
    places[ExactText(device.text)] = entries.count - 1
    return entries.count - 1
  }
}

/// What random choices of rules in a call depend on, besides the seed and the rule.
struct DrawPlace: Sendable {
  /// A hash of the device, the operation and the number of the call among its calls of the
  /// operation.
  private let call: UInt64
  /// A hash of the call and of the item, if there is one.
  private let place: UInt64

  init(device: DeviceName, operation: String, number: UInt64) {
    let name = SeededRandom.hash(seed: 0, operation, number)
    call = SeededRandom.hash(seed: name, device.text, number)
    place = Self.place(call, 0)
  }

  /// The place of points at which no rule draws.
  static let none = DrawPlace(0, item: 0)

  /// - Parameter item: A hash of the item (`FaultItem.draw`).
  private init(_ call: UInt64, item: UInt64) {
    self.call = call
    place = Self.place(call, item)
  }

  /// Returns the place of an item of the call.
  func of(item: UInt64) -> DrawPlace { DrawPlace(call, item: item) }

  private static func place(_ call: UInt64, _ item: UInt64) -> UInt64 {
    SeededRandom.mix(call ^ SeededRandom.mix(item &+ 1))
  }

  /// Returns the random number of a rule for a purpose.
  func hash(_ seed: UInt64, rule: UInt64, _ purpose: Purpose) -> UInt64 {
    SeededRandom.mix(Self.start(seed, rule: rule) ^ place &+ purpose.rawValue)
  }

  /// Returns the random number as a fraction of 1, which is less than 1.
  func fraction(_ seed: UInt64, rule: UInt64, _ purpose: Purpose) -> Double {
    Double(hash(seed, rule: rule, purpose) >> 11) / Self.fractions
  }

  /// Returns the part of a rule's random numbers that is the same for all places.
  static func start(_ seed: UInt64, rule: UInt64) -> UInt64 { SeededRandom.mix(seed ^ rule) }

  /// Returns what `fraction` returns for the purpose `draw`, as a number of `fractions`.
  @inline(__always)
  func draw(_ start: UInt64) -> UInt64 { SeededRandom.mix(start ^ place) >> 11 }

  /// The number of the fractions of 1.
  static let fractions = Double(1 << 53)

  /// The use of a random number.
  enum Purpose: UInt64 {
    case draw
    case latency
    case angle
    case shuffle
  }
}

/// Finds what the draws of rules depend on: the name of a rule, or if it was added without one, its
/// content and its number among rules with the same content. Other rules do not change it.
struct Identities: Sendable {
  private var taken: Set<UInt64> = []
  /// For each content, a number below which all are taken or freed.
  private var numbers: [UInt64: UInt64] = [:]
  /// For each content, the numbers below that which were freed.
  private var freed: [UInt64: RareMap<UInt64, Bool>] = [:]

  /// Returns the identity of a rule that is about to be added.
  mutating func identity(of rule: FaultRule) -> UInt64 {
    guard !rule.hasOwnName else { return Self.identity(of: rule.id) }
    let content = SeededRandom.hash(seed: 0, rule.content, 0)
    while let number = freed[content]?.first?.key {
      Steps.take()
      freed[content]?.removeValue(forKey: number)
      let identity = SeededRandom.mix(content &+ number)
      if !taken.contains(identity) { return identity }
    }
    var number = numbers[content] ?? 0
    while taken.contains(SeededRandom.mix(content &+ number)) {
      Steps.take()
      number &+= 1
    }
    numbers[content] = number
    return SeededRandom.mix(content &+ number)
  }

  /// Notes the identity of a rule that was added.
  mutating func take(_ identity: UInt64) { taken.insert(identity) }

  /// Notes that a rule was removed.
  mutating func free(_ identity: UInt64, of rule: FaultRule) {
    taken.remove(identity)
    // Rules of a state document have the names that they were given, and identities of their own.
    guard identity != Self.identity(of: rule.id) else { return }
    let content = SeededRandom.hash(seed: 0, rule.content, 0)
    let number = SeededRandom.unmix(identity) &- content
    guard let next = numbers[content], number < next else { return }
    freed[content, default: RareMap()].updateValue(true, forKey: number)
  }

  /// Returns the identity of a rule with a name.
  static func identity(of name: String) -> UInt64 { SeededRandom.hash(seed: 1, name, 0) }
}
