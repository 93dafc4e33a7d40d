/// All future actions in their order: by due time, and for the same time in the order in which they
/// were added.
struct Agenda: Sendable {
  /// A future action. Everything that waits for the clock is a case of this.
  enum Entry: Sendable {
    /// A push arrives at its device.
    case push(Event.Notification)
    /// An upload expires with its receipt.
    case expiry(receipt: String)
    /// One of the operations that report by events begins.
    case operation
    /// The request or the response of an operation under way arrives.
    case step(operation: UInt64)
    /// The kept answer of a long-lived operation is removed.
    case answerExpiry(operation: UInt64)

    /// Whether a caller waits for it, so that running until idle advances the clock to it.
    var isAwaited: Bool {
      switch self {
      case .push, .operation, .step: true
      case .expiry, .answerExpiry: false
      }
    }
  }

  /// A position in the agenda.
  struct Place: OrderedKey {
    /// Milliseconds since 1970.
    let due: Int64
    fileprivate let number: UInt64

    var rank: UInt64 { due.rank }
    static var isOrderedByRankAlone: Bool { false }

    static func compare(_ left: Self, _ right: Self) -> Int {
      if left.due != right.due { return left.due < right.due ? -1 : 1 }
      return left.number == right.number ? 0 : left.number < right.number ? -1 : 1
    }

    /// Returns the place of an entry that is due later by the given milliseconds.
    func moved(by milliseconds: Int64) -> Self { Self(due: due &+ milliseconds, number: number) }

    /// Returns the first one of two places.
    fileprivate static func first(_ left: Self?, _ right: Self?) -> Self? {
      guard let left, let right else { return left ?? right }
      return compare(left, right) < 0 ? left : right
    }
  }

  private var awaited = OrderedMap<Place, Entry>()
  /// Those for which a caller waits too, and which arrive earlier if the clock is set back.
  private var journeys = Journeys()
  private var others = OrderedMap<Place, Entry>()
  /// The pushes that later ones replace, by device name.
  private var coalescing = OrderedMap<ExactText, Place>()
  /// The number of entries that it ever had.
  private(set) var lastNumber: UInt64 = 0

  /// The number of entries.
  var count: Int { awaited.count + journeys.count + others.count }

  /// Adds an entry at the given time, in milliseconds since 1970.
  ///
  /// - Returns: The place of the entry among those of its kind.
  @discardableResult
  mutating func add(_ entry: Entry, due: Int64) -> Place {
    if lastNumber < .max { lastNumber += 1 }
    var place = Place(due: due, number: lastNumber)
    if Journeys.hold(entry, due: due) {
      place = journeys.add(entry, at: place)
    } else if entry.isAwaited {
      awaited.updateValue(entry, forKey: place)
    } else {
      others.updateValue(entry, forKey: place)
    }
    if case .push(let push) = entry, push.isCoalescing {
      coalescing.updateValue(place, forKey: push.device)
    }
    return place
  }

  /// Removes the step of an operation, if it is still there.
  mutating func removeStep(_ place: Place) { journeys.remove(place) }

  /// Whether the agenda has the step of an operation at the given place.
  func has(_ place: Place, of operation: UInt64) -> Bool { journeys.has(place, of: operation) }

  /// The due time of the first entry that a caller waits for.
  var nextAwaited: Int64? { Place.first(awaited.first?.key, journeys.first)?.due }

  /// Removes and returns the first entry if it is due by the given time.
  mutating func takeFirst(dueBy time: Int64) -> (due: Int64, entry: Entry)? {
    let stored = Place.first(awaited.first?.key, others.first?.key)
    guard let first = Place.first(stored, journeys.first), first.due <= time else { return nil }
    // Each entry has a number of its own.
    guard let stored, stored.number == first.number else { return journeys.takeFirst() }
    let entry = awaited.removeValue(forKey: stored) ?? others.removeValue(forKey: stored)
    return entry.map { (stored.due, $0) }
  }

  /// Removes and returns the first entry that no caller waits for if it is due by the given time.
  mutating func takeFirstUnawaited(dueBy time: Int64) -> Entry? {
    guard let place = others.first?.key, place.due <= time else { return nil }
    return others.removeValue(forKey: place)
  }

  /// Lets what is under way arrive earlier, because the clock is set back: the steps of operations,
  /// and pushes that a rule delays.
  mutating func setBackJourneys(by milliseconds: Int64) { journeys.setBack(by: milliseconds) }

  // MARK: Documents

  /// A turn of an operation, for a state document.
  struct Turn: Equatable {
    var due: Int64
    /// The number of the document's pushes before it.
    var pushes: Int
    /// The number of the operation under way whose request or response arrives; nil if the first
    /// one that is ready begins.
    var operation: UInt64?
  }

  /// The entries for which a caller waits, in order.
  private var allAwaited: [(place: Place, entry: Entry)] {
    var all = journeys.all
    for (place, entry) in awaited { all.append((place, entry)) }
    return all.genericSorted { Place.compare($0.place, $1.place) < 0 }
  }

  /// The turns of operations in order.
  var turns: [Turn] {
    var turns: [Turn] = []
    var before = 0
    for (place, entry) in allAwaited {
      switch entry {
      case .operation: turns.append(Turn(due: place.due, pushes: before))
      case .step(let operation):
        turns.append(Turn(due: place.due, pushes: before, operation: operation))
      case .push: before += 1
      case .expiry, .answerExpiry: continue
      }
    }
    return turns
  }

  /// A push with the time at which it is due, for a state document.
  struct PendingPush {
    var push: Event.Notification
    /// Nil means when it arrives without holds; for a held push, when it is released.
    var due: Int64?

    /// The time at which it is due in the agenda. The clock never reaches that of a push that waits
    /// until it is released.
    var place: Int64 { due ?? (push.isHeld ? .max : push.natural) }
  }

  /// The pending pushes in order. Those that were held or released have no order of their own: it
  /// follows from the times at which that happened.
  var pushes: [PendingPush] {
    allAwaited.compactMap { place, entry -> PendingPush? in
      guard case .push(let push) = entry else { return nil }
      let pending = PendingPush(push: push)
      return place.due == pending.place ? pending : PendingPush(push: push, due: place.due)
    }
  }

  /// Adds the pushes and the turns of a state document.
  ///
  /// - Returns: The places of the operations under way, by number.
  mutating func enter(
    _ pushes: [PendingPush], _ turns: [Turn]
  ) -> [(operation: UInt64, place: Place)] {
    var next = 0
    var places: [(operation: UInt64, place: Place)] = []
    for turn in turns {
      while next < min(turn.pushes, pushes.count) {
        add(.push(pushes[next].push), due: pushes[next].place)
        next += 1
      }
      if let operation = turn.operation {
        places.append((operation, add(.step(operation: operation), due: turn.due)))
      } else {
        add(.operation, due: turn.due)
      }
    }
    for pending in pushes[next...] { add(.push(pending.push), due: pending.place) }
    return places
  }

  // MARK: Pushes

  /// Holds a push that cannot reach its device.
  ///
  /// - Parameter due: Nil means until it is released.
  mutating func hold(_ push: Event.Notification, until due: Int64?) {
    var push = push
    push.isHeld = true
    // The clock never reaches this time.
    add(.push(push), due: due ?? .max)
  }

  /// Replaces a waiting push to the same device that later ones replace. Returns false if there is
  /// none.
  mutating func coalesce(_ push: Event.Notification) -> Bool {
    guard let place = coalescing[push.device] else { return false }
    func replace(_ entry: inout Entry) -> Bool {
      guard case .push(let former) = entry, former.isCoalescing else { return false }
      var latest = push
      latest.arrival = former.arrival
      latest.isCoalescing = true
      latest.isHeld = former.isHeld
      entry = .push(latest)
      return true
    }
    return journeys.modify(place, replace) ?? awaited.modify(place, replace) ?? false
  }

  /// Lets held pushes arrive from the given time on, in their order.
  ///
  /// - Parameter isReleased: Whether the pushes to a device are released.
  mutating func releasePushes(at now: Int64, where isReleased: (DeviceName) -> Bool) {
    var held: [(place: Place, push: Event.Notification)] = []
    for case (let place, .push(let push)) in awaited where push.isHeld && isReleased(push.device) {
      held.append((place, push))
    }
    for (place, push) in held {
      awaited.removeValue(forKey: place)
      var push = push
      push.isHeld = false
      add(.push(push), due: now)
    }
  }
}

extension Event.Notification {
  /// The time of its arrival without holds.
  var natural: Int64 { arrival ?? time }
}
