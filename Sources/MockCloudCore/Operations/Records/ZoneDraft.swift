/// A draft of a zone for one request, with the original zone: dropping the draft undoes everything.
struct ZoneDraft {
  /// The zone before the request.
  let base: Zone
  var zone: Zone
  /// Who changes the zone, with his rights.
  let access: RecordAccess
  private(set) var effects: RecordEffects
  /// The items that saved records, in order, with the records' names.
  private(set) var saves: [(item: Int, name: RecordName)] = []
  /// The latest item that changed the zone.
  private(set) var lastItem = 0
  /// The items that delete records, by record name.
  var deletions: [RecordName: Int] = [:]
  /// The items that created shares, in order, with the shares' names.
  private(set) var newShares: [(item: Int, name: RecordName)] = []
  /// The shares that the participant leaves.
  private var leftShares: Set<RecordName> = []
  /// Caches of shares and permissions, which are updated after changes that affect them.
  private var finder = ShareFinder()
  private var formerFinder = ShareFinder()
  private var below = SharesBelow()
  private var permissions: [ExactText: Share.Permission?] = [:]
  /// The number of the zone's changes that the three caches above include.
  private var changesSeen = 0

  /// - Parameter epoch: The epoch of the world, to which the changes will belong.
  init(_ visible: consuming VisibleZone, savingItems: [RecordName: Int]?, epoch: UInt64) {
    base = visible.zone
    zone = visible.zone
    zone.enter(epoch)
    access = visible.access
    effects = RecordEffects(savingItems: savingItems)
  }

  var zoneID: ZoneID { base.zoneID }

  /// The participant who sees the zone; nil sees all records.
  var viewer: UserRecordName? { access.participant }

  // MARK: Changes

  mutating func save(
    _ save: RecordSave, item: Int, stamp: Stamp, _ identifiers: inout IdentifierSource
  ) -> Record {
    let record = effects.save(save, in: &zone, stamp: stamp, &identifiers)
    saves.append((item, record.recordName))
    lastItem = item
    if save.existing?.record.share == nil, record.share != nil {
      newShares.append((item, record.recordName))
    }
    return record
  }

  /// Deletes a record; a participant who deletes a share leaves it (DOC).
  mutating func delete(_ record: Record, item: Int) {
    lastItem = item
    if let viewer, record.share != nil {
      leftShares.insert(record.recordName)
      effects.leave(record.recordName, viewer, in: &zone)
    } else {
      effects.delete(record.recordName, item: item, from: &zone)
    }
  }

  /// The names of deleted records, in order.
  var removedNames: [RecordName] { effects.links?.removedNames ?? [] }

  /// Whether the record did not exist when its share was saved.
  func isAwaited(_ root: RecordName) -> Bool { effects.links?.awaitedRoots.contains(root) == true }

  mutating func touchParents() { effects.touchParents(in: &zone) }

  // MARK: Reading

  /// Returns the record with the given name, unless the caller cannot see it.
  mutating func entry(_ name: RecordName) -> Zone.Entry? {
    guard let entry = zone.records[name] else { return nil }
    return rights(to: name).contains(.read) ? entry : nil
  }

  /// Returns the name of the share that covers a record.
  mutating func share(over name: RecordName) -> RecordName? {
    followChanges()
    return finder.share(over: name, in: zone)
  }

  /// Whether a record below the given one is the root of a share. No share covers the given one.
  mutating func hasShare(below name: RecordName) -> Bool {
    followChanges()
    return below.hasShare(below: name, in: zone)
  }

  private mutating func followChanges() {
    for change in zone.recordChanges[changesSeen...] where change.changesHierarchy {
      guard let name = change.record?.recordName else { continue }
      finder.forget(name, in: zone)
      below.forget(change, in: zone)
      permissions.removeValue(forKey: name)
    }
    changesSeen = zone.recordChanges.count
  }

  /// Returns the caller's rights for a record that shares give; none if the caller cannot see it.
  mutating func rights(to name: RecordName) -> Rights {
    guard let viewer else { return .all }
    return Rights(permission(of: viewer, for: name))
  }

  private mutating func permission(
    of viewer: UserRecordName, for name: RecordName
  ) -> Share.Permission? {
    guard let share = share(over: name) else { return nil }
    if let known = permissions[share] { return known }
    let permission = zone.records[share]?.record.share?.permission(of: viewer)
    permissions.updateValue(permission, forKey: share)
    return permission
  }

  /// Returns the record with the given name, unless the caller may not know of it. A record whose
  /// ancestors were deleted by the request counts as below them.
  mutating func entryToDelete(_ name: RecordName) -> Zone.Entry? {
    guard let entry = zone.records[name] else { return nil }
    return rightsToDelete(name).contains(.read) ? entry : nil
  }

  mutating func rightsToDelete(_ name: RecordName) -> Rights {
    let rights = rights(to: name)
    guard rights.isEmpty, let viewer, !removedNames.isEmpty,
      let share = formerFinder.share(over: name, in: base)
    else { return rights }
    return Rights(zone.records[share]?.record.share?.permission(of: viewer))
  }

  /// Whether the participant loses access to the record because he leaves its share.
  mutating func isGivenUp(_ name: RecordName) -> Bool {
    guard !leftShares.isEmpty, let share = formerFinder.share(over: name, in: base) else {
      return false
    }
    return leftShares.contains(share)
  }

  /// Whether the zone has references, which deletions and saves must respect.
  var meetsReferences: Bool { !base.references.isEmpty || !zone.references.isEmpty }
}
