extension CallContext {
  /// Whether another call is of the same device and user, and about the same database.
  fileprivate func readsSameFeeds(as other: CallContext) -> Bool {
    deviceName == other.deviceName && userRecordName == other.userRecordName
      && container == other.container && environment == other.environment && scope == other.scope
  }
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
  /// How far devices have read feeds, by the key of the device and its user in a container.
  private var progress = RareMap<UInt64, ReadingProgress>()
  /// Whether any of their readings failed.
  private var haveReadingsFailed = false
  private var batches = RareMap<UInt64, Batch>()
  private var pages = RareMap<UInt64, Page>()
  /// The last response that each device knew when it made a call, while there are pages; that of each
  /// task of it; and those that handlers knew.
  private var knownResponses = RareMap<UInt64, UInt64>()
  /// The number of the last response that a client received.
  private(set) var received: UInt64 = 0
  /// The number that was taken when the world was replaced: held responses from before do not count.
  private(set) var replacement = ResponseOrder.next()
  /// The last call before the client of a device last began anew, by device.
  private var beginnings = RareMap<UInt64, UInt64>()
  /// The number that was taken when the app of a device was last started again, by device. The apps before
  /// do not come back with a world.
  private var appStarts = RareMap<UInt64, UInt64>()
  /// How many milliseconds ago the response came that is remembered.
  var lateness: Int64 = 0
  /// By how many milliseconds the clock was set back so far.
  private var setBack: Int64 = 0
  /// The findings about calls, in their order. `CloudState.findings` adds those about missing
  /// calls.
  private(set) var found: [ClientFinding] = []
  /// The findings about calls that have not ended, under their provisional numbers.
  private var unnumbered = RareMap<UInt64, [ClientFinding]>()
  private var unnumberedCount = 0

  static let limit = 10_000

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
  /// Whether anything is stored that a client knows of a zone.
  var remembersZones: Bool { remembersReadings || remembersPages || remembersSaves }

  mutating func note(_ wait: Wait, for key: UInt64) { Self.set(wait, key, in: &waits) }
  mutating func note(_ reading: Reading, for key: UInt64) { Self.set(reading, key, in: &readings) }
  mutating func note(_ batch: Batch, for key: UInt64) { Self.set(batch, key, in: &batches) }
  mutating func note(_ page: Page, for key: UInt64) { Self.set(page, key, in: &pages) }
  /// Notes which responses a device knew when it made a call.
  mutating func note(known responses: KnownResponses, ofDevice key: UInt64) {
    var keys = [key]
    if let task = responses.task { keys.append(Self.key(of: task, key)) }
    for key in keys {
      Self.set(max(responses.last, knownResponses[key] ?? 0), key, in: &knownResponses)
    }
    for number in responses.handled?.numbers ?? [] {
      Self.set(number, Self.key(of: Int(truncatingIfNeeded: number), key), in: &knownResponses)
    }
  }
  /// Notes that the client has sent the token of a reading, and so has stored it.
  mutating func note(stored reading: Reading) {
    let key = reading.context.readerKey
    var current = progress[key] ?? ReadingProgress()
    current.noteStored(reading.response.order, of: reading.track)
    Self.set(current, key, in: &progress)
  }
  /// - Parameter feed: The key of the feed, or of the first of several.
  mutating func noteFailedReading(of feed: UInt64, byReader key: UInt64) {
    var current = progress[key] ?? ReadingProgress()
    current.noteFailure(received, of: feed)
    Self.set(current, key, in: &progress)
    haveReadingsFailed = true
  }
  /// Notes that a feed was read, other than to continue.
  mutating func noteReading(of feed: UInt64, by context: CallContext) {
    guard haveReadingsFailed else { return }
    let order = received
    progress.modify(context.readerKey) { $0.noteReading(order, of: feed) }
  }
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
  /// Returns the failed reading because of which a client that stores what it read of several feeds
  /// together may have lost the first reading of one; nil if there is none.
  ///
  /// - Parameter known: The last response that the client knew.
  func failure(losing reading: Reading, known: UInt64) -> UInt64? {
    guard haveReadingsFailed, reading.isFromBeginning,
      let failure = progress[reading.context.readerKey]?.failure(
        losing: reading.response.order, of: reading.track, after: reading.excused),
      failure <= known
    else { return nil }
    return failure
  }
  func page(for key: UInt64) -> Page? { pages[key] }
  /// Whether a device knew a response when it made a call.
  func wasKnown(_ response: Response, toDevice key: UInt64) -> Bool {
    let known =
      switch response.reader {
      case .program: knownResponses[key]
      case .task(let task): knownResponses[Self.key(of: task, key)]
      case .handler:
        knownResponses[Self.key(of: Int(truncatingIfNeeded: response.order), key)]
      }
    return known.map { $0 >= response.order } ?? false
  }

  /// The key of a task or response of a device.
  private static func key(of number: Int, _ device: UInt64) -> UInt64 {
    [String(number)].key(from: device)
  }

  /// Counts a response that a client receives.
  mutating func receive() { received = ResponseOrder.next() }

  mutating func forgetWait(for key: UInt64) { waits.removeValue(forKey: key) }
  mutating func forgetSave(for key: UInt64) { saves.removeValue(forKey: key) }
  mutating func forgetReading(for key: UInt64) { readings.removeValue(forKey: key) }

  /// Removes the readings of the database of a caller, because the client begins again with all zones.
  ///
  /// - Parameter failure: The failed reading because of which it does so.
  mutating func forgetReadings(of caller: CallContext, after failure: UInt64 = 0) {
    if haveReadingsFailed {
      progress.modify(caller.readerKey) { $0.noteBeginning(in: caller.scope, after: failure) }
    }
    Steps.take(readings.count)
    let lost = readings.filter { $0.value.context.readsSameFeeds(as: caller) }
    for (key, _) in lost { readings.removeValue(forKey: key) }
  }

  mutating func forgetPage(for key: UInt64) {
    pages.removeValue(forKey: key)
    if pages.isEmpty { knownResponses.removeAll() }
  }

  /// Removes the pages of a caller's queries of zones that the client has lost.
  mutating func forgetPages(of zones: Set<ZoneID>, of caller: CallContext) {
    Steps.take(pages.count)
    let lost = pages.filter { entry in
      entry.value.context.readsSameFeeds(as: caller)
        && entry.value.zoneID.map(zones.contains) == true
    }
    for (key, _) in lost { forgetPage(for: key) }
  }

  /// Removes the conflicts of a caller's saves in zones that the client has lost, with whose records
  /// it may have discarded the server's tags.
  mutating func forgetConflicts(in zones: Set<ZoneID>, of caller: CallContext) {
    Steps.take(saves.count)
    let lost = saves.filter { entry in
      entry.value.conflict != nil && zones.contains(entry.value.zoneID)
        && entry.value.context.readsSameFeeds(as: caller)
    }
    for (key, save) in lost {
      if save.wait == nil {
        forgetSave(for: key)
      } else {
        saves.modify(key) { $0.conflict = nil }
      }
    }
  }

  func batch(for key: UInt64) -> Batch? { batches[key] }
  mutating func forgetBatch(for key: UInt64) { batches.removeValue(forKey: key) }

  mutating func take(_ reading: UInt64) { readings.modify(reading) { $0.isTaken = true } }

  /// Registers that the client of a device begins anew: it was started again, and may have stored
  /// nothing of what it received, or the device has another account, or none, and the client
  /// discards its data. Earlier responses to it no longer count.
  mutating func noteBeginning(ofDevice key: UInt64, after call: UInt64) {
    beginnings.updateValue(call, forKey: key)
  }

  /// Registers that the app of a device is started again.
  mutating func noteStart(ofDevice key: UInt64) {
    appStarts.updateValue(ResponseOrder.next(), forKey: key)
  }

  /// Whether the app of a device that did something has ended since then.
  func hasEnded(_ moment: ClientMoment, ofDevice key: UInt64) -> Bool {
    appStarts[key].map { moment.response < $0 } ?? false
  }

  /// Whether the client of the device has not begun anew since the response to a call.
  func isCurrent(_ call: UInt64, ofDevice key: UInt64) -> Bool {
    beginnings[key].map { call > $0 } ?? true
  }

  /// Removes all responses, because the world was replaced.
  mutating func forgetAnswers() {
    waits.removeAll()
    saves.removeAll()
    readings.removeAll()
    progress.removeAll()
    haveReadingsFailed = false
    batches.removeAll()
    pages.removeAll()
    knownResponses.removeAll()
    beginnings.removeAll()
    unnumbered.removeAll()
    unnumberedCount = 0
    replacement = ResponseOrder.next()
  }

  /// Returns to what was stored when the world was that to which it returns.
  mutating func restore(_ former: ClientWatch) {
    let appStarts = appStarts
    self = former
    self.appStarts = appStarts
    replacement = ResponseOrder.next()
  }

  // MARK: Time

  /// Returns the time that a clock would have that was never set back: a client that waits does not
  /// wait longer because the cloud's clock was.
  func time(at now: Int64) -> Int64 { now &+ setBack }

  /// Registers that the clock was set back.
  mutating func noteSetBack(by milliseconds: Int64) {
    let (sum, overflows) = setBack.addingReportingOverflow(milliseconds)
    // The sum stays so small that a time can be added.
    guard !overflows, sum < .max / 4 else {
      setBack = 0
      waits.removeAll()
      return saves.removeAll()
    }
    setBack = sum
  }

  // MARK: Findings

  /// - Parameter message: A description of the mistake.
  mutating func find(_ kind: ClientFinding.Kind, call: UInt64, _ message: String) {
    guard found.count + unnumberedCount < Self.limit else { return }
    let finding = ClientFinding(kind: kind, call: call, message: message)
    if CallContext.isProvisional(call) {
      unnumbered.modify(call, default: []) { $0.append(finding) }
      unnumberedCount += 1
    } else {
      found.append(finding)
    }
  }

  /// Gives the findings about a call its number.
  mutating func number(_ provisional: UInt64, _ number: UInt64) {
    guard unnumberedCount > 0, let findings = unnumbered.removeValue(forKey: provisional) else {
      return
    }
    unnumberedCount -= findings.count
    for finding in findings {
      found.append(ClientFinding(kind: finding.kind, call: number, message: finding.message))
    }
  }

  /// The readings after which more was coming, whose token is unused.
  var openReadings: [(key: UInt64, value: Reading)] {
    readings.filter { $0.value.isMoreComing && !$0.value.isTaken }
  }

  /// The pages whose query was not continued.
  var openPages: [(key: UInt64, value: Page)] { pages.map { ($0.key, $0.value) } }
}
