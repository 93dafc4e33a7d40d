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
  }

  private var awaited = OrderedMap<Place, Entry>()
  private var others = OrderedMap<Place, Entry>()
  /// The pushes that later ones replace, by device name.
  private var coalescing = OrderedMap<ExactText, Place>()
  /// The number of entries that it ever had.
  private(set) var lastNumber: UInt64 = 0

  /// The number of entries.
  var count: Int { awaited.count + others.count }

  /// Adds an entry at the given time, in milliseconds since 1970.
  @discardableResult
  mutating func add(_ entry: Entry, due: Int64) -> Place {
    if lastNumber < .max { lastNumber += 1 }
    let place = Place(due: due, number: lastNumber)
    if case .push(let push) = entry, push.isCoalescing {
      coalescing.updateValue(place, forKey: push.device)
    }
    if entry.isAwaited {
      awaited.updateValue(entry, forKey: place)
    } else {
      others.updateValue(entry, forKey: place)
    }
    return place
  }

  /// Removes an entry for which a caller waits, if it is still there.
  mutating func remove(_ place: Place) { awaited.removeValue(forKey: place) }

  /// Whether the agenda has the step of an operation at the given place.
  func has(_ place: Place, of operation: UInt64) -> Bool {
    if case .step(operation)? = awaited[place] { true } else { false }
  }

  /// The due time of the first entry that a caller waits for.
  var nextAwaited: Int64? { awaited.first?.key.due }

  /// Removes and returns the first entry if it is due by the given time.
  mutating func takeFirst(dueBy time: Int64) -> (due: Int64, entry: Entry)? {
    switch (awaited.first, others.first) {
    case (let first?, let second?):
      return Place.compare(first.key, second.key) < 0
        ? Self.take(first.key, from: &awaited, time) : Self.take(second.key, from: &others, time)
    case (let first?, nil): return Self.take(first.key, from: &awaited, time)
    case (nil, let first?): return Self.take(first.key, from: &others, time)
    case (nil, nil): return nil
    }
  }

  private static func take(
    _ place: Place, from entries: inout OrderedMap<Place, Entry>, _ time: Int64
  ) -> (due: Int64, entry: Entry)? {
    guard place.due <= time else { return nil }
    return entries.removeValue(forKey: place).map { (place.due, $0) }
  }

  /// Removes and returns the first entry that no caller waits for if it is due by the given time.
  mutating func takeFirstUnawaited(dueBy time: Int64) -> Entry? {
    others.first.flatMap { Self.take($0.key, from: &others, time)?.entry }
  }

  /// Removes and returns the steps of operations under way, and the pushes that a rule delays, in
  /// their order.
  fileprivate mutating func takeJourneys() -> [(due: Int64, entry: Entry)] {
    var taken: [(place: Place, entry: Entry)] = []
    for (place, entry) in awaited {
      switch entry {
      case .step: taken.append((place, entry))
      case .push(let push) where !push.isHeld && push.arrival == place.due:
        taken.append((place, entry))
      default: continue
      }
    }
    for (place, _) in taken { awaited.removeValue(forKey: place) }
    return taken.map { ($0.place.due, $0.entry) }
  }

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

  /// The turns of operations in order.
  var turns: [Turn] {
    var turns: [Turn] = []
    var before = 0
    for (place, entry) in awaited {
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
    awaited.compactMap { place, entry -> PendingPush? in
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
    return awaited.modify(place) { entry in
      guard case .push(let former) = entry, former.isCoalescing else { return false }
      var latest = push
      latest.arrival = former.arrival
      latest.isCoalescing = true
      latest.isHeld = former.isHeld
      entry = .push(latest)
      return true
    } ?? false
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

extension World {
  /// Sends a push. It is due immediately, which means when the clock next runs.
  mutating func send(_ push: Event.Notification) {
    agenda.add(.push(push), due: push.natural)
  }

  /// Adds an operation to those in flight. If it depends on no unfinished operation it is due
  /// immediately, which means when the clock next runs.
  ///
  /// - Returns: The operation's ID.
  mutating func submit(
    _ call: any SubmittedCall, named operation: String,
    by submitter: OperationsInFlight.Submitter, at time: Int64, _ delivery: Delivery,
    _ reporting: Reporting = .events
  ) -> String {
    let (id, isReady) = operations.submit(
      call, named: operation, by: submitter, at: time, delivery, reporting)
    if isReady { agenda.add(.operation, due: time) }
    return id
  }

  /// Lets an operation wait until the given time, in milliseconds since 1970.
  mutating func suspend(_ number: UInt64, _ call: any CallUnderWay, until due: Int64) {
    operations.suspend(number, call, agenda.add(.step(operation: number), due: due))
  }

  /// Lets what is under way arrive earlier, because the clock is set back: the steps of operations,
  /// and pushes that a rule delays.
  mutating func setBackJourneys(by milliseconds: Int64) {
    for (due, entry) in agenda.takeJourneys() {
      let due = due &- milliseconds
      var moved = entry
      if case .push(var push) = entry {
        push.arrival = due
        moved = .push(push)
      }
      let place = agenda.add(moved, due: due)
      if case .step(let number) = moved { operations.move(number, to: place) }
    }
  }

  /// Ends a call of an operation, whose outcome the given events report.
  ///
  /// - Returns: Whether the operation was cancelled while it ran.
  mutating func report(
    _ number: UInt64, _ outcome: any ReportedCall, first: UInt64, last: UInt64
  ) -> Bool {
    let (released, isCancelled) = operations.report(number, outcome, first: first, last: last)
    for _ in 0..<released { agenda.add(.operation, due: clock.now) }
    return isCancelled
  }

  /// Keeps the answer of an operation until the given time, in milliseconds since 1970.
  mutating func keepAnswer(of number: UInt64, until expires: Int64) {
    operations.keep(number, until: expires)
    agenda.add(.answerExpiry(operation: number), due: expires)
  }

  /// Removes uploads and answers that expired while no entries were run, as with the system's
  /// clock.
  mutating func forgetExpiredUploads() {
    let now = clock.now
    while let entry = agenda.takeFirstUnawaited(dueBy: now) {
      switch entry {
      case .expiry(let receipt): uploads.expire(receipt, at: now)
      case .answerExpiry(let number): operations.forgetAnswer(number)
      case .push, .operation, .step: break
      }
    }
  }

  /// Keeps an upload until it expires.
  mutating func keep(_ upload: Uploads.Upload, receipt: String) {
    uploads.add(upload, receipt: receipt)
    agenda.add(.expiry(receipt: receipt), due: upload.expires)
  }
}
