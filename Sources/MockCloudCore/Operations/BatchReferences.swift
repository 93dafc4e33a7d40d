/// Checks what the items of one request mean for references between records: targets that must
/// exist, targets that must stay, and how many records one target may own.
///
/// Items are judged by what the zone will hold when all of them are done, so a child may come before
/// its parent, and a parent may be deleted before its children. An item that fails changes that, so
/// the check goes on until nothing changes.
struct BatchReferences {
  private let zone: Zone
  private let limit: Int
  /// What the request still does to the zone's records, by name.
  private var saves: [String: Save] = [:]
  private var deletions: [String: Int] = [:]
  private(set) var errors: [Int: CloudError] = [:]

  private struct Save {
    let item: Int
    let links: [String: ReferenceIndex.Link]
  }

  init(_ zone: Zone, limit: Int) {
    self.zone = zone
    self.limit = limit
  }

  mutating func add(_ plan: RecordPlan, item: Int) {
    switch plan {
    case .delete(let name): deletions[name] = item
    case .leave, .absent: return
    case .save(let save):
      // A record whose name is still to be drawn can point, but nothing can point at it.
      let name = save.recordName ?? "#\(item)"
      saves[name] = Save(item: item, links: RecordLinks.links(save.fields, parent: save.parent))
    }
  }

  /// Whether there is anything to check.
  private var isTrivial: Bool {
    zone.references.isEmpty && saves.allSatisfy { $0.value.links.isEmpty }
  }

  mutating func check() {
    if isTrivial { return }
    var changed = true
    while changed {
      let before = errors.count
      checkTargets()
      checkOwners()
      checkDeletions()
      changed = errors.count > before
    }
  }

  private mutating func fail(_ item: Int, _ error: CloudError) {
    errors[item] = error
    saves = saves.filter { $0.value.item != item }
    deletions = deletions.filter { $0.value != item }
  }

  /// A parent and the target of a validating reference must exist (DOC CKModifyRecordsOperation,
  /// WS:Types).
  private mutating func checkTargets() {
    for save in saves.values.sorted(by: { $0.item < $1.item }) {
      let missing = save.links.sorted { $0.key < $1.key }.first { target, link in
        link.holdsTarget && zone.records[target] == nil && saves[target] == nil
      }
      guard let missing else { continue }
      // LOG sqlite-data#413 for the sentence about parents.
      let what =
        missing.value.contains(.parent)
        ? "target of a record's parent or share reference was not found"
        : "target of a validating reference was not found"
      fail(
        save.item,
        CloudError(.referenceViolation, "\(what): '\(NameRules.shortened(missing.key))'"))
    }
  }

  /// One record can own so many others (DOC CKRecord.Reference).
  private mutating func checkOwners() {
    var owned: [String: Int] = [:]
    for save in saves.sorted(by: { $0.value.item < $1.value.item }) {
      for (target, link) in save.value.links where link.contains(.deleteSelf) {
        if zone.references.has(.deleteSelf, from: save.key, to: target) { continue }
        owned[target, default: zone.references.owned(by: target)] += 1
        guard owned[target, default: 0] > limit else { continue }
        fail(
          save.value.item,
          CloudError(
            .limitExceeded, "Limit exceeded for number of owning references to single record"))
        break
      }
    }
  }

  /// A record that something depends on stays, unless what depends on it goes too (LOG for the
  /// text; INFER for cascades that reach such a record).
  private mutating func checkDeletions() {
    var gone = closure(of: Array(deletions.keys))
    for (name, item) in deletions.sorted(by: { $0.value < $1.value }) {
      guard isHeld(name, unless: gone) else { continue }
      fail(
        item,
        CloudError(
          .referenceViolation,
          "Record delete would violate validating reference, rejecting update"))
      gone = closure(of: Array(deletions.keys))
    }
  }

  /// Whether deleting the record, and all that goes with it, would leave something behind that
  /// depends on what was deleted.
  ///
  /// - Parameter gone: What goes with all deletions of the request.
  private func isHeld(_ name: String, unless gone: Set<String>) -> Bool {
    closure(of: [name]).contains { deleted in
      dependents(of: deleted).contains { $0.link.holdsTarget && !gone.contains($0.name) }
    }
  }

  /// The records, and all that they own.
  private func closure(of names: [String]) -> Set<String> {
    var gone = Set(names)
    var doomed = names
    while let next = doomed.popLast() {
      for (source, link) in dependents(of: next)
      where link.contains(.deleteSelf) && gone.insert(source).inserted {
        doomed.append(source)
      }
    }
    return gone
  }

  /// Who will depend on a record when the request's saves are done.
  private func dependents(of target: String) -> [(name: String, link: ReferenceIndex.Link)] {
    var dependents = zone.references.sources(of: target).filter { saves[$0.name] == nil }
    for (name, save) in saves {
      if let link = save.links[target] { dependents.append((name, link)) }
    }
    return dependents
  }
}
