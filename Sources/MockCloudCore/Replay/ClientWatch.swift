/// What a client did that no client should do.
public struct ClientFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A call was made again before the wait was over that had been announced.
    case earlyRetry
    /// A record was saved again after a conflict without the server's new tag.
    case blindRetry
    /// Changes were read on without the token that came while more was coming, or not at all.
    case moreComingIgnored
    /// A page of a query that the service cut short was taken for all of its records.
    case continuationMarkerIgnored
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
  private var pages = OrderedMap<UInt64, Page>()
  /// The number of the last call of each device, while there are pages.
  private var lastCalls = OrderedMap<UInt64, UInt64>()
  /// What calls did, in their order. `CloudState.findings` has also what they left undone.
  private(set) var found: [ClientFinding] = []

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
    /// Nil for a feed of zones.
    let zoneID: ZoneID?
    let context: CallContext
  }

  /// A batch that was over a limit.
  struct Batch: Sendable {
    let items: Int
    let bytes: Int
    let call: UInt64
  }

  /// The first page of a query that the service cut short and that nobody has continued.
  struct Page: Sendable {
    let recordType: String
    /// Nil for all zones of the database.
    let zoneID: ZoneID?
    let context: CallContext
  }

  // MARK: What is remembered

  /// Whether nothing is remembered, so that no call can be compared with anything.
  var isIdle: Bool {
    waits.isEmpty && saves.isEmpty && readings.isEmpty && batches.isEmpty && pages.isEmpty
  }

  var remembersWaits: Bool { !waits.isEmpty }
  var remembersBatches: Bool { !batches.isEmpty }
  var remembersSaves: Bool { !saves.isEmpty }
  var remembersReadings: Bool { !readings.isEmpty }
  var remembersPages: Bool { !pages.isEmpty }

  mutating func note(_ wait: Wait, for key: UInt64) { Self.set(wait, key, in: &waits) }
  mutating func note(_ reading: Reading, for key: UInt64) { Self.set(reading, key, in: &readings) }
  mutating func note(_ batch: Batch, for key: UInt64) { Self.set(batch, key, in: &batches) }
  mutating func note(_ page: Page, for key: UInt64) { Self.set(page, key, in: &pages) }
  mutating func note(call: UInt64, ofDevice key: UInt64) { Self.set(call, key, in: &lastCalls) }
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
  func page(for key: UInt64) -> Page? { pages[key] }
  func lastCall(ofDevice key: UInt64) -> UInt64? { lastCalls[key] }

  mutating func forgetWait(for key: UInt64) { waits.removeValue(forKey: key) }
  mutating func forgetSave(for key: UInt64) { saves.removeValue(forKey: key) }
  mutating func forgetReading(for key: UInt64) { readings.removeValue(forKey: key) }

  mutating func forgetPage(for key: UInt64) {
    pages.removeValue(forKey: key)
    if pages.isEmpty { lastCalls.removeAll() }
  }

  mutating func takeBatch(for key: UInt64) -> Batch? { batches.removeValue(forKey: key) }

  /// Forgets all responses: the world that they were about was replaced.
  mutating func forgetAnswers() {
    waits.removeAll()
    saves.removeAll()
    readings.removeAll()
    batches.removeAll()
    pages.removeAll()
    lastCalls.removeAll()
  }

  // MARK: What was found

  /// - Parameter message: What is said of the call.
  mutating func find(_ kind: ClientFinding.Kind, call: UInt64, _ message: String) {
    guard found.count < Self.limit else { return }
    found.append(ClientFinding(kind: kind, call: call, message: message))
  }

  /// The readings after which more was coming, whose token is unused.
  var openReadings: [Reading] { readings.map(\.value).filter(\.isMoreComing) }

  /// The pages whose query is not continued.
  var openPages: [Page] { pages.map(\.value) }
}

extension ClientWatch.Reading {
  /// Names the feed in a message.
  var feed: String { zoneID.map { "zone '\($0.zoneName)'" } ?? "the database" }
}
