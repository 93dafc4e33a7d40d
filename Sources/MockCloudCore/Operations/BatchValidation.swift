/// Judges what the items of a request made of one zone when all of them are applied: targets that must
/// exist, targets that must stay, how many records one target may own, roots of shares, and where
/// participants put what they saved.
///
/// All problems are found in one pass, in time linear in what was touched.
struct BatchValidation {
  private var draft: ZoneDraft
  private let limit: Int
  /// By item.
  private(set) var failures: [Int: CloudError] = [:]
  /// The items that saved records, by record.
  private let savers: [String: Int]

  /// - Parameter limit: How many records one record may own.
  init(_ draft: ZoneDraft, limit: Int) {
    self.draft = draft
    self.limit = limit
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

  /// Whether a deletion of the request took the record away.
  private func isGone(_ name: String) -> Bool {
    draft.effects.links?.removed[name] != nil && zone.records[name] == nil
  }

  // MARK: Targets

  /// A parent and the target of a validating reference must exist (DOC CKModifyRecordsOperation,
  /// WS:Types). Where a deletion of the same request took them, that deletion is at fault.
  private mutating func checkTargets() {
    for (item, name) in draft.saves {
      guard let record = zone.records[name]?.record else { continue }
      let missing = Self.missingTarget(of: record.links, in: zone) { isGone($0) }
      if let missing { failSave(item, name, missing.key, missing.value) }
    }
  }

  /// Fails a save, and with it the saves of what depends on a record that will then not be there.
  private mutating func failSave(
    _ item: Int, _ name: String, _ target: String, _ link: ReferenceIndex.Link
  ) {
    var failing = [(item: item, name: name, target: target, link: link)]
    while let next = failing.popLast() {
      guard failures[next.item] == nil else { continue }
      fail(next.item, Self.targetNotFound(next.target, next.link))
      guard draft.base.records[next.name] == nil else { continue }
      for (source, link) in zone.references.sources(of: next.name) where link.holdsTarget {
        guard let item = savers[source] else { continue }
        failing.append((item, source, next.name, link))
      }
    }
  }

  private static func targetNotFound(_ name: String, _ link: ReferenceIndex.Link) -> CloudError {
    // LOG sqlite-data#413 for the sentence about parents.
    let what =
      link.contains(.parent)
      ? "target of a record's parent or share reference was not found"
      : "target of a validating reference was not found"
    return CloudError(.referenceViolation, "\(what): '\(NameRules.shortened(name))'")
  }

  /// The first target, by name, that must be there and is not.
  private static func missingTarget(
    of links: [String: ReferenceIndex.Link], in zone: Zone, except isExcused: (String) -> Bool
  ) -> (key: String, value: ReferenceIndex.Link)? {
    links.filter { target, link in
      link.holdsTarget && zone.records[target] == nil && !isExcused(target)
    }.min { String.compare($0.key, $1.key) < 0 }
  }

  /// What the references of a record need that is saved by itself.
  ///
  /// - Parameter before: The record before it is saved.
  static func check(
    _ links: [String: ReferenceIndex.Link], of name: String?, before: Record?, in zone: Zone,
    limit: Int
  ) throws(CloudError) {
    let missing = missingTarget(of: links, in: zone) { $0 == name }
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

  /// One record can own so many others (DOC CKRecord.Reference). Of those that a request adds to it the
  /// first fit.
  private mutating func checkOwners() {
    let added = draft.saves.compactMap { item, name in
      let targets = newOwners(of: name)
      return targets.isEmpty ? nil : (item: item, targets: targets)
    }
    var owned: [String: Int] = [:]
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

  /// The records that own one since the request.
  private func newOwners(of name: String) -> [String] {
    guard let record = zone.records[name]?.record else { return [] }
    let owners = record.links.filter { $0.value.contains(.deleteSelf) }
    guard !owners.isEmpty else { return [] }
    let before = draft.base.records[name]?.record.links ?? [:]
    return owners.keys.filter { before[$0]?.contains(.deleteSelf) != true }
  }

  // MARK: Shares

  /// A share's root must be there, and no hierarchy is shared twice. Roots that were there when the
  /// share was saved have been judged then.
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
        // Of two shares of a request the second is one too many.
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
  }

  // MARK: Deletions

  /// A record that something depends on stays, unless what depends on it goes too (LOG for the
  /// text; INFER for cascades that reach such a record).
  private mutating func checkDeletions() {
    var blamed = Set<String>()
    for name in draft.removedNames where isGone(name) && isHeld(name) {
      blame(name, &blamed)
    }
  }

  /// Whether something is left that needs the record. What fails itself may not be left.
  private func isHeld(_ name: String) -> Bool {
    guard zone.references.hasSources(of: name) else { return false }
    return zone.references.sources(of: name).contains { source, link in
      link.holdsTarget && savers[source].flatMap { failures[$0] } == nil
    }
  }

  /// Fails every deletion that takes the record along.
  private mutating func blame(_ name: String, _ blamed: inout Set<String>) {
    var reached = [name]
    while let next = reached.popLast() {
      guard isGone(next), blamed.insert(next).inserted,
        let removed = draft.effects.links?.removed[next]
      else { continue }
      if let item = draft.deletions[next] {
        fail(
          item,
          CloudError(
            .referenceViolation,
            "Record delete would violate validating reference, rejecting update"))
      }
      if let owner = removed.owner { reached.append(owner) }
      for (target, link) in removed.record.links where link.contains(.deleteSelf) {
        reached.append(target)
      }
    }
  }
}
