/// Which share each record of a zone is under, and who takes part in it; each found once, however
/// deep the hierarchies are.
///
/// `ShareFinder` finds the same for calls. `mock/state/check` does not use it on purpose: a second
/// reading that shares code with the first would share its mistakes.
struct Hierarchies {
  private let zone: Zone
  /// The name of the share of the whole zone.
  private let zoneWide: String?
  private var shares: [ExactText: String?] = [:]
  private var accesses: Set<Access> = []
  /// How many records are under each share.
  private var counts: [ExactText: Int] = [:]
  /// Those who see what shares cover, besides the owner, in the order in which shares name them.
  private(set) var usersInOrder: [ExactText] = []
  private(set) var users: Set<ExactText> = []

  private struct Access: Hashable {
    let user: ExactText
    let share: ExactText
  }

  init(_ zone: Zone) {
    self.zone = zone
    zoneWide = zone.records[Share.zoneWideName]?.record.share == nil ? nil : Share.zoneWideName
  }

  /// The share that a record is under, as `Zone.share(over:)` has it.
  mutating func share(over record: Record) -> String? {
    if let zoneWide { return zoneWide }
    if record.share != nil { return record.recordName }
    var way: [ExactText] = []
    var seen: Set<ExactText> = []
    var found: String?
    var current: Record? = record
    while let here = current {
      let name = ExactText(here.recordName)
      if let known = shares[name] {
        found = known
        break
      }
      guard seen.insert(name).inserted else { break }
      way.append(name)
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
    if let share = share(over: record) { counts[ExactText(share), default: 0] += 1 }
  }

  mutating func addParticipants(of share: Share, named name: String) {
    for participant in share.participants {
      guard let user = participant.userRecordName,
        String.compare(user, zone.zoneID.ownerName) != 0
      else { continue }
      // The others would only be passed over.
      var alone = share
      alone.participants = [participant]
      guard alone.permission(of: user) != nil else { continue }
      accesses.insert(Access(user: ExactText(user), share: ExactText(name)))
      if users.insert(ExactText(user)).inserted { usersInOrder.append(ExactText(user)) }
    }
  }

  mutating func isVisible(_ record: Record, to user: String) -> Bool {
    guard let share = share(over: record) else { return false }
    return accesses.contains(Access(user: ExactText(user), share: ExactText(share)))
  }

  /// How many records each user sees.
  var visibleCount: [ExactText: Int] {
    var visible: [ExactText: Int] = [:]
    for access in accesses { visible[access.user, default: 0] += counts[access.share] ?? 0 }
    return visible
  }
}
