/// Validates the combined result of a request's items in one zone: targets that must exist, targets
/// that must not be deleted, the number of records that one target owns, roots of shares, and the
/// places of records that participants saved.
///
/// All failures are found in one pass, in time linear in the number of changes.
struct BatchValidation {
  private var draft: ZoneDraft
  private let limit: Int
  private let people: People
  /// The failures by item.
  private(set) var failures: [Int: CloudError] = [:]
  /// The items that saved records, by record name.
  private let savers: [RecordName: Int]
  private let failedSave: FailedSave

  /// Returns the error of a record's save that had failed before; nil if there is none.
  typealias FailedSave = (RecordID) -> CloudError?

  /// - Parameters:
  ///   - limit: The maximum number of records that one record may own.
  ///   - failedSave: The errors of the request's failed saves.
  init(_ draft: ZoneDraft, _ people: People, limit: Int, failedSave: @escaping FailedSave) {
    self.draft = draft
    self.limit = limit
    self.people = people
    self.failedSave = failedSave
    savers = Dictionary(draft.saves.map { ($0.name, $0.item) }) { first, _ in first }
    if draft.meetsReferences {
      checkTargets()
      checkOwners()
    }
    checkShares()
    checkPlaces()
    if !draft.removedNames.isEmpty { checkDeletions() }
  }

  private var zone: Zone { draft.zone }

  private mutating func fail(_ item: Int, _ error: CloudError) {
    if failures[item] == nil { failures[item] = error }
  }

  /// Whether the request deleted the record.
  private func isGone(_ name: RecordName) -> Bool {
    draft.effects.links?.removed[name] != nil && zone.records[name] == nil
  }

  // MARK: Targets

  /// Checks that parents and targets of validating references exist (DOC CKModifyRecordsOperation,
  /// WS:Types). If a deletion of the same request removed a target, that deletion fails.
  private mutating func checkTargets() {
    var failing: [(item: Int, name: RecordName)] = []
    for (item, name) in draft.saves {
      guard let record = zone.records[name]?.record,
        let missing = Self.missingTarget(of: record.links, in: zone, people, except: { isGone($0) })
      else { continue }
      let cause = failedSave(RecordID(recordName: missing.key, zoneID: zone.zoneID))
      fail(item, Self.targetNotFound(missing.key, missing.value, because: cause))
      failing.append((item, name))
    }
    failDependents(of: failing)
  }

  /// Fails the saves that depend on records that will not exist because their own saves failed. Of
  /// several such records, the parent decides about the error.
  private mutating func failDependents(of failed: [(item: Int, name: RecordName)]) {
    var failing = failed
    var dependents: Set<Int> = []
    while let (item, name) = failing.popLast() {
      guard draft.base.records[name] == nil else { continue }
      for (source, link) in zone.references.sources(of: name) where link.holdsTarget {
        guard let dependent = savers[source] else { continue }
        let isNew = failures[dependent] == nil
        guard isNew || link.contains(.parent) && dependents.contains(dependent) else { continue }
        failures[dependent] = Self.targetNotFound(name, link, because: failures[item])
        if isNew { failing.append((dependent, source)) }
        dependents.insert(dependent)
      }
    }
  }

  /// Returns the error of a save whose target does not exist.
  ///
  /// - Parameter cause: The error of the target's own save in the same request. A child has the
  ///   error that was seen beside that of its parent (LIVE sqlite-data#548).
  private static func targetNotFound(
    _ name: RecordName, _ link: ReferenceIndex.Link, because cause: CloudError? = nil
  ) -> CloudError {
    if link.contains(.parent), let code = cause?.code.ofChild {
      let text = ServerText.standard(for: code)
      return CloudError(code, "\(text): the parent '\(NameRules.shortened(name))' was not saved")
    }
    // LOG sqlite-data#413 for the sentence about parents.
    let what =
      link.contains(.parent)
      ? "target of a record's parent or share reference was not found"
      : "target of a validating reference was not found"
    return CloudError(
      .referenceViolation,
      "\(what): '\(NameRules.shortened(name))'; save it first, or in the same request")
  }

  /// Returns the first missing target by name.
  private static func missingTarget(
    of links: [RecordName: ReferenceIndex.Link], in zone: Zone, _ people: People,
    except isExcused: (RecordName) -> Bool
  ) -> (key: RecordName, value: ReferenceIndex.Link)? {
    links.filter { target, link in
      link.holdsTarget && zone.records[target] == nil && !isExcused(target)
        && !UserRecords.exists(target, in: zone.zoneID, people)
    }.min { $0.key < $1.key }
  }

  /// Checks the references of a record that is saved by itself.
  ///
  /// - Parameter before: The record before it is saved.
  static func check(
    _ links: [RecordName: ReferenceIndex.Link], of name: RecordName?, before: Record?,
    in zone: Zone, _ people: People, limit: Int
  ) throws(CloudError) {
    let missing = missingTarget(of: links, in: zone, people) { $0 == name }
    if let missing { throw targetNotFound(missing.key, missing.value) }
    let owners = before?.links ?? [:]
    for (target, link) in links where link.contains(.deleteSelf) {
      if owners[target]?.contains(.deleteSelf) == true { continue }
      guard zone.references.owned(by: target) < limit else { throw tooManyOwned }
    }
  }

  // MARK: Owners

  private static let tooManyOwned = CloudError(
    .limitExceeded, "Limit exceeded for number of owning references to single record")

  /// Checks the maximum number of records that one record may own (DOC CKRecord.Reference). If a
  /// request exceeds it, its first records succeed.
  private mutating func checkOwners() {
    let added = draft.saves.compactMap { item, name in
      let targets = newOwners(of: name)
      return targets.isEmpty ? nil : (item: item, targets: targets)
    }
    var owned: [RecordName: Int] = [:]
    for target in added.lazy.flatMap(\.targets) {
      owned[target, default: zone.references.owned(by: target)] -= 1
    }
    for (item, targets) in added where failures[item] == nil {
      guard targets.allSatisfy({ owned[$0, default: 0] < limit }) else {
        fail(item, Self.tooManyOwned)
        continue
      }
      for target in targets { owned[target, default: 0] += 1 }
    }
  }

  /// Returns the owners that the request has given to a record.
  private func newOwners(of name: RecordName) -> [RecordName] {
    guard let record = zone.records[name]?.record else { return [] }
    let owners = record.links.filter { $0.value.contains(.deleteSelf) }
    guard !owners.isEmpty else { return [] }
    let before = draft.base.records[name]?.record.links ?? [:]
    return owners.keys.filter { before[$0]?.contains(.deleteSelf) != true }
  }

  // MARK: Shares

  /// Checks that a share's root exists, and that no hierarchy is shared twice. Roots that already
  /// existed were checked when the share was saved.
  private mutating func checkShares() {
    let places = Dictionary(
      draft.newShares.enumerated().map { ($0.element.name, $0.offset) }
    ) { first, _ in first }
    for (place, (item, name)) in draft.newShares.enumerated() {
      guard let root = zone.records[name]?.record.share?.rootRecordName else { continue }
      guard let record = zone.records[root]?.record else {
        fail(item, SharePlanner.rootIsMissing)
        continue
      }
      guard draft.isAwaited(root) else { continue }
      guard record.share == nil else {
        fail(item, SharePlanner.rootIsShare)
        continue
      }
      let above = record.parent.flatMap { $0 == root ? nil : draft.share(over: $0) }
      for other in [above, zone.shareBelow(root)] {
        guard let other, other != name else { continue }
        // Of two shares of the same request, the second fails.
        let last = max(place, places[other] ?? place)
        fail(draft.newShares[last].item, SharePlanner.alreadyShared)
      }
    }
  }

  // MARK: Participants

  private mutating func checkPlaces() {
    guard draft.viewer != nil else { return }
    for (item, name) in draft.saves {
      if let defect = ShareAccess.placeDefect(of: name, in: &draft) { fail(item, defect) }
    }
    for name in draft.removedNames {
      guard let item = draft.deletions[name],
        let defect = ShareAccess.deletionDefect(of: name, in: &draft)
      else { continue }
      fail(item, defect)
    }
  }

  // MARK: Deletions

  /// Checks that no deleted record is the target of a remaining dependent record (LOG for the text;
  /// INFER for cascades that reach such a record).
  private mutating func checkDeletions() {
    var blamed = Set<RecordName>()
    for name in draft.removedNames where isGone(name) {
      guard let holder = holder(of: name) else { continue }
      blame(name, heldBy: holder, &blamed)
    }
  }

  /// Returns a remaining record that needs this one. A record whose save fails does not count.
  private func holder(of name: RecordName) -> RecordName? {
    guard zone.references.hasSources(of: name) else { return nil }
    return zone.references.sources(of: name).first { source, link in
      link.holdsTarget && savers[source].flatMap { failures[$0] } == nil
    }?.name
  }

  /// Fails every deletion that removes the record, directly or by a cascade.
  private mutating func blame(
    _ name: RecordName, heldBy holder: RecordName, _ blamed: inout Set<RecordName>
  ) {
    let field = zone.records[holder]?.record.field(validating: name) ?? "parent"
    let error = CloudError(
      .referenceViolation, ServerText.heldByReference(of: holder, field: field))
    var reached = [name]
    while let next = reached.popLast() {
      guard isGone(next), blamed.insert(next).inserted,
        let removed = draft.effects.links?.removed[next]
      else { continue }
      if let item = draft.deletions[next] {
        fail(item, error)
      }
      if let owner = removed.owner { reached.append(owner) }
      for (target, link) in removed.record.links where link.contains(.deleteSelf) {
        reached.append(target)
      }
    }
  }
}

extension Record {
  /// Returns the first field with a reference that protects the record of the given name.
  fileprivate func field(validating name: RecordName) -> String? {
    fields.first { field in
      field.value.references.contains { $0.action == .validate && $0.recordName == name }
    }?.name
  }
}

extension CKErrorCode {
  /// The error of a child whose parent's save fails with this one in the same request; nil if the
  /// parent counts as missing.
  fileprivate var ofChild: CKErrorCode? {
    switch self {
    // For a grandchild, the save of its parent fails with internalError (DECIDED).
    case .referenceViolation, .internalError: .internalError
    case .quotaExceeded: .quotaExceeded
    default: nil
    }
  }
}
