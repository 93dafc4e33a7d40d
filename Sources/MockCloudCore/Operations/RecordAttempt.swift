/// One try at the items of a request: each is checked against what the items before it made, and
/// applied to a draft of its zone. When all are applied, what they made is validated.
///
/// Where items have nothing to do with one another the checks are all that is done: the changes wait
/// as plans, and are made in place when it is known that the request goes through.
struct RecordAttempt {
  let request: BatchRequest
  /// Nil where items have nothing to do with one another; else the items that save records.
  private let coming: [ZoneID: [String: Int]]?
  private var checks: RecordChecks
  private(set) var drafts: [ZoneDraft] = []
  private var places: [ZoneID: Int] = [:]
  /// The zone of the item before, which mostly is the zone of the next.
  private var lastPlace: (zoneID: ZoneID, place: Int)?
  private(set) var identifiers: IdentifierSource
  private let stamp: Stamp
  /// Of the items that were tried, in order; nil for those that failed.
  private(set) var plans: [RecordPlan?] = []
  private(set) var failures: [Int: Failure] = [:]
  /// The items by which the schema grew, in order.
  private(set) var growers: [Int] = []
  /// By how much items changed the bytes that their zones take up.
  private var growth: [(item: Int, owner: DatabaseKey, bytes: Int)] = []
  /// Whether it turned out that items do have to do with one another.
  private(set) var isMixed = false

  struct Failure {
    let error: CloudError
    /// Whether another item's fields may be the reason.
    let isByTypes: Bool
    /// Whether the item was applied before it failed.
    let wasApplied: Bool
  }

  /// - Parameters:
  ///   - count: How many items are to be tried.
  ///   - coming: The items that save records, by zone and record; nil where items have nothing to do
  ///     with one another.
  init(
    _ request: BatchRequest, of count: Int, coming: [ZoneID: [String: Int]]?,
    in world: borrowing World
  ) {
    self.request = request
    self.coming = coming
    checks = RecordChecks(request, in: world)
    identifiers = world.identifiers
    stamp = request.context.stamp(at: world.clock.stamp)
    plans.reserveCapacity(count)
  }

  private var operation: ModifyRecords { _read { yield request.operation } }
  private var zoneIDs: [ZoneID] { request.zoneIDs }
  private var context: CallContext { _read { yield request.context } }

  var isPlain: Bool { coming == nil }

  /// The schema with what the items add to it; nil where they add nothing.
  var grownSchema: Schema? { growers.isEmpty ? nil : checks.schema }

  /// The items that others counted on: without them these would have fared otherwise.
  var countedOn: Set<Int> {
    drafts.reduce(into: []) { $0.formUnion($1.effects.links?.spared ?? []) }
  }

  // MARK: Applying

  /// Takes the next item.
  ///
  /// - Parameter fault: The error that a test has it fail with.
  mutating func apply(_ index: Int, fault: CloudError?, in world: borrowing World) {
    Steps.take()
    do throws(CloudError) {
      if let fault { throw fault }
      let item = operation.items[index]
      try checks.checkName(item, in: zoneIDs[index], of: world)
      let place = try open(zoneIDs[index], in: world)
      let before = drafts[place].zone.bytes
      plans.append(
        item.kind.isDeletion
          ? try delete(item, index, place, in: world) : try save(item, index, place, in: world))
      if !isPlain, world.limits.hasQuota { noteGrowth(index, place, since: before) }
    } catch {
      plans.append(nil)
      failures[index] = Failure(
        error: error, isByTypes: checks.failedByTypes, wasApplied: false)
    }
  }

  /// Items before that one that have no plan yet are not tried.
  private mutating func noteGrowth(_ index: Int, _ place: Int, since bytes: Int) {
    guard let owner = context.databaseKey(holding: zoneIDs[index]) else { return }
    growth.append((index, owner, drafts[place].zone.bytes - bytes))
  }

  /// The place of a zone's draft.
  private mutating func open(_ zoneID: ZoneID, in world: borrowing World) throws(CloudError) -> Int
  {
    if let lastPlace, lastPlace.zoneID == zoneID { return lastPlace.place }
    // Most requests have one zone and need no dictionary.
    if let lastPlace, places.isEmpty { places[lastPlace.zoneID] = lastPlace.place }
    if let place = places[zoneID] {
      lastPlace = (zoneID, place)
      return place
    }
    let visible = try checks.zone(zoneID, of: world)
    if isPlain, visible.zone.isShared || !(isSingle || visible.zone.references.isEmpty) {
      isMixed = true
    }
    let place = drafts.count
    drafts.append(
      ZoneDraft(
        visible, coming: coming.map { $0[zoneID] ?? [:] }, epoch: world.epoch))
    if place > 0 { places[zoneID] = place }
    lastPlace = (zoneID, place)
    return place
  }

  private var isSingle: Bool { operation.items.count == 1 }

  private mutating func delete(
    _ item: ModifyRecords.Item, _ index: Int, _ place: Int, in world: borrowing World
  ) throws(CloudError) -> RecordPlan {
    guard let name = item.record.recordName else {
      throw CloudError(.invalidArguments, "a deletion needs a recordName")
    }
    drafts[place].deletions[name] = index
    guard let entry = drafts[place].entry(name) else { return .absent(recordName: name) }
    try checks.checkDeletion(
      item, of: entry, base: drafts[place].base.records[name], in: world)
    try ShareAccess.checkDeletion(of: entry.record, in: &drafts[place])
    if !isPlain {
      drafts[place].delete(entry.record, item: index)
    } else if drafts[place].base.references.hasSources(of: name) {
      isMixed = true
    }
    return .delete(recordName: name)
  }

  private mutating func save(
    _ item: ModifyRecords.Item, _ index: Int, _ place: Int, in world: borrowing World
  ) throws(CloudError) -> RecordPlan {
    let draft = item.record
    let zoneID = zoneIDs[index]
    try checks.checkParentZone(draft, in: zoneID, of: world)
    let existing = draft.recordName.flatMap { drafts[place].entry($0) }
    try ShareAccess.checkSave(draft, over: existing, in: &drafts[place])
    let base = isPlain ? existing : draft.recordName.flatMap { drafts[place].base.records[$0] }
    let typed = try checks.typed(item, over: existing, base: base, in: zoneID, of: world)
    let sharing = try sharing(of: item, index, typed.recordType, existing, place, world)
    if isPlain, isSingle {
      let parent = draft.parent(over: existing)
      if RecordLinks.areIn(typed.fields, parent: parent) {
        try BatchValidation.check(
          RecordLinks.links(typed.fields, parent: parent), of: draft.recordName,
          before: existing?.record, in: drafts[place].base,
          limit: world.limits.referencesPerTarget)
      }
    }
    let (save, hasGrown) = try checks.finished(
      typed, draft, sharing, over: existing, within: world.limits)
    if hasGrown { growers.append(index) }
    if isPlain { return .save(save) }
    return .saved(drafts[place].save(save, item: index, stamp: stamp, &identifiers))
  }

  /// What the saved record will have to do with sharing.
  private mutating func sharing(
    of item: ModifyRecords.Item, _ index: Int, _ typeName: String, _ existing: Zone.Entry?,
    _ place: Int, _ world: borrowing World
  ) throws(CloudError) -> Record.Sharing? {
    var sharing = existing?.record.sharing ?? Record.Sharing()
    if typeName == Share.recordType {
      let planner = SharePlanner(
        people: world.people, limits: world.limits, scope: context.scope)
      sharing.share = try planner.plan(
        item.record, item: index, over: existing, in: &drafts[place])
    } else if item.record.share != nil {
      throw CloudError(
        .invalidArguments,
        "Only records of type '\(Share.recordType)' have participants and a root")
    } else if item.record.createsShortGUID, sharing.shortGUID == nil {
      // It is drawn when the record is stored.
      sharing.shortGUID = ""
    }
    return sharing.isEmpty ? nil : sharing
  }

  // MARK: Judging

  /// Finds what is wrong when all items are applied.
  mutating func validate(in world: borrowing World) {
    guard !isPlain else { return }
    for place in drafts.indices {
      drafts[place].touchParents()
      let limit = world.limits.referencesPerTarget
      for (item, error) in BatchValidation(drafts[place], limit: limit).failures {
        fail(item, error)
      }
    }
    checkQuota(in: world)
  }

  private mutating func fail(_ item: Int, _ error: CloudError) {
    failures[item] = Failure(error: error, isByTypes: false, wasApplied: true)
  }

  /// What is stored may not go over the quota of whoever owns it (DOC; LOG: 25/2035). What the request
  /// frees makes room for what it adds; of that the first items fit.
  private mutating func checkQuota(in world: borrowing World) {
    guard !growth.isEmpty else { return }
    var rooms: [DatabaseKey: Int?] = [:]
    for (item, owner, bytes) in growth where failures[item] == nil && bytes < 0 {
      guard let room = room(of: owner, &rooms, in: world) else { continue }
      let (left, overflows) = room.subtractingReportingOverflow(bytes)
      rooms[owner] = overflows ? .max : left
    }
    for (item, owner, bytes) in growth where failures[item] == nil && bytes > 0 {
      guard let room = room(of: owner, &rooms, in: world) else { continue }
      if bytes <= room {
        rooms[owner] = room - bytes
      } else {
        fail(item, CloudError(.quotaExceeded, ServerText.standard(for: .quotaExceeded)))
      }
    }
  }

  /// The bytes that are left to an owner; nil where nothing limits them.
  private func room(
    of owner: DatabaseKey, _ rooms: inout [DatabaseKey: Int?], in world: borrowing World
  ) -> Int? {
    if let known = rooms[owner] { return known }
    let limits = world.limits
    let limit = owner.owner == nil ? limits.storagePerContainer : limits.storagePerUser
    let room = limit.map { $0 - world.bytesStored(ofSameOwnerAs: owner) }
    rooms.updateValue(room, forKey: owner)
    return room
  }
}

/// What an item does, or did to its draft.
enum RecordPlan {
  /// To be stored in place.
  case save(RecordSave)
  /// Stored in the draft.
  case saved(Record)
  case delete(recordName: String)
  /// There is nothing to delete, or nothing that the caller can see.
  case absent(recordName: String)
}
