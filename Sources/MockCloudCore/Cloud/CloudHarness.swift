/// What a test does to the cloud from outside of CloudKit. Each method is the operation of the
/// dialect that its comment names.
extension Cloud {
  // MARK: Users and devices

  /// Makes a container exist (`mock/container/create`).
  ///
  /// - Parameters:
  ///   - schema: Text that the container's environment begins with.
  ///   - environment: Where the schema goes; nil means the configured environment.
  public func createContainer(
    _ identifier: String, schema: String? = nil, environment: Environment? = nil
  ) throws(Misuse) {
    try perform(
      CreateContainer(identifier, schema: schema), as: Caller(environment: environment))
  }

  // MARK: Schemas

  /// Gives an environment the schema that a text describes, and returns the names of its record types
  /// (`mock/schema/load`). What is left nil is the configured default.
  @discardableResult
  public func loadSchema(
    _ text: String, container: String? = nil, environment: Environment? = nil
  ) throws(Misuse) -> [String] {
    try perform(
      LoadSchema(text), as: Caller(container: container, environment: environment))
  }

  /// An environment's schema as text (`mock/schema/get`).
  public func schema(
    container: String? = nil, environment: Environment? = nil
  ) throws(Misuse) -> String {
    try perform(GetSchema(), as: Caller(container: container, environment: environment))
  }

  /// Brings a container's development schema to production (`mock/schema/deploy`).
  public func deploySchema(container: String? = nil) throws(Misuse) {
    _ = try perform(DeploySchema(), as: Caller(container: container))
  }

  // MARK: People

  /// Adds a user and returns the record name (`mock/users/add`).
  @discardableResult
  public func addUser(_ alias: String, devices: [String] = []) throws(Misuse) -> String {
    try perform(AddUser(alias, devices: devices))
  }

  /// Gives a user another device (`mock/devices/add`); nil means the configured user.
  public func addDevice(_ device: String, to user: String? = nil) throws(Misuse) {
    try perform(AddDevice(device, user: user))
  }

  /// Puts records and zones into the private database of the configured user, past all rules
  /// (`mock/seed`). `CloudDatabase.seed` puts them elsewhere.
  @discardableResult
  public func seed(
    _ records: [RecordDraft], zones: [ZoneID] = []
  ) throws(Misuse) -> SeedWorld.Counts {
    try privateDatabase.seed(records, zones: zones)
  }

  // MARK: Errors and accounts

  /// Makes operations fail until the error is cleared (`mock/error/set`).
  ///
  /// - Parameters:
  ///   - error: For example `.zoneBusy(retryAfter: 3)`; nil clears.
  ///   - operations: Names of the dialect, such as `records/modify`; nil means every operation.
  ///   - times: How many calls fail; nil means all.
  ///   - after: How many calls succeed before.
  ///   - caller: Whose calls fail; what is left nil means everyone's.
  public func setError(
    _ error: ErrorSpecification?, for operations: [String]? = nil, times: Int? = nil,
    after: Int = 0, of caller: Caller = Caller()
  ) throws(Misuse) {
    try perform(
      SetError(error, operations: operations, times: times, after: after), as: caller)
  }

  /// Makes records of these names fail in every zone, in every operation; replaces what an
  /// earlier call for the same caller said, and an empty list clears (`mock/recordErrors/set`).
  ///
  /// - Parameter error: Nil draws an error for each record from the seed.
  public func setRecordErrors(
    _ recordNames: [String], _ error: ErrorSpecification? = nil, times: Int? = nil,
    after: Int = 0, of caller: Caller = Caller()
  ) throws(Misuse) {
    let targets = recordNames.map { SetRecordErrors.Target($0) }
    try perform(SetRecordErrors(targets, error, times: times, after: after), as: caller)
  }

  /// Sets what a device knows of its user's account, or all devices of the user
  /// (`mock/account/set`).
  public func setAccountStatus(
    _ status: AccountStatus, user: String? = nil, device: String? = nil
  ) throws(Misuse) {
    try perform(
      SetAccountStatus(status, user: user, device: device),
      as: Caller(user: Caller.Person(user), device: device))
  }

  /// Sets what connects a device with the service (`mock/network/set`).
  ///
  /// - Parameters:
  ///   - device: Nil means the configured device.
  ///   - bytesPerSecond: Nil sets no bound.
  ///   - schedule: Later states, in the order of their times.
  public func setNetwork(
    _ state: NetworkState, device: String? = nil, bytesPerSecond: Int? = nil,
    schedule: [DeviceNetwork.Step] = []
  ) throws(Misuse) {
    try perform(
      SetNetwork(state, bytesPerSecond: bytesPerSecond, schedule: schedule),
      as: Caller(device: device))
  }

  // MARK: Time

  /// The cloud's time in milliseconds since 1970 (`mock/clock`).
  public func now() throws(Misuse) -> Int64 { try perform(GetClock()) }

  /// Lets time pass and returns the new time in milliseconds since 1970 (`mock/clock/advance`).
  @discardableResult
  public func advanceClock(seconds: Double) throws(Misuse) -> Int64 {
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds >= 0, let exact = Int64(exactly: milliseconds) else {
      throw Misuse.badMockRequest(
        "seconds: 'seconds' is \(seconds), which is out of range", key: "seconds",
        expected: "seconds, not negative")
    }
    return try perform(AdvanceClock(milliseconds: exact)).now
  }

  // MARK: Going back

  /// Remembers the world under a name (`mock/snapshot`).
  public func snapshot(_ name: String) throws(Misuse) { try perform(TakeSnapshot(name)) }

  /// Brings back the world as it was (`mock/restore`).
  public func restore(_ name: String) throws(Misuse) { try perform(RestoreSnapshot(name)) }

  /// Forgets a snapshot (`mock/snapshot/remove`).
  public func removeSnapshot(_ name: String) throws(Misuse) { try perform(RemoveSnapshot(name)) }

  /// Back to what the configuration made, except for what is to be kept (`mock/reset`).
  public func reset(keeping kept: Set<ResetCloud.Part> = []) throws(Misuse) {
    try perform(ResetCloud(keep: kept))
  }

  /// The whole world, to be written down or loaded into another cloud (`mock/state/save`).
  public func savedState() throws(Misuse) -> SavedWorld { try perform(SaveState()) }

  /// Puts a saved world in the place of this one (`mock/state/load`).
  public func load(_ state: SavedWorld) throws(Misuse) { try perform(LoadState(state)) }

  /// What in the world contradicts itself; nothing, unless the library has a defect
  /// (`mock/state/check`).
  public func problems() throws(Misuse) -> [WorldProblem] { try perform(CheckState()) }

  // MARK: What happened

  /// The calls of the service that the limit `journalBytes` keeps, oldest first (`mock/journal`).
  ///
  /// - Parameters:
  ///   - number: Only calls with a greater number.
  ///   - operation: Only calls of that operation.
  ///   - status: Only calls that came to that: 0, or the code of an error.
  ///   - recordName: Only calls whose request names such a record, or whose answer has one.
  ///   - faults: True for calls on which a fault acted, false for the others.
  ///   - last: So many of the latest of these calls.
  public func journal(
    since number: UInt64? = nil, operation: String? = nil, user: String? = nil,
    device: String? = nil, status: Int32? = nil, recordName: String? = nil, faults: Bool? = nil,
    last: Int? = nil
  ) throws(Misuse) -> [JournalEntry] {
    var wanted = GetJournal(since: number, operations: operation.map { [$0] })
    wanted.user = user
    wanted.device = device
    wanted.statuses = status.map { [$0] }
    wanted.recordName = recordName
    wanted.faults = faults
    wanted.last = last.map { max(0, $0) }
    return try perform(wanted, as: Caller(user: Caller.Person(user), device: device)).entries
  }

  /// Writes the journal to a file as JSON lines, one call per line (`mock/journal`).
  public func writeJournal(to path: String) throws(Misuse) {
    var all = GetJournal()
    all.path = path
    _ = try perform(all)
  }

  /// A number of what the databases store: equal in clouds that store the same (`mock/state/hash`).
  public func stateHash() throws(Misuse) -> UInt64 { try perform(GetStateHash()) }

  /// What clients did that no client should do, in the order of the calls (`mock/report`).
  public func findings() throws(Misuse) -> [ClientFinding] { try perform(ReportFindings()) }

  /// How many of the oldest calls the journal dropped, by the limit `journalBytes`
  /// (`mock/journal`).
  public func droppedCalls() throws(Misuse) -> Int {
    try perform(GetJournal(since: .max)).dropped
  }
}

extension CloudDatabase {
  /// Puts records and zones into this database past all rules: no permission, tag or quota is
  /// checked (`mock/seed`). Zones that records name are made.
  @discardableResult
  public func seed(
    _ records: [RecordDraft], zones: [ZoneID] = []
  ) throws(Misuse) -> SeedWorld.Counts {
    let batch = SeedWorld.Batch(zones: zones, records: records.map { SeedWorld.SeedRecord($0) })
    return try cloud.perform(SeedWorld(own: batch), as: caller)
  }

  /// Everything that the database stores, past all rules (`mock/records`).
  public func storedRecords() throws(Misuse) -> [Record] {
    try cloud.perform(ListRecords(), as: caller).records.map(\.record)
  }
}

extension SavedWorld {
  /// Reads a state document.
  public init(json: String) throws(Misuse) {
    let bytes = Array(json.utf8)
    let saved: Result<SavedWorld, Misuse> = bytes.withUnsafeBufferPointer { text in
      do throws(Misuse) {
        return .success(try StateReader.world(text: text))
      } catch {
        return .failure(error)
      }
    }
    self = try saved.get()
  }

  /// The state document.
  public var json: String {
    var writer = JSONWriter()
    writer.saved(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
