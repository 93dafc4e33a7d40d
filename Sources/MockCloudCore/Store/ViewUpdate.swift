/// Works out what a call means for the participants of a zone: which records came into sight, changed
/// before their eyes, or went out of sight.
///
/// The records that the call changed are shown to everyone who sees them. Others are shown only where
/// another share is over them than before, or other people are in it: they are found by going down
/// from the records that moved and from the roots of the shares that changed.
struct ViewUpdate {
  /// What a view is to note of one record.
  struct Note: Sendable {
    let recordName: String
    let recordType: String
    let isDeletion: Bool
  }

  private let base: Zone
  private var former = ShareFinder()
  private var current = ShareFinder()
  private var audiences: [SharePair: Audience] = [:]
  private var notes: [String: [Note]] = [:]
  /// Who sees something of the zone, or did so before, by shares that the call changed.
  private var affected = Set<String>()
  /// How many records were looked at.
  private(set) var steps = 0

  /// The shares over a record: the one before the call, and the one after it.
  private struct SharePair: Hashable {
    let former: String?
    let current: String?
  }

  /// Who sees what is under a pair of shares.
  private struct Audience {
    let current: [String]
    let gained: [String]
    let lost: [String]

    var isUnchanged: Bool { gained.isEmpty && lost.isEmpty }
  }

  /// - Parameter changes: One for each record that changed.
  init(from base: Zone, to zone: Zone, by changes: [RecordChange]) {
    self.base = base
    for change in changes { noteUsers(change) }
    for change in changes { note(change, zone) }
    spread(changes, zone)
  }

  /// Whom the call means anything, sorted.
  var users: [String] {
    affected.union(notes.keys).sorted { String.compare($0, $1) < 0 }
  }

  func notes(for user: String) -> [Note] { notes[user] ?? [] }

  // MARK: The records that changed

  private mutating func noteUsers(_ change: RecordChange) {
    let users = (change.before?.share?.viewers ?? []) + (change.after?.share?.viewers ?? [])
    affected.formUnion(users.filter { $0 != base.zoneID.ownerName })
  }

  private mutating func note(_ change: RecordChange, _ zone: Zone) {
    guard let record = change.record else { return }
    steps += 1
    let audience = audience(of: shares(over: record.recordName, zone), zone)
    tell(audience.current, record, isDeletion: false)
    tell(audience.lost, record, isDeletion: true)
  }

  private mutating func tell(_ users: [String], _ record: Record, isDeletion: Bool) {
    for user in users {
      notes[user, default: []].append(
        Note(
          recordName: record.recordName, recordType: record.recordType, isDeletion: isDeletion))
    }
  }

  // MARK: The records around them

  /// Notes the records that did not change and are seen by others than before.
  private mutating func spread(_ changes: [RecordChange], _ zone: Zone) {
    var visited = Set<String>()
    let changed = Set(changes.lazy.compactMap { $0.record?.recordName })
    var others: [String] = []
    var below: [String] = []
    for change in changes { add(change, to: &below, zone) }
    while let name = below.popLast() {
      guard visited.insert(name).inserted, zone.records[name] != nil else { continue }
      steps += 1
      let shares = shares(over: name, zone)
      if shares.former == shares.current, audience(of: shares, zone).isUnchanged { continue }
      if !changed.contains(name) { others.append(name) }
      // A share over the whole zone needs no way down.
      if !zone.isSharedAsWhole, !base.isSharedAsWhole { below += zone.children(of: name) }
    }
    for name in others.sorted(by: { String.compare($0, $1) < 0 }) {
      guard let record = zone.records[name]?.record else { continue }
      let audience = audience(of: shares(over: name, zone), zone)
      tell(audience.gained, record, isDeletion: false)
      tell(audience.lost, record, isDeletion: true)
    }
  }

  /// Adds the records from which a change spreads.
  private func add(_ change: RecordChange, to below: inout [String], _ zone: Zone) {
    guard let record = change.record else { return }
    if change.before?.share != change.after?.share {
      if record.recordName == Share.zoneWideName { below += zone.records.map(\.key) }
      for share in [change.before?.share, change.after?.share] {
        if let root = share?.rootRecordName { below.append(root) }
      }
    }
    if change.after == nil {
      below += zone.children(of: record.recordName)
    } else if !(change.before?.parent).hasBytes(of: change.after?.parent)
      || !(change.before?.shareName).hasBytes(of: change.after?.shareName)
    {
      below.append(record.recordName)
    }
  }

  // MARK: Shares and people

  private mutating func shares(over name: String, _ zone: Zone) -> SharePair {
    SharePair(
      former: former.share(over: name, in: base), current: current.share(over: name, in: zone))
  }

  private mutating func audience(of pair: SharePair, _ zone: Zone) -> Audience {
    if let known = audiences[pair] { return known }
    let before = base.viewers(of: pair.former)
    let after = zone.viewers(of: pair.current)
    let (earlier, later) = (Set(before), Set(after))
    let audience = Audience(
      current: after, gained: after.filter { !earlier.contains($0) },
      lost: before.filter { !later.contains($0) })
    audiences[pair] = audience
    return audience
  }
}

extension Zone {
  /// The users besides the owner to whom a share shows something.
  fileprivate func viewers(of shareName: String?) -> [String] {
    guard let shareName, let share = records[shareName]?.record.share else { return [] }
    return share.viewers.filter { $0 != zoneID.ownerName }
  }
}
