/// Control of the cloud by a test, beyond CloudKit. Each method runs the operation that its comment
/// names.
extension Cloud {
  // MARK: Users and devices

  /// Creates a container (`mock/container/create`).
  ///
  /// - Parameters:
  ///   - schema: Schema text that the container's environment begins with.
  ///   - environment: The environment that gets the schema; nil means the configured one.
  public func createContainer(
    _ identifier: ContainerIdentifier, schema: String? = nil, environment: Environment? = nil
  ) throws(Misuse) {
    try perform(
      CreateContainer(identifier, schema: schema), as: Caller(environment: environment))
  }

  // MARK: Schemas

  /// Replaces an environment's schema by the given text and returns the names of its record types
  /// (`mock/schema/load`). For production it is a shortcut: the service only deploys there.
  /// Arguments that are nil have the configured defaults.
  @discardableResult
  public func loadSchema(
    _ text: String, container: ContainerIdentifier? = nil, environment: Environment? = nil
  ) throws(Misuse) -> [String] {
    try perform(
      LoadSchema(text), as: Caller(container: container, environment: environment))
  }

  /// Returns an environment's schema as text (`mock/schema/get`).
  public func schema(
    container: ContainerIdentifier? = nil, environment: Environment? = nil
  ) throws(Misuse) -> String {
    try perform(GetSchema(), as: Caller(container: container, environment: environment))
  }

  /// Deploys a container's development schema to production (`mock/schema/deploy`).
  public func deploySchema(container: ContainerIdentifier? = nil) throws(Misuse) {
    _ = try perform(DeploySchema(), as: Caller(container: container))
  }

  // MARK: Users

  /// Adds a user and returns the user's record name (`mock/users/add`).
  @discardableResult
  public func addUser(_ alias: UserAlias, devices: [DeviceName]? = nil) throws(Misuse)
    -> UserRecordName
  {
    try perform(AddUser(alias, devices: devices))
  }

  /// Returns the users with their devices, in the order in which they were added
  /// (`mock/users/list`).
  public func users() throws(Misuse) -> [User] { try perform(ListUsers()).users }

  /// Adds a device to a user (`mock/devices/add`); nil means the configured user.
  public func addDevice(_ device: DeviceName, to user: UserName? = nil) throws(Misuse) {
    try perform(AddDevice(device, user: user))
  }

  /// Starts the client of a device again, after a fault has ended it (`mock/devices/restart`); nil
  /// means the configured device. `findings` compares the client only with later responses.
  public func restartDevice(_ device: DeviceName? = nil) throws(Misuse) {
    try perform(RestartDevice(device))
  }

  /// Stores records and zones in the private database of the configured user without checks
  /// (`mock/seed`). `CloudDatabase.seed` stores them in another database.
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
  ///   - error: For example `.zoneBusy(retryAfter: 3)`; nil clears the error.
  ///   - operations: Names of operations, such as `records/modify`; nil means every operation.
  ///   - times: The number of calls that fail; nil means all.
  ///   - after: The number of calls that succeed first.
  ///   - caller: The caller whose calls fail; properties that are nil match any caller.
  public func setError(
    _ error: ErrorSpecification?, for operations: [String]? = nil, times: Int? = nil,
    after: Int = 0, of caller: Caller = Caller()
  ) throws(Misuse) {
    try perform(
      SetError(error, operations: operations, times: times, after: after), as: caller)
  }

  /// Makes records with these names fail in every zone, in every operation. Replaces the errors of
  /// an earlier call for the same caller; an empty list clears them (`mock/recordErrors/set`).
  ///
  /// - Parameter error: Nil draws an error for each record from the seed.
  public func setRecordErrors(
    _ recordNames: [RecordName], _ error: ErrorSpecification? = nil, times: Int? = nil,
    after: Int = 0, of caller: Caller = Caller()
  ) throws(Misuse) {
    let targets = recordNames.map { SetRecordErrors.Target($0) }
    try perform(SetRecordErrors(targets, error, times: times, after: after), as: caller)
  }

  /// Sets the status of a user's account on one device, or on all devices of the user
  /// (`mock/account/set`).
  public func setAccountStatus(
    _ status: AccountStatus, user: UserName? = nil, device: DeviceName? = nil
  ) throws(Misuse) {
    try perform(
      SetAccountStatus(status, user: user, device: device),
      as: Caller(user: Caller.Person(user), device: device))
  }

  /// Sets the network of a device (`mock/network/set`).
  ///
  /// - Parameters:
  ///   - device: Nil means the configured device.
  ///   - bytesPerSecond: Nil means unlimited.
  ///   - schedule: Later states, in the order of their times.
  public func setNetwork(
    _ state: NetworkState, device: DeviceName? = nil, bytesPerSecond: Int? = nil,
    schedule: [DeviceNetwork.Step] = []
  ) throws(Misuse) {
    try perform(
      SetNetwork(state, bytesPerSecond: bytesPerSecond, schedule: schedule),
      as: Caller(device: device))
  }

  /// Disconnects devices from the service until the partition is healed (`mock/network/partition`).
  ///
  /// - Parameters:
  ///   - devices: Names of devices, or patterns.
  ///   - schedule: Later states, in the order of their times.
  public func partitionNetwork(
    _ name: String, devices: [FaultPattern], _ state: NetworkState = .offline,
    schedule: [DeviceNetwork.Step] = []
  ) throws(Misuse) {
    try perform(PartitionNetwork(name, devices: devices, state, schedule: schedule))
  }

  /// Ends the partitions with the given names or patterns, by default all (`mock/network/heal`).
  public func healNetwork(_ names: FaultPattern...) throws(Misuse) {
    try perform(HealNetwork(names.isEmpty ? nil : names))
  }

  // MARK: Time

  /// Returns the cloud's time in milliseconds since 1970 (`mock/clock`).
  public func now() throws(Misuse) -> Int64 { try perform(GetClock()) }

  /// Advances the clock and returns the new time in milliseconds since 1970 (`mock/clock/advance`).
  @discardableResult
  public func advanceClock(seconds: Double) throws(Misuse) -> Int64 {
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds >= 0, let exact = Int64(exactly: milliseconds) else {
      throw RequestError.duration("seconds", seconds: seconds).misuse
    }
    return try perform(AdvanceClock(milliseconds: exact)).now
  }

  // MARK: Snapshots and states

  /// Stores a snapshot of the world under a name (`mock/snapshot`).
  public func snapshot(_ name: String) throws(Misuse) { try perform(TakeSnapshot(name)) }

  /// Restores the world from a snapshot (`mock/restore`).
  public func restore(_ name: String) throws(Misuse) { try perform(RestoreSnapshot(name)) }

  /// Removes a snapshot (`mock/snapshot/remove`).
  public func removeSnapshot(_ name: String) throws(Misuse) { try perform(RemoveSnapshot(name)) }

  /// Returns the names of the snapshots, in the order of their bytes (`mock/snapshot/list`).
  public func snapshots() throws(Misuse) -> [String] { try perform(ListSnapshots()) }

  /// Restores the state that the configuration describes, except for the given parts
  /// (`mock/reset`).
  public func reset(keeping kept: Set<ResetCloud.Part> = []) throws(Misuse) {
    try perform(ResetCloud(keep: kept))
  }

  /// Returns the whole world, to be written to a file or loaded into another cloud
  /// (`mock/state/save`).
  public func savedState() throws(Misuse) -> SavedWorld { try perform(SaveState()) }

  /// Replaces the world by a saved one (`mock/state/load`).
  public func load(_ state: SavedWorld) throws(Misuse) { try perform(LoadState(state)) }

  /// Returns the inconsistencies of the world; there are none unless the library has a defect
  /// (`mock/state/check`).
  public func problems() throws(Misuse) -> [WorldProblem] { try perform(CheckState()) }

  // MARK: Inspection

  /// Returns the calls of the service that the journal has, oldest first (`mock/journal`). The
  /// limit `journalBytes` bounds their number.
  ///
  /// - Parameters:
  ///   - number: Only calls with a greater number.
  ///   - operation: Only calls of that operation.
  ///   - status: Only calls with that status: 0, or the code of an error.
  ///   - recordName: Only calls with that record in the request or in the answer.
  ///   - faults: True for calls on which a fault acted, false for the others.
  ///   - last: Only the latest of these calls, at most this many.
  public func journal(
    since number: UInt64? = nil, operation: String? = nil, user: UserName? = nil,
    device: DeviceName? = nil, status: Int32? = nil, recordName: RecordName? = nil,
    faults: Bool? = nil,
    last: Int? = nil
  ) throws(Misuse) -> [JournalEntry] {
    var wanted = GetJournal(since: number, operations: operation.map { [$0] })
    wanted.user = user
    wanted.device = device
    wanted.statuses = status.map { [$0] }
    wanted.recordName = recordName
    wanted.faults = faults
    wanted.last = last
    return try perform(wanted, as: Caller(user: Caller.Person(user), device: device)).entries
  }

  /// Writes the journal to a file as JSON lines, one call per line (`mock/journal`).
  public func writeJournal(to path: String) throws(Misuse) {
    var all = GetJournal()
    all.path = path
    _ = try perform(all)
  }

  /// Returns a hash of the contents of the databases, equal in clouds that store the same
  /// (`mock/state/hash`).
  public func stateHash() throws(Misuse) -> UInt64 { try perform(GetStateHash()) }

  /// Returns mistakes of clients that the cloud noticed, in the order of the calls (`mock/report`).
  public func findings() throws(Misuse) -> [ClientFinding] { try perform(ReportFindings()) }

  /// Returns the number of oldest calls that the journal dropped because of the limit
  /// `journalBytes` (`mock/journal`).
  public func droppedCalls() throws(Misuse) -> Int {
    try perform(GetJournal(since: .max)).dropped
  }
}

extension CloudDatabase {
  /// Stores records and zones in this database without checks of permissions, tags or quota
  /// (`mock/seed`). The zones of records are created if they do not exist.
  @discardableResult
  public func seed(
    _ records: [RecordDraft], zones: [ZoneID] = []
  ) throws(Misuse) -> SeedWorld.Counts {
    let batch = SeedWorld.Batch(zones: zones, records: records.map { SeedWorld.SeedRecord($0) })
    return try cloud.perform(SeedWorld(own: batch), as: caller)
  }

  /// Returns all records that the database stores, regardless of permissions (`mock/records`).
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

  /// The world as a state document.
  public var json: String {
    var writer = JSONWriter()
    writer.saved(self)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
