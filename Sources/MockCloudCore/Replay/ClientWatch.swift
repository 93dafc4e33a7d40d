/// A mistake of a client that the cloud noticed.
public struct ClientFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A call was repeated before the announced wait was over.
    case earlyRetry
    /// A record was saved again after a conflict without the server's new tag.
    case blindRetry
    /// More changes were announced, but the client did not continue with their token.
    case moreComingIgnored
    /// A page that the service cut short was treated as the complete result of a query.
    case continuationMarkerIgnored
    /// A device that had a token read changes from the beginning.
    case tokenThrownAway
    /// A batch that exceeded a limit was sent again unchanged.
    case oversizedRetry
  }

  public let kind: Kind
  /// The number of the call.
  public let call: UInt64
  public let message: String
}

/// The responses to devices, as far as they are needed to detect whether clients act on them. They
/// are not part of a saved world: a client that returns to one had other responses.
///
/// The keys are hashes of the caller and of the subject of the call. Each map has at most `limit`
/// entries; further ones are not watched.
struct ClientWatch: Sendable {
  private var waits = RareMap<UInt64, Wait>()
  private var saves = RareMap<UInt64, RefusedSave>()
  private var readings = RareMap<UInt64, Reading>()
  private var batches = RareMap<UInt64, Batch>()
  private var pages = RareMap<UInt64, Page>()
  /// The number of the last call of each device, while there are pages.
  private var lastCalls = RareMap<UInt64, UInt64>()
  /// The findings about calls, in their order. `CloudState.findings` adds those about missing
  /// calls.
  private(set) var found: [ClientFinding] = []

  static let limit = 10_000

  /// An announced wait.
  struct Wait: Sendable {
    /// In milliseconds since 1970.
    let until: Int64
    let call: UInt64
    /// The zones of the wait; nil means all calls.
    let zoneIDs: Set<ZoneID>?
  }

  /// A save with a conflict, or with a wait of its own.
  struct RefusedSave: Sendable {
    /// Nil if there was no conflict.
    var conflict: Conflict?
    var wait: Wait?

    struct Conflict: Sendable {
      var sentTag: RecordChangeTag?
      let call: UInt64
    }
  }

  /// The last token that a device received for a feed.
  struct Reading: Sendable {
    let token: String
    let isMoreComing: Bool
    let call: UInt64
    /// Nil for a feed of zones.
    let zoneID: ZoneID?
    let context: CallContext
  }

  /// A batch that exceeded a limit.
  struct Batch: Sendable {
    let items: Int
    let bytes: Int
    let call: UInt64
  }

  /// The first page of a query that the service cut short and that was not continued.
  struct Page: Sendable {
    let recordType: RecordTypeName
    /// Nil for all zones of the database.
    let zoneID: ZoneID?
    let context: CallContext
  }

  // MARK: Stored responses

  /// Whether nothing is stored, so that calls need not be compared.
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
    _ value: Value, _ key: UInt64, in map: inout RareMap<UInt64, Value>
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

  /// Removes all responses, because the world was replaced.
  mutating func forgetAnswers() {
    waits.removeAll()
    saves.removeAll()
    readings.removeAll()
    batches.removeAll()
    pages.removeAll()
    lastCalls.removeAll()
  }

  // MARK: Findings

  /// - Parameter message: A description of the mistake.
  mutating func find(_ kind: ClientFinding.Kind, call: UInt64, _ message: String) {
    guard found.count < Self.limit else { return }
    found.append(ClientFinding(kind: kind, call: call, message: message))
  }

  /// The readings after which more was coming, whose token is unused.
  var openReadings: [Reading] { readings.map(\.value).filter(\.isMoreComing) }

  /// The pages whose query was not continued.
  var openPages: [Page] { pages.map(\.value) }
}

extension ClientWatch.Reading {
  /// The feed's name for messages.
  var feed: String { zoneID.map { "zone '\($0.zoneName)'" } ?? "the database" }
}
