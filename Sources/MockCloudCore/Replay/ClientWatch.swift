/// The responses to devices, as far as they are needed to detect whether clients act on them. They
/// are not part of a saved world: a client that returns to one had other responses.
///
/// The keys are hashes of the caller and of the subject of the call.
struct ClientWatch: Sendable {
  private var waits = WatchMap<Wait>()
  private var saves = WatchMap<RefusedSave>()
  private var readings = WatchedFeeds()
  private var progress = ReadersProgress()
  private var batches = WatchMap<[Batch]>()
  private var pages = WatchMap<Page>()
  /// The last response before each query was last continued.
  private var continued = WatchMap<UInt64>()
  /// The last response that each device knew when it made a call, while there are pages; that of each
  /// task of it; and those that handlers knew.
  private var knownResponses = RareMap<UInt64, UInt64>()
  /// The number of the last response that a client received.
  private(set) var received: UInt64 = 0
  /// The number that was taken when the world was replaced: held responses from before do not count.
  private(set) var replacement = ResponseOrder.next()
  /// The last response to clients that continue elsewhere: the cloud of which this is a copy.
  private var leftResponse: UInt64 = 0
  /// The number that was taken when the client of a device last began anew, by device.
  private var beginnings = RareMap<UInt64, UInt64>()
  /// The number that was taken when the app of a device was last started again, by device. The apps before
  /// do not come back with a world.
  private var appStarts = RareMap<UInt64, UInt64>()
  /// How many milliseconds ago the response came that is remembered.
  var lateness: Int64 = 0
  /// When the client asked for the response that is remembered, if it is that of a long-lived operation
  /// of a former client, or one that it gets again.
  var resumed: UInt64?
  /// Whether the response that is remembered is to a call of a former client, which must not replace what
  /// the present one got.
  var isStale = false
  /// By how many milliseconds the clock was set back so far.
  private var setBack: Int64 = 0
  private var mistakes = FoundMistakes()

  static let limit = 10_000

  // MARK: Stored responses

  /// Whether nothing is stored, so that calls need not be compared.
  var isIdle: Bool {
    waits.isEmpty && saves.isEmpty && readings.isEmpty && batches.isEmpty && pages.isEmpty
      && !haveReadingsFailed
  }

  var haveReadingsFailed: Bool { progress.haveFailures }
  var remembersWaits: Bool { !waits.isEmpty }
  var remembersBatches: Bool { !batches.isEmpty }
  var remembersSaves: Bool { !saves.isEmpty }
  var remembersReadings: Bool { !readings.isEmpty }
  var remembersPages: Bool { !pages.isEmpty }
  /// Whether anything is stored that a client knows of a zone.
  var remembersZones: Bool { remembersReadings || remembersPages || remembersSaves }

  mutating func note(_ wait: Wait, for key: WatchKey) { waits.note(wait, for: key) }
  mutating func note(_ reading: Reading, for key: WatchKey) { readings.note(reading, for: key) }
  mutating func note(_ list: [Batch], for key: WatchKey) {
    if list.isEmpty { batches.forget(key) } else { batches.note(list, for: key) }
  }
  mutating func note(_ page: Page, for key: WatchKey) { pages.note(page, for: key) }
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
    progress.modify(reading.context) {
      $0.noteStored(reading.response.order, of: reading.track)
    }
  }
  /// - Parameters:
  ///   - feeds: The keys of the feeds that failed.
  ///   - response: The response with the failure.
  mutating func noteFailedReading(
    of feeds: [WatchKey], _ response: Response, by context: CallContext
  ) {
    progress.modify(context, fails: true) { $0.noteFailure(response, of: feeds) }
  }
  /// Notes that a feed was read, other than to continue.
  ///
  /// - Parameter order: The response with the reading.
  mutating func noteReading(of feed: WatchKey, _ order: UInt64, by context: CallContext) {
    progress.noteReading(order, of: feed, by: context)
  }
  mutating func note(_ save: RefusedSave, for key: WatchKey) { saves.note(save, for: key) }

  private static func set<Value: Sendable>(
    _ value: Value, _ key: UInt64, in map: inout RareMap<UInt64, Value>
  ) {
    if map.count >= limit, map[key] == nil { return }
    map.updateValue(value, forKey: key)
  }

  func wait(for key: WatchKey) -> Wait? { waits[key] }
  func save(for key: WatchKey) -> RefusedSave? { saves[key] }
  func reading(for key: WatchKey) -> Reading? { readings[key] }
  /// The reading that a client reads on, also if it is forgotten.
  func readingContinued(for key: WatchKey) -> Reading? { readings.continued(key) }
  /// Returns the failed reading because of which a client that stores what it read of several feeds
  /// together may have lost the first reading of one; nil if there is none. Failures from before the
  /// client of the device began anew do not count.
  ///
  /// - Parameter known: The last response that the client knew.
  func failure(losing reading: Reading, known: UInt64) -> UInt64? {
    guard haveReadingsFailed, reading.isFromBeginning else { return nil }
    let beginning = beginnings[reading.context.deviceName.watchKey] ?? 0
    guard
      let failure = progress[reading.context]?.failure(
        losing: reading.response.order, of: reading.track, after: max(reading.excused, beginning)),
      failure <= known
    else { return nil }
    return failure
  }
  func page(for key: WatchKey) -> Page? { pages[key] }
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

  mutating func forgetWait(for key: WatchKey) { waits.forget(key) }
  mutating func forgetSave(for key: WatchKey) { saves.forget(key) }
  mutating func forgetReading(for key: WatchKey) { readings.forget(key) }

  /// Removes the readings of a zone, for all types of records.
  mutating func forgetReadings(in zoneID: ZoneID, of caller: CallContext) {
    for key in readings.keys(in: zoneID, of: caller) { readings.forget(key) }
  }

  /// Removes the readings of the database of a caller, because the client begins again with all zones.
  ///
  /// - Parameter failure: The failed reading because of which it does so.
  mutating func forgetReadings(of caller: CallContext, after failure: UInt64 = 0) {
    progress.noteBeginning(of: caller, after: failure)
    readings.forget(of: caller)
  }

  mutating func forgetPage(for key: WatchKey) {
    pages.forget(key)
    if pages.isEmpty { knownResponses.removeAll() }
  }

  /// Registers that a query is continued.
  ///
  /// - Parameter known: The last response that the client knew when it made the call.
  mutating func noteContinued(_ key: WatchKey, knowing known: UInt64) {
    guard pages[key] != nil else { return }
    forgetPage(for: key)
    continued.note(known, for: key)
  }

  /// Whether the client of a device has continued a query while another call of it was under way.
  ///
  /// - Parameter known: The last response that the client knew when it made that call.
  func wasContinued(_ key: WatchKey, after known: UInt64, byDevice device: UInt64) -> Bool {
    guard let order = continued[key] else { return false }
    // A client that has read on before it ended may get an earlier page again.
    return order > max(known, resumed != nil ? 0 : beginnings[device] ?? 0)
  }

  /// Removes what a caller knew of a zone that it has lost: readings, pages of queries, and the
  /// conflicts of saves, as it may have discarded the server's tags with the records.
  mutating func forgetZone(_ zoneID: ZoneID, of caller: CallContext) {
    forgetReadings(in: zoneID, of: caller)
    for key in pages.keys(in: zoneID, of: caller) { forgetPage(for: key) }
    for key in saves.keys(in: zoneID, of: caller) {
      if saves[key]?.wait == nil { forgetSave(for: key) }
      saves.modify(key) { $0.conflict = nil }
    }
  }

  /// Registers that the clients continue elsewhere what they have not read to the end.
  mutating func leavePages() {
    leftResponse = received
    pages = WatchMap()
    knownResponses.removeAll()
  }

  func batches(for key: WatchKey) -> [Batch] { batches[key] ?? [] }

  /// Notes that a client reads a zone for other types of records, instead of continuing the other readings
  /// of it.
  ///
  /// - Parameter token: That of the readings; nil for all of them.
  mutating func takeReadings(
    in zoneID: ZoneID, except key: WatchKey, with token: String? = nil, of caller: CallContext
  ) {
    for other in readings.keys(in: zoneID, of: caller) where other != key {
      if token == nil || readings[other]?.token == token { take(other) }
    }
  }

  /// Registers that the operation of a reading ended after it had begun to report.
  mutating func noteEndedEarly(_ reading: WatchKey) {
    readings.modify(reading) { ($0.isTaken, $0.hasEndedEarly) = (true, true) }
  }

  mutating func take(_ reading: WatchKey) { readings.modify(reading) { $0.isTaken = true } }

  /// Registers that the client of a device begins anew: it was started again, and may have stored
  /// nothing of what it received, or the device has another account, or none, and the client
  /// discards its data. Earlier responses to it no longer count.
  mutating func noteBeginning(ofDevice key: UInt64) {
    beginnings.updateValue(ResponseOrder.next(), forKey: key)
  }

  /// Registers that the app of a device is started again.
  mutating func noteStart(ofDevice key: UInt64) {
    appStarts.updateValue(ResponseOrder.next(), forKey: key)
  }

  /// Whether the app of a device that did something has ended since then.
  func hasEnded(_ moment: ClientMoment, ofDevice key: UInt64) -> Bool {
    appStarts[key].map { moment.response < $0 } ?? false
  }

  /// Whether the client of the device has not begun anew since it asked for a response. Of a call that was
  /// under way then, the new client may know nothing.
  func isCurrent(_ response: Response, ofDevice key: UInt64) -> Bool {
    beginnings[key].map { response.asked >= $0 } ?? true
  }

  /// Removes all responses, because the world was replaced. Clients may read on.
  mutating func forgetAnswers() {
    let former = self
    self = Self()
    (received, setBack, appStarts) = (former.received, former.setBack, former.appStarts)
    readings = former.readings
    readings.forgetAll()
    mistakes = former.mistakes
    mistakes.forgetUnnumbered()
  }

  /// Takes over which apps have ended.
  mutating func takeStarts(of other: ClientWatch) { appStarts = other.appStarts }

  /// Returns to what was stored when the world was that to which it returns.
  mutating func restore(_ former: ClientWatch) {
    let present = self
    self = former
    takeStarts(of: present)
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
      waits = WatchMap()
      saves = WatchMap()
      return
    }
    setBack = sum
  }

  // MARK: Findings

  /// The findings about calls, in their order. `CloudState.findings` adds those about missing calls.
  var found: [ClientFinding] { mistakes.numbered }

  /// - Parameter message: A description of the mistake.
  mutating func find(_ kind: ClientFinding.Kind, call: UInt64, _ message: String) {
    mistakes.add(ClientFinding(kind: kind, call: call, message: message))
  }

  /// Gives the findings about a call its number.
  mutating func number(_ provisional: UInt64, _ number: UInt64) {
    mistakes.number(provisional, number)
  }

  /// The readings after whose furthest page more was coming, whose token is unused.
  var openReadings: [(key: WatchKey, value: Reading)] {
    readings.all.filter {
      $0.value.furthest.isMoreComing && !$0.value.isTaken && $0.value.response.order > leftResponse
    }
  }

  /// The pages whose query was not continued.
  var openPages: [(key: WatchKey, value: Page)] { pages.all.map { ($0.key, $0.value) } }
}
