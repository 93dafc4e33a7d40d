/// One attempt at the items of a request: each item is checked against the result of the items
/// before it, and applied to a draft of its zone. After all items, the combined result is
/// validated.
///
/// A plain attempt is made if the items seem independent of each other and of other records. It
/// only checks them, a single item with its references too: the changes are stored as plans, and
/// made in place if the request succeeds.
struct RecordAttempt {
  let request: BatchRequest
  /// The items that save records; nil for a plain attempt.
  private let savingItems: [ZoneID: [RecordName: Int]]?
  private var checks: RecordChecks
  private(set) var drafts: [ZoneDraft] = []
  private var places: [ZoneID: Int] = [:]
  /// The zone of the previous item, which is usually the zone of the next.
  private var lastPlace: (zoneID: ZoneID, place: Int)?
  private(set) var identifiers: IdentifierSource
  private let stamp: Stamp
  /// The plans of the attempted items in order; nil for failed items.
  private(set) var plans: [RecordPlan?] = []
  private(set) var failures: [Int: Failure] = [:]
  /// The items that made the schema grow, in order.
  private(set) var schemaGrowingItems: [Int] = []
  /// The changes of the zones' sizes in bytes by items.
  private var growth: [(item: Int, owner: DatabaseKey, bytes: Int)] = []
  /// The links that new shares have from their roots.
  private var keptLinks: Set<ShortGUID> = []
  /// Whether a plain attempt met a zone or a record on which its items may depend, so that another
  /// attempt is needed.
  private(set) var isMixed = false

  struct Failure {
    let error: CloudError
    /// Whether the failure may depend on another item's fields.
    let isByTypes: Bool
    /// Whether the item was applied before it failed.
    let wasApplied: Bool
  }

  /// - Parameters:
  ///   - count: The number of items.
  ///   - savingItems: The items that save records, by zone and record; nil for a plain attempt.
  init(
    _ request: BatchRequest, of count: Int, savingItems: [ZoneID: [RecordName: Int]]?,
    _ files: HostFiles, in world: borrowing World
  ) {
    self.request = request
    self.savingItems = savingItems
    checks = RecordChecks(request, files, in: world)
    identifiers = world.identifiers
    stamp = request.context.stamp(at: world.clock.stamp)
    plans.reserveCapacity(count)
  }

  private var operation: ModifyRecords { _read { yield request.operation } }
  private var zoneIDs: [ZoneID] { request.zoneIDs }
  private var context: CallContext { _read { yield request.context } }

  var isPlain: Bool { savingItems == nil }

  /// The files that were read.
  var files: HostFiles { checks.files }

  /// The schema with the additions of the items; nil if there are none.
  var grownSchema: Schema? { schemaGrowingItems.isEmpty ? nil : checks.schema }

  /// The items on whose effects other items rely: those may have another result without them.
  var itemsReliedOn: Set<Int> {
    drafts.reduce(into: []) { $0.formUnion($1.effects.links?.spared ?? []) }
  }

  // MARK: Applying

  /// Attempts the next item.
  ///
  /// - Parameter fault: An injected error for the item.
  mutating func apply(_ index: Int, fault: CloudError?, in world: borrowing World) {
    Steps.take()
    do throws(CloudError) {
      if let fault { throw withConflict(fault, index, in: world) }
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

  /// Returns an injected error; a `serverRecordChanged` with the stored record, if there is one that
  /// the caller may read, as that of a conflict.
  private mutating func withConflict(
    _ fault: CloudError, _ index: Int, in world: borrowing World
  ) -> CloudError {
    let draft = operation.items[index].record
    guard fault.code == .serverRecordChanged, let name = draft.recordName,
      let place = try? open(zoneIDs[index], in: world), let entry = drafts[place].entry(name),
      drafts[place].access.mayRead(entry.record, in: checks.schema)
    else { return fault }
    return checks.withConflict(fault, over: entry, draft)
  }

  /// Stores the change of the zone's size by an item.
  private mutating func noteGrowth(_ index: Int, _ place: Int, since bytes: Int) {
    guard let owner = context.databaseKey(holding: zoneIDs[index]) else { return }
    growth.append((index, owner, drafts[place].zone.bytes - bytes))
  }

  /// Returns the index of a zone's draft, which is made if necessary.
  private mutating func open(_ zoneID: ZoneID, in world: borrowing World) throws(CloudError) -> Int
  {
    if let lastPlace, lastPlace.zoneID == zoneID { return lastPlace.place }
    // Most requests have a single zone and need no dictionary.
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
        visible, savingItems: savingItems.map { $0[zoneID] ?? [:] }, epoch: world.epoch))
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
    guard let entry = drafts[place].entryToDelete(name) else {
      if let defect = ShareAccess.deletionDefect(of: name, in: &drafts[place]) { throw defect }
      return .absent(recordName: name)
    }
    try checks.checkDeletion(item, of: entry, base: drafts[place].base.records[name])
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
    try checks.checkParent(draft, in: zoneID, of: world)
    let user = draft.recordName.flatMap {
      UserRecords.entry(named: $0, in: zoneID, of: world)
    }
    let existing = draft.recordName.flatMap { drafts[place].entry($0) } ?? user
    try ShareAccess.checkSave(draft, over: existing, in: &drafts[place])
    let base =
      isPlain ? existing : draft.recordName.flatMap { drafts[place].base.records[$0] } ?? user
    let typed = try checks.typed(item, over: existing, base: base, in: zoneID, of: world)
    let sharing = try sharing(of: item, index, typed.recordType, existing, place, world)
    let (save, hasGrown) = try checks.finished(
      typed, draft, sharing, over: existing, within: world.limits)
    if isPlain, isSingle {
      let parent = draft.parent(over: existing)
      if RecordLinks.areIn(typed.fields, parent: parent) {
        try BatchValidation.check(
          RecordLinks.links(typed.fields, parent: parent), of: draft.recordName,
          before: existing?.record, in: drafts[place].base, world.people,
          limit: world.limits.referencesPerTarget)
      }
    }
    if hasGrown { schemaGrowingItems.append(index) }
    if isPlain { return .save(save) }
    return .saved(drafts[place].save(save, item: index, stamp: stamp, &identifiers))
  }

  /// Returns the sharing properties of the record to save.
  private mutating func sharing(
    of item: ModifyRecords.Item, _ index: Int, _ typeName: RecordTypeName, _ existing: Zone.Entry?,
    _ place: Int, _ world: borrowing World
  ) throws(CloudError) -> Record.Sharing? {
    var sharing = existing?.record.sharing ?? Record.Sharing()
    if typeName == Share.recordType {
      let planner = SharePlanner(
        people: world.people, limits: world.limits, scope: context.scope)
      var share = try planner.plan(
        item.record, item: index, over: existing, in: &drafts[place])
      if share.shortGUID.isEmpty, let link = formerLink(of: share, place, world) {
        share.shortGUID = link
      }
      sharing.share = share
    } else if item.record.share != nil {
      throw CloudError(
        .invalidArguments,
        "Only records of type '\(Share.recordType)' have participants and a root")
    } else if item.record.createsShortGUID, sharing.shortGUID == nil {
      // A root has the link of its share; another GUID is drawn when the record is stored.
      let shareName =
        existing?.record.shareName
        ?? item.record.recordName.flatMap { drafts[place].effects.links?.awaited[$0] }
      let share = shareName.flatMap { drafts[place].zone.records[$0]?.record }
      sharing.shortGUID = share?.share?.shortGUID ?? ""
    }
    return sharing.isEmpty ? nil : sharing
  }

  /// Returns the short GUID of a new share's root, unless another share has it, as a seed may have
  /// caused.
  private mutating func formerLink(
    of share: Share, _ place: Int, _ world: borrowing World
  ) -> ShortGUID? {
    let zone = drafts[place].zone
    guard let root = share.rootRecordName,
      let link = zone.records[root]?.record.sharing?.shortGUID
    else { return nil }
    let taken = world.sharePlace(
      ofShortGUID: link, in: context.container, context.environment)
    if let taken {
      // Unless the request has deleted that share.
      let isHere =
        taken.database == context.databaseKey(holding: zone.zoneID) && taken.zoneID == zone.zoneID
      guard isHere, zone.records[taken.recordName] == nil else { return nil }
    }
    return keptLinks.insert(link).inserted ? link : nil
  }

  // MARK: Validation

  /// Validates the combined result of all items.
  ///
  /// - Parameter former: The errors of the saves that were left out, because they had failed.
  mutating func validate(after former: [RecordID: CloudError], in world: borrowing World) {
    guard !isPlain else { return }
    let failed = failedSaves
    for place in drafts.indices {
      drafts[place].touchParents()
      let validation = BatchValidation(
        drafts[place], world.people, limit: world.limits.referencesPerTarget,
        failedSave: { failed[$0] ?? former[$0] })
      for (item, error) in validation.failures { fail(item, error) }
    }
    checkQuota(in: world)
  }

  /// The errors of the saves that have failed in this attempt.
  private var failedSaves: [RecordID: CloudError] {
    var failed: [RecordID: CloudError] = [:]
    for (index, failure) in failures {
      if let saved = request.savedRecord(of: index) { failed[saved] = failure.error }
    }
    return failed
  }

  private mutating func fail(_ item: Int, _ error: CloudError) {
    failures[item] = Failure(error: error, isByTypes: false, wasApplied: true)
  }

  /// Checks the quotas of the owners (DOC; LOG: 25/2035). The space that the request frees is
  /// available to it; if that does not suffice, its first items succeed.
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

  /// Returns the free bytes of an owner; nil if there is no quota.
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

/// The plan for an item, or its result in the draft.
enum RecordPlan {
  /// To be stored in place.
  case save(RecordSave)
  /// Stored in the draft.
  case saved(Record)
  case delete(recordName: RecordName)
  /// There is no record to delete, or none that the caller can see.
  case absent(recordName: RecordName)
}
