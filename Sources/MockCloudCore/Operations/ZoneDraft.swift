/// A zone while a request works on it. What it was stays beside it: giving the draft up is all that
/// it takes to undo everything.
struct ZoneDraft {
  /// The zone before the request.
  let base: Zone
  var zone: Zone
  /// The participant through whose eyes the zone is seen; nil sees everything.
  let viewer: String?
  private(set) var effects: RecordEffects
  /// The items that saved records, in order, with the records' names.
  private(set) var saves: [(item: Int, name: String)] = []
  /// The items that were to delete records, by record.
  var deletions: [String: Int] = [:]
  /// The items that made shares, in order, with the shares' names.
  private(set) var newShares: [(item: Int, name: String)] = []
  /// Shares are found and permissions looked up once, as long as nothing changes that they depend on.
  private var finder = ShareFinder()
  private var below = SharesBelow()
  private var permissions: [ExactText: Share.Permission?] = [:]
  /// How many of the effects' changes the three above have followed.
  private var changesSeen = 0

  /// - Parameter epoch: That of the world, to which the changes will belong.
  init(_ visible: consuming VisibleZone, coming: [String: Int]?, epoch: UInt64) {
    base = visible.zone
    zone = visible.zone
    zone.enter(epoch)
    viewer = visible.viewer
    effects = RecordEffects(coming: coming)
  }

  var zoneID: ZoneID { base.zoneID }

  // MARK: Changing

  mutating func save(
    _ save: RecordSave, item: Int, stamp: Stamp, _ identifiers: inout IdentifierSource
  ) -> Record {
    let record = effects.save(save, in: &zone, stamp: stamp, &identifiers)
    saves.append((item, record.recordName))
    if save.existing?.record.share == nil, record.share != nil {
      newShares.append((item, record.recordName))
    }
    return record
  }

  /// Deletes a record; a participant who deletes a share leaves it (DOC).
  mutating func delete(_ record: Record, item: Int) {
    if let viewer, record.share != nil {
      effects.leave(record.recordName, viewer, in: &zone)
    } else {
      effects.delete(record.recordName, item: item, from: &zone)
    }
  }

  /// The records that are deleted, in order.
  var removedNames: [String] { effects.links?.removedNames ?? [] }

  /// Whether the record was not there yet when its share was saved.
  func isAwaited(_ root: String) -> Bool { effects.links?.awaitedRoots.contains(root) == true }

  mutating func touchParents() { effects.touchParents(in: &zone) }

  // MARK: Looking

  /// The record of that name, unless the caller cannot see it.
  mutating func entry(_ name: String) -> Zone.Entry? {
    guard let entry = zone.records[name] else { return nil }
    return viewer == nil || permission(for: name) != nil ? entry : nil
  }

  /// The name of the share that a record is under.
  mutating func share(over name: String) -> String? {
    followChanges()
    return finder.share(over: name, in: zone)
  }

  /// Whether some record below one that no share is over is the root of a share.
  mutating func hasShare(below name: String) -> Bool {
    followChanges()
    return below.hasShare(below: name, in: zone)
  }

  private mutating func followChanges() {
    for change in effects.changes[changesSeen...] where change.changesHierarchy {
      guard let name = change.record?.recordName else { continue }
      finder.forget(name, in: zone)
      below.forget(change, in: zone)
      permissions.removeValue(forKey: ExactText(name))
    }
    changesSeen = effects.changes.count
  }

  /// What the caller may do with a record; nil where the caller does not see it.
  mutating func permission(for name: String) -> Share.Permission? {
    guard let viewer else { return .readWrite }
    guard let share = share(over: name) else { return nil }
    if let known = permissions[ExactText(share)] { return known }
    let permission = zone.records[share]?.record.share?.permission(of: viewer)
    permissions.updateValue(permission, forKey: ExactText(share))
    return permission
  }

  /// Whether references can stand in the way of anything here.
  var meetsReferences: Bool { !base.references.isEmpty || !zone.references.isEmpty }
}
