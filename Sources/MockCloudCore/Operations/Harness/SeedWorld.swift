/// `mock/seed`: stores zones, records and users in bulk, without the checks that calls of the
/// service make: permissions, tags and quotas. Structure, types, names and sizes are checked, and
/// if anything is invalid, nothing is stored.
public struct SeedWorld: HarnessOperation {
  public static let name = "mock/seed"
  static let firesSubscriptions = false

  /// The content for one database.
  public struct Batch: Sendable {
    /// Nil means the database of the request.
    public var scope: DatabaseScope?
    /// The user of the database: an alias or a record name; nil means the caller.
    public var user: UserName?
    public var zones: [ZoneID] = []
    public var records: [SeedRecord] = []

    public init(
      scope: DatabaseScope? = nil, user: UserName? = nil, zones: [ZoneID] = [],
      records: [SeedRecord] = []
    ) {
      self.scope = scope
      self.user = user
      self.zones = zones
      self.records = records
    }
  }

  /// A record with the properties that calls of the service cannot set.
  public struct SeedRecord: Sendable {
    public var draft: RecordDraft
    public var created: PartialStamp
    public var modified: PartialStamp

    public init(
      _ draft: RecordDraft, created: PartialStamp = PartialStamp(timestamp: nil),
      modified: PartialStamp = PartialStamp(timestamp: nil)
    ) {
      self.draft = draft
      self.created = created
      self.modified = modified
    }
  }

  /// A stamp; the cloud fills in missing properties.
  public struct PartialStamp: Hashable, Sendable {
    /// Milliseconds since 1970.
    public var timestamp: Int64?
    /// An alias or a record name.
    public var userRecordName: UserRecordName?
    public var deviceID: DeviceName?

    public init(
      timestamp: Int64? = nil, userRecordName: UserRecordName? = nil, deviceID: DeviceName? = nil
    ) {
      self.timestamp = timestamp
      self.userRecordName = userRecordName
      self.deviceID = deviceID
    }
  }

  public var users: [AddUser]
  /// The content for the database of the request, which is stored first.
  public var own: Batch
  public var batches: [Batch]
  /// Subscriptions of the caller in the database of the request.
  public var subscriptions: [SubscriptionDraft]
  /// A snapshot since which no record may be seeded twice, so that a seed can be split into several
  /// requests.
  public var since: String?

  public init(
    users: [AddUser] = [], own: Batch = Batch(zones: []), batches: [Batch] = [],
    subscriptions: [SubscriptionDraft] = [], since: String? = nil
  ) {
    self.users = users
    self.own = own
    self.batches = batches
    self.subscriptions = subscriptions
    self.since = since
  }

  public struct Counts: Sendable, Equatable {
    /// The created zones, those for records included.
    public internal(set) var zones = 0
    public internal(set) var records = 0
    public internal(set) var users = 0
    public internal(set) var subscriptions = 0
  }

  func run(in state: inout CloudState, as context: CallContext) throws(Misuse) -> Counts {
    var progress = SeedProgress(state.world)
    let former = try since.map { (name) throws(Misuse) in
      try state.snapshot(named: name, key: "since").world
    }
    var counts = Counts()
    for (index, user) in users.enumerated() {
      do throws(Misuse) {
        _ = try user.add(to: &progress.world)
      } catch {
        throw error.inside("users[\(index)]")
      }
      counts.users += 1
    }
    if !own.zones.isEmpty || !own.records.isEmpty {
      progress = try seed(own, into: consume progress, since: former, context, &counts)
    }
    for (index, batch) in batches.enumerated() {
      do throws(Misuse) {
        progress = try seed(batch, into: consume progress, since: former, context, &counts)
      } catch {
        throw error.inside("databases[\(index)]")
      }
    }
    for (index, draft) in subscriptions.enumerated() {
      do throws(Misuse) {
        try seed(draft, into: &progress.world, context)
      } catch {
        throw error.inside("subscriptions[\(index)]")
      }
      counts.subscriptions += 1
    }
    state.world = progress.world
    return counts
  }

  private func seed(
    _ draft: SubscriptionDraft, into world: inout World, _ context: CallContext
  ) throws(Misuse) {
    do throws(CloudError) {
      let owner = try context.subscriptionOwner()
      let id = draft.subscriptionID ?? world.identifiers.uuid()
      let planner = SubscriptionPlanner(context: context, checksTargets: false)
      world.subscriptions.save(try planner.subscription(draft, named: id, in: world), of: owner)
    } catch {
      throw Misuse.badMockRequest(error.reason)
    }
  }

  private func seed(
    _ batch: Batch, into progress: consuming SeedProgress, since former: World?,
    _ caller: CallContext, _ counts: inout Counts
  ) throws(Misuse) -> SeedProgress {
    var context = caller
    context.scope = batch.scope ?? caller.scope
    if let user = batch.user {
      guard let person = progress.world.people.user(named: user) else {
        throw Misuse.unknown(
          "user", user.text, known: progress.world.people.names)
      }
      context.userRecordName = person.userRecordName
    }
    let key = try context.storedDatabase(Self.name)
    var seeder = Seeder(context: context, key: key, consume progress, since: former)
    for (index, zoneID) in batch.zones.enumerated() {
      counts.zones += try seeder.createZone(zoneID, path: "zones[\(index)].zoneID") ? 1 : 0
    }
    for (index, record) in batch.records.enumerated() {
      do throws(Misuse) {
        counts.zones += try seeder.store(record) ? 1 : 0
      } catch {
        throw error.inside("records[\(index)]")
      }
      counts.records += 1
    }
    return try (consume seeder).finished()
  }
}
