/// The share that covers each record of a zone, and its participants; each is computed once,
/// regardless of the depth of the hierarchies.
///
/// `ShareFinder` computes the same for calls. `mock/state/check` deliberately does not use it: a
/// check that shared code with it would share its mistakes.
struct Hierarchies {
  private let zone: Zone
  /// The name of the share of the whole zone.
  private let zoneWide: RecordName?
  private var shares: [RecordName: RecordName?] = [:]
  private var accesses: Set<Access> = []
  /// The number of records under each share.
  private var counts: [RecordName: Int] = [:]
  /// The users other than the owner who see shared records, in the order in which the shares list
  /// them.
  private(set) var usersInOrder: [UserRecordName] = []
  private(set) var users: Set<UserRecordName> = []

  private struct Access: Hashable {
    let user: UserRecordName
    let share: RecordName
  }

  init(_ zone: Zone) {
    self.zone = zone
    zoneWide = zone.records[Share.zoneWideName]?.record.share == nil ? nil : Share.zoneWideName
  }

  /// Returns the share that covers a record, by the rules of `ShareFinder.share(over:in:)`.
  mutating func share(over record: Record) -> RecordName? {
    if let zoneWide { return zoneWide }
    var way: [RecordName] = []
    var seen: Set<RecordName> = []
    var found: RecordName?
    var current: Record? = record
    while let here = current {
      let name = here.recordName
      if let known = shares[name] {
        found = known
        break
      }
      guard seen.insert(name).inserted else { break }
      way.append(name)
      if here.share != nil {
        found = name
        break
      }
      if let share = here.shareName {
        found = zone.records[share]?.record.share == nil ? nil : share
        break
      }
      current = here.parent.flatMap { zone.records[$0]?.record }
    }
    for name in way { shares[name] = .some(found) }
    return found
  }

  mutating func count(_ record: Record) {
    if let share = share(over: record) { counts[share, default: 0] += 1 }
  }

  mutating func addParticipants(of share: Share, named name: RecordName) {
    for participant in share.participants {
      guard let user = participant.userRecordName,
        user != zone.zoneID.ownerName
      else { continue }
      // Only this participant matters for the permission.
      var alone = share
      alone.participants = [participant]
      guard alone.permission(of: user) != nil else { continue }
      accesses.insert(Access(user: user, share: name))
      if users.insert(user).inserted { usersInOrder.append(user) }
    }
  }

  mutating func isVisible(_ record: Record, to user: UserRecordName) -> Bool {
    guard let share = share(over: record) else { return false }
    return accesses.contains(Access(user: user, share: share))
  }

  /// The number of records that each user sees.
  var visibleCount: [UserRecordName: Int] {
    var visible: [UserRecordName: Int] = [:]
    for access in accesses { visible[access.user, default: 0] += counts[access.share] ?? 0 }
    return visible
  }
}
