/// What a client did that no client should do.
public struct ClientFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A call was made again before the wait was over that had been announced.
    case earlyRetry
    /// A record was saved again after a conflict without the server's new tag.
    case blindRetry
    /// Changes were read on without the token that came while more was coming, or not at all.
    case moreComingIgnored
    /// Changes were read from the beginning by a device that had a token.
    case tokenThrownAway
    /// A batch was sent again whole that had been over a limit.
    case oversizedRetry
  }

  public let kind: Kind
  /// The number of the call.
  public let call: UInt64
  public let message: String
}

/// What is remembered of the responses that devices got, to find whether they act upon them. It is part of
/// no saved world: a client that goes back to one has got other responses.
///
/// The keys are hashes of the caller and of what it asked about. Each map takes up to `limit` of them;
/// what comes beyond is not watched.
struct ClientWatch: Sendable {
  private var waits = OrderedMap<UInt64, Wait>()
  private var saves = OrderedMap<UInt64, RefusedSave>()
  private var readings = OrderedMap<UInt64, Reading>()
  private var batches = OrderedMap<UInt64, Batch>()
  private var found: [ClientFinding] = []

  static let limit = 10_000

  /// A wait that was announced.
  struct Wait: Sendable {
    /// In milliseconds since 1970.
    let until: Int64
    let call: UInt64
    /// What the wait is for; nil is everything.
    let zoneIDs: Set<ZoneID>?
  }

  /// A save that met a conflict, or a wait of its own.
  struct RefusedSave: Sendable {
    /// Nil where there was none.
    var conflict: Conflict?
    var wait: Wait?

    struct Conflict: Sendable {
      var sentTag: String?
      let call: UInt64
    }
  }

  /// The token that a device was given last for a feed.
  struct Reading: Sendable {
    let token: String
    let isMoreComing: Bool
    let call: UInt64
    /// The name of the zone; nil for a feed of zones.
    let zoneName: String?
  }

  /// A batch that was over a limit.
  struct Batch: Sendable {
    let items: Int
    let bytes: Int
    let call: UInt64
  }

  // MARK: What is remembered

  /// Whether nothing is remembered, so that no call can be compared with anything.
  var isIdle: Bool {
    waits.isEmpty && saves.isEmpty && readings.isEmpty && batches.isEmpty
  }

  var remembersWaits: Bool { !waits.isEmpty }
  var remembersBatches: Bool { !batches.isEmpty }
  var remembersSaves: Bool { !saves.isEmpty }
  var remembersReadings: Bool { !readings.isEmpty }

  mutating func note(_ wait: Wait, for key: UInt64) { Self.set(wait, key, in: &waits) }
  mutating func note(_ reading: Reading, for key: UInt64) { Self.set(reading, key, in: &readings) }
  mutating func note(_ batch: Batch, for key: UInt64) { Self.set(batch, key, in: &batches) }
  mutating func note(_ save: RefusedSave, for key: UInt64) { Self.set(save, key, in: &saves) }

  private static func set<Value: Sendable>(
    _ value: Value, _ key: UInt64, in map: inout OrderedMap<UInt64, Value>
  ) {
    if map.count >= limit, map[key] == nil { return }
    map.updateValue(value, forKey: key)
  }

  func wait(for key: UInt64) -> Wait? { waits[key] }
  func save(for key: UInt64) -> RefusedSave? { saves[key] }
  func reading(for key: UInt64) -> Reading? { readings[key] }

  mutating func forgetWait(for key: UInt64) { waits.removeValue(forKey: key) }
  mutating func forgetSave(for key: UInt64) { saves.removeValue(forKey: key) }
  mutating func forgetReading(for key: UInt64) { readings.removeValue(forKey: key) }

  mutating func takeBatch(for key: UInt64) -> Batch? { batches.removeValue(forKey: key) }

  /// Forgets all responses: the world that they were about was replaced.
  mutating func forgetAnswers() {
    waits.removeAll()
    saves.removeAll()
    readings.removeAll()
    batches.removeAll()
  }

  // MARK: What was found

  /// - Parameter message: What is said of the call.
  mutating func find(_ kind: ClientFinding.Kind, call: UInt64, _ message: String) {
    guard found.count < Self.limit else { return }
    found.append(ClientFinding(kind: kind, call: call, message: message))
  }

  /// What was found so far, in the order of the calls: also the tokens that came while more was coming and
  /// that is still unused.
  var findings: [ClientFinding] {
    var open: [ClientFinding] = []
    for (_, reading) in readings where reading.isMoreComing {
      open.append(
        ClientFinding(
          kind: .moreComingIgnored, call: reading.call,
          message: "more changes of \(reading.feed) exist, but were not requested"))
    }
    guard !open.isEmpty else { return found }
    return (found + open).enumerated().sorted {
      ($0.element.call, $0.offset) < ($1.element.call, $1.offset)
    }
    .map(\.element)
  }
}

extension ClientWatch.Reading {
  /// Names the feed in a message.
  var feed: String { zoneName.map { "zone '\($0)'" } ?? "the database" }
}
