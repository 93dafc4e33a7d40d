public import CloudKit
public import MockCloudCore

// What the cloud stores: seeding, states and snapshots, the journal.
extension MockCloud {
  /// The limits and switches of the service.
  public typealias Limits = MockCloudCore.Limits

  /// Stores records and zones in a database, without checks of permissions, tags or quota. Zones that
  /// records are in are created. Throws if there is nothing to store.
  ///
  /// - Parameter user: The user of a private database; nil means the configured one.
  @discardableResult
  public func seed(
    _ records: [CKRecord], zones: [CKRecordZone] = [], in database: CKDatabase.Scope = .private,
    container: String? = nil, user: String? = nil
  ) throws(Misuse) -> SeedWorld.Counts {
    if records.isEmpty, zones.isEmpty {
      throw Misuse(
        .badMockRequest, "seed: there are no records and no zones", key: "records",
        expected: "one or more records or zones")
    }
    if let zone = zones.first(where: { $0.encryptionScope != .perRecord }) {
      throw Misuse(
        .badMockRequest,
        "zones: '\(zone.zoneID.zoneName)' has the encryption scope perZone, and seeded zones have "
          + "perRecord; save it in a database instead")
    }
    let caller = Self.caller(user, nil, container: container, database: database)
    let requester = Requester(caller, in: core)
    var batch = SeedWorld.Batch(zones: zones.map(\.zoneID.inCore))
    for record in records {
      do throws(CKError) {
        batch.records.append(SeedWorld.SeedRecord(try record.seedDraft(by: requester)))
      } catch {
        throw Misuse(.badMockRequest, error.localizedDescription)
      }
    }
    return try perform(
      SeedWorld(own: batch), as: caller)
  }

  /// Creates a container, with a schema. Containers are created by their first use too, unless the
  /// configuration declares them.
  ///
  /// - Parameter schema: Schema text, as `cktool` exports it.
  public func createContainer(_ identifier: String, schema: String? = nil) throws(Misuse) {
    try perform(CreateContainer(ContainerIdentifier(identifier), schema: schema))
  }

  /// Changes limits and switches of the service, and returns all of them.
  ///
  /// ```swift
  /// try cloud.setLimits(.number(.pageSize, 2), .toggle(.strictIndexes, true))
  /// ```
  @discardableResult
  public func setLimits(_ changes: Limits.Change...) throws(Misuse) -> Limits {
    try perform(SetLimits(changes: changes))
  }

  /// Returns the whole world as a state document.
  public func state() throws(Misuse) -> SavedWorld { try perform(SaveState()) }

  /// Replaces the world by that of a state document.
  public func load(_ state: SavedWorld) throws(Misuse) { try perform(LoadState(state)) }

  /// Stores a snapshot of the world under a name.
  public func snapshot(_ name: String) throws(Misuse) { try perform(TakeSnapshot(name)) }

  /// Restores the world from a snapshot.
  public func restore(_ name: String) throws(Misuse) { try perform(RestoreSnapshot(name)) }

  /// Restores the state that the configuration made, except for the given parts. What users answered
  /// (`setApplicationPermission`) stays with the users.
  public func reset(keeping kept: Set<ResetCloud.Part> = []) throws(Misuse) {
    try perform(ResetCloud(keep: kept))
  }

  /// Returns the calls that clients made, oldest first.
  ///
  /// - Parameters:
  ///   - kinds: Only calls that these operations make; nil means all.
  ///   - last: Only the latest of these calls, at most this many.
  public func journal(
    of kinds: OperationKind? = nil, user: String? = nil, device: String? = nil, last: Int? = nil
  ) throws(Misuse) -> [JournalEntry] {
    var wanted = GetJournal(operations: kinds?.names)
    wanted.user = user.map { UserName($0) }
    wanted.device = device.map { DeviceName($0) }
    wanted.last = last
    return try perform(wanted, as: Self.caller(user, device)).entries
  }

  /// Returns mistakes of clients that the cloud noticed, in the order of the calls.
  public func findings() throws(Misuse) -> [ClientFinding] { try perform(ReportFindings()) }
}
