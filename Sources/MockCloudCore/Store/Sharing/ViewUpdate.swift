/// Computes the effects of a call on the views of a zone's participants: records that became
/// visible, changed, or became invisible.
///
/// Changed records are reported to everyone who sees them. Other records are reported only if
/// another share covers them than before, or if the participants of their share changed: they are
/// found below the moved records and below the roots of changed shares.
struct ViewUpdate {
  /// A change of one record for a view.
  struct Note: Sendable {
    let recordName: RecordName
    /// What a feed has of the record if it is deleted.
    let deletion: RecordDeletion
    let isDeletion: Bool

    var recordType: RecordTypeName { deletion.recordType }
  }

  private let base: Zone
  private var former = ShareFinder()
  private var current = ShareFinder()
  private var audiences: [SharePair: Audience] = [:]
  private var notes: [UserRecordName: [Note]] = [:]
  /// The users who see part of the zone, or did so before, through shares that the call changed.
  private var affected = Set<UserRecordName>()
  /// The number of visited records.
  private(set) var steps = 0

  /// The shares that cover a record before and after the call.
  private struct SharePair: Hashable {
    let former: RecordName?
    let current: RecordName?
  }

  /// The users who see the records under a pair of shares.
  private struct Audience {
    let current: [UserRecordName]
    let gained: [UserRecordName]
    let lost: [UserRecordName]

    var isUnchanged: Bool { gained.isEmpty && lost.isEmpty }
  }

  /// - Parameter changes: One change for each changed record.
  init(from base: Zone, to zone: Zone, by changes: [RecordChange]) {
    self.base = base
    for change in changes { noteUsers(change) }
    for change in changes { note(change, zone) }
    spread(changes, zone)
  }

  /// The affected users, sorted.
  var users: [UserRecordName] {
    Array(affected.union(notes.keys)).genericSorted(by: <)
  }

  func notes(for user: UserRecordName) -> [Note] { notes[user] ?? [] }

  // MARK: Changed records

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

  private mutating func tell(_ users: [UserRecordName], _ record: Record, isDeletion: Bool) {
    let note = Note(
      recordName: record.recordName, deletion: RecordDeletion(of: record), isDeletion: isDeletion)
    for user in users { notes[user, default: []].append(note) }
  }

  // MARK: Other records

  /// Adds notes for unchanged records that other users see than before.
  private mutating func spread(_ changes: [RecordChange], _ zone: Zone) {
    var visited = Set<RecordName>()
    let changed = Set(changes.lazy.compactMap { $0.record?.recordName })
    var others: [RecordName] = []
    var below: [RecordName] = []
    for change in changes { add(change, to: &below, zone) }
    while let name = below.popLast() {
      guard visited.insert(name).inserted, zone.records[name] != nil else { continue }
      steps += 1
      let shares = shares(over: name, zone)
      if shares.former == shares.current, audience(of: shares, zone).isUnchanged { continue }
      if !changed.contains(name) { others.append(name) }
      // If a share covers the whole zone, all records are already included.
      if !zone.isSharedAsWhole, !base.isSharedAsWhole { below += zone.children(of: name) }
    }
    for name in Array(others).genericSorted(by: <) {
      guard let record = zone.records[name]?.record else { continue }
      let audience = audience(of: shares(over: name, zone), zone)
      tell(audience.gained, record, isDeletion: false)
      tell(audience.lost, record, isDeletion: true)
    }
  }

  /// Adds the records below which a change has effects.
  private func add(_ change: RecordChange, to below: inout [RecordName], _ zone: Zone) {
    guard let record = change.record else { return }
    if change.before?.share != change.after?.share {
      if record.recordName == Share.zoneWideName { below += zone.records.map(\.key) }
      // A record can have a share as its parent.
      below.append(record.recordName)
      for share in [change.before?.share, change.after?.share] {
        if let root = share?.rootRecordName { below.append(root) }
      }
    }
    if change.after == nil {
      below += zone.children(of: record.recordName)
    } else if change.before?.parent != change.after?.parent
      || change.before?.shareName != change.after?.shareName
    {
      below.append(record.recordName)
    }
  }

  // MARK: Shares and participants

  private mutating func shares(over name: RecordName, _ zone: Zone) -> SharePair {
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
  /// Returns the users, other than the owner, who see records through a share.
  fileprivate func viewers(of shareName: RecordName?) -> [UserRecordName] {
    guard let shareName, let share = records[shareName]?.record.share else { return [] }
    return share.viewers.filter { $0 != zoneID.ownerName }
  }
}
