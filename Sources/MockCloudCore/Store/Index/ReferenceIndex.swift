/// The references within a zone by target: for every target, the records whose references matter
/// when the target is deleted. Plain references may dangle and are not included.
struct ReferenceIndex: Sendable {
  private var incoming = OrderedMap<RecordName, Incoming>()

  /// The dependency of a record on another.
  struct Link: OptionSet, Sendable {
    let rawValue: UInt8
    /// The record is deleted with the target.
    static let deleteSelf = Link(rawValue: 1)
    /// The target cannot be deleted while the record exists.
    static let validate = Link(rawValue: 2)
    /// The target is the record's parent in a sharing hierarchy, and cannot be deleted either.
    static let parent = Link(rawValue: 4)

    /// Whether the target must exist and must not be deleted.
    var holdsTarget: Bool { !isDisjoint(with: [.validate, .parent]) }
  }

  private struct Incoming: Sendable {
    var links = OrderedMap<RecordName, Link>()
    /// The number of records that are deleted with the target.
    var owned = 0

    mutating func set(_ link: Link, _ source: RecordName) {
      let former = links.updateValue(link, forKey: source) ?? []
      owned += (link.contains(.deleteSelf) ? 1 : 0) - (former.contains(.deleteSelf) ? 1 : 0)
    }
  }

  var isEmpty: Bool { incoming.isEmpty }

  /// Returns the records that depend on a target, sorted by name.
  func sources(of target: RecordName) -> [(name: RecordName, link: Link)] {
    incoming[target]?.links.map { (name: $0.key, link: $0.value) } ?? []
  }

  /// Whether any record depends on the target.
  func hasSources(of target: RecordName) -> Bool { incoming[target] != nil }

  /// Returns the number of records that are deleted with the target.
  func owned(by target: RecordName) -> Int { incoming[target]?.owned ?? 0 }

  /// Returns the first target for which the two indexes differ.
  func firstDifference(from other: ReferenceIndex) -> RecordName? {
    OrderedMap.firstDifference(incoming, other.incoming) { mine, others in
      mine.owned == others.owned
        && OrderedMap.firstDifference(mine.links, others.links, where: ==) == nil
    }
  }

  /// Replaces the references of a record; nil means no record.
  mutating func update(_ source: RecordName, from old: Record?, to new: Record?) {
    let before = old?.links ?? [:]
    let after = new?.links ?? [:]
    if before.isEmpty, after.isEmpty { return }
    for (target, _) in before where after[target] == nil { remove(source, from: target) }
    for (target, link) in after where before[target] != link { set(link, source, target) }
  }

  private mutating func set(_ link: Link, _ source: RecordName, _ target: RecordName) {
    incoming.modify(target, default: Incoming()) { $0.set(link, source) }
  }

  private mutating func remove(_ source: RecordName, from target: RecordName) {
    let isEmpty = incoming.modify(target) { entry in
      let former = entry.links.removeValue(forKey: source) ?? []
      entry.owned -= former.contains(.deleteSelf) ? 1 : 0
      return entry.links.isEmpty
    }
    if isEmpty == true { incoming.removeValue(forKey: target) }
  }
}

extension Record {
  /// The dependencies of this record on others, by their names.
  var links: [RecordName: ReferenceIndex.Link] { RecordLinks.links(fields, parent: parent) }
}

extension FieldValue {
  /// Whether a record with this value depends on another.
  var holdsLink: Bool {
    switch self {
    case .reference(let reference): reference.action != .none
    case .referenceList(let list): list.contains { $0.action != .none }
    default: false
    }
  }
}

/// Finds the dependencies of a record on others.
enum RecordLinks {
  /// Whether `links` would return any.
  static func areIn(_ fields: [Field], parent: RecordName?) -> Bool {
    parent != nil || fields.contains { $0.value.holdsLink }
  }

  static func links(_ fields: [Field], parent: RecordName?) -> [RecordName: ReferenceIndex.Link] {
    var links: [RecordName: ReferenceIndex.Link] = [:]
    if let parent { links[parent] = .parent }
    for field in fields {
      switch field.value {
      case .reference(let reference): add(reference, to: &links)
      case .referenceList(let list): for reference in list { add(reference, to: &links) }
      default: continue
      }
    }
    return links
  }

  private static func add(_ reference: Reference, to links: inout [RecordName: ReferenceIndex.Link])
  {
    switch reference.action {
    case .none: return
    case .deleteSelf: links[reference.recordName, default: []].insert(.deleteSelf)
    case .validate: links[reference.recordName, default: []].insert(.validate)
    }
  }
}
