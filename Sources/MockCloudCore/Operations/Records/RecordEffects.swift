/// Applies the items of a request to the records of one zone, with all consequences: cascading
/// deletions, the deletion of a share with its root, the share's name in its root, and new tags of
/// parents.
///
/// A record gets at most one new version in a request, and its previous version is the one before
/// the request.
struct RecordEffects {
  /// A deleted record, as it was then.
  struct Removed {
    let record: Record
    /// The name of the record whose deletion caused this one; nil if an item deleted the record.
    let owner: RecordName?
  }

  private var parents: [RecordName] = []
  /// The interactions between the items of a request; nil if no record can change twice.
  private(set) var links: Links?

  struct Links {
    fileprivate(set) var removed: [RecordName: Removed] = [:]
    /// The keys of `removed`, in order.
    fileprivate(set) var removedNames: [RecordName] = []
    /// The items that save records after a deletion would cascade to them. Such a record is not
    /// deleted, because its save replaces the reference.
    fileprivate(set) var spared: Set<Int> = []
    /// The items of the request that save records of this zone, by record name.
    fileprivate let savingItems: [RecordName: Int]
    /// The records before the request; nil for those that did not exist.
    fileprivate var touched: [RecordName: FormerVersions?] = [:]
    /// Shares whose roots are saved later in the request, by root.
    fileprivate(set) var awaited: [RecordName: RecordName] = [:]
    /// The roots that did not exist when their shares were saved.
    fileprivate(set) var awaitedRoots: Set<RecordName> = []

    /// Whether a later item saves the record.
    func isSavedLater(_ name: RecordName, after item: Int) -> Bool {
      savingItems[name].map { $0 > item } ?? false
    }
  }

  /// - Parameter savingItems: Nil if the items are independent of each other.
  init(savingItems: [RecordName: Int]?) { links = savingItems.map { Links(savingItems: $0) } }

  // MARK: Saving

  mutating func save(
    _ save: RecordSave, in zone: inout Zone, stamp: Stamp, _ identifiers: inout IdentifierSource
  ) -> Record {
    let name = save.recordName ?? identifiers.uuid()
    let sequence = zone.nextSequence(after: save.existing)
    var record = save.record(
      named: name, in: zone.zoneID, tag: ChangeTag.text(sequence), stamp: stamp, &identifiers)
    if let share = links?.awaited.removeValue(forKey: name) {
      record = record.with(shareName: share)
    }
    let versions = noteTouched(name, save.existing?.versions)
    zone.store(record, sequence: sequence, keeping: versions)
    if let parent = record.parent, parent != name { parents.append(parent) }
    if save.existing?.record.share == nil, let root = record.share?.rootRecordName {
      link(root, to: name, in: &zone)
    }
    return record
  }

  /// Stores the name of a new share in its root.
  private mutating func link(_ root: RecordName, to shareName: RecordName, in zone: inout Zone) {
    guard zone.records[root] != nil else {
      links?.awaited[root] = shareName
      links?.awaitedRoots.insert(root)
      return
    }
    revise(root, in: &zone) { $0.with(shareName: shareName) }
  }

  /// Stores a version of a record that the service makes, under a new tag unless the request has
  /// already given it one.
  mutating func revise(_ name: RecordName, in zone: inout Zone, _ change: (Record) -> Record) {
    guard let entry = zone.records[name] else { return }
    var sequence = zone.nextSequence(after: entry)
    var revised = change(entry.record)
    if links?.touched[name] != nil, let place = zone.feed.place(of: name) {
      sequence = place
    } else {
      revised = revised.tagged(ChangeTag.text(sequence))
    }
    let versions = noteTouched(name, entry.versions)
    zone.store(revised, sequence: sequence, keeping: versions)
  }

  /// Remembers the versions of a record from before its first change.
  ///
  /// - Returns: The versions from before the request.
  private mutating func noteTouched(
    _ name: RecordName, _ versions: @autoclosure () -> FormerVersions?
  ) -> FormerVersions? {
    if let known = links?.touched[name] { return known }
    let versions = versions()
    links?.touched.updateValue(versions, forKey: name)
    return versions
  }

  /// Changes the tag of a saved child's parent (PORT SQD; LIVE SyncKit), unless the request changed
  /// the parent otherwise. Call it after all items are applied.
  mutating func touchParents(in zone: inout Zone) {
    for parent in parents where links?.touched[parent] == nil {
      _ = noteTouched(parent, zone.retag(parent))
    }
    parents = []
  }

  // MARK: Deleting

  /// Deletes a record, and all records that are deleted with it. Cascading deletions appear in the
  /// change feed but not in the call's results (DOC, INFER); in the default zone CloudKit makes
  /// them later, MockCloud within the call (DECIDED).
  mutating func delete(_ recordName: RecordName, item: Int, from zone: inout Zone) {
    var doomed: [(name: RecordName, owner: RecordName?)] = [(recordName, nil)]
    while let (next, owner) = doomed.popLast() {
      let dependents = zone.references.isEmpty ? [] : zone.references.sources(of: next)
      guard let record = zone.remove(next) else { continue }
      _ = noteTouched(next, FormerVersions(record, before: nil))
      let removed = Removed(record: record, owner: owner)
      if links?.removed.updateValue(removed, forKey: next) == nil {
        links?.removedNames.append(next)
      }
      for dependent in dependents.reversed() where dependent.link.contains(.deleteSelf) {
        // User records are never deleted (DOC).
        if zone.records[dependent.name]?.record.recordType == SystemDefinitions.users { continue }
        if let save = links?.savingItems[dependent.name], save > item {
          links?.spared.insert(save)
        } else {
          doomed.append((dependent.name, next))
        }
      }
      // The deletion of a root deletes its share (DOC); after the deletion of a share, its root is
      // not shared.
      if let share = record.shareName { doomed.append((share, next)) }
      if let share = record.share, let root = share.rootRecordName {
        if links?.awaited[root] == next { links?.awaited[root] = nil }
        if zone.records[root]?.record.shareName == next {
          revise(root, in: &zone) { $0.unshared(keeping: share.shortGUID) }
        }
      }
    }
  }

  /// Removes a participant at the participant's own request.
  mutating func leave(_ shareName: RecordName, _ user: UserRecordName, in zone: inout Zone) {
    revise(shareName, in: &zone) { record in
      var sharing = record.sharing ?? Record.Sharing()
      sharing.share?.participants.removeAll { $0.userRecordName == user }
      return record.with(sharing)
    }
  }
}

extension Record {
  func with(_ sharing: Sharing?) -> Record {
    Record(
      recordName: recordName, zoneID: zoneID, recordType: recordType,
      recordChangeTag: recordChangeTag, fields: fields, created: created, modified: modified,
      parent: parent, sharing: sharing?.isEmpty == true ? nil : sharing)
  }

  func with(shareName: RecordName?) -> Record {
    var sharing = sharing ?? Sharing()
    sharing.shareName = shareName
    return with(sharing)
  }

  /// Returns the root of a deleted share. It keeps the link for its next share (DOC CKShare.url).
  func unshared(keeping link: ShortGUID) -> Record {
    var sharing = sharing ?? Sharing()
    sharing.shareName = nil
    sharing.shortGUID = link
    return with(sharing)
  }
}
