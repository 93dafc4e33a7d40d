/// One operation of the simulated service, decoded: what a client asks and what it is answered.
public protocol Operation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `records/modify`.
  static var name: String { get }
  /// What the operation asks of the caller's account.
  static var access: OperationAccess { get }
  /// Runs the operation. One that throws leaves the world as it was.
  func run(in world: inout World, as context: CallContext) throws(CloudError) -> Answer
}

/// What an operation asks of the caller's account.
public enum OperationAccess: Sendable {
  /// A signed-in user, always.
  case account
  /// A signed-in user, except in the public database (DOC: anonymous reads).
  case publicRead
  /// Nothing.
  case open
}

/// Which fields an answer holds: nil means all, an empty list none but the system's (DOC).
public typealias DesiredKeys = [String]?

extension CallContext {
  /// The zone meant by a request that may leave out the zone, its owner, or call the owner by an
  /// alias.
  func resolved(_ zoneID: ZoneID?, in world: borrowing World) -> ZoneID {
    let owner =
      switch scope {
      case .public: OwnerAlias.publicOwner
      case .private, .shared: userRecordName ?? OwnerAlias.publicOwner
      }
    guard let zoneID else { return ZoneID(zoneName: ZoneID.defaultZoneName, ownerName: owner) }
    if scope == .public || zoneID.ownerName.isEmpty
      || OwnerAlias.currentUser.contains(zoneID.ownerName)
    {
      return ZoneID(zoneName: zoneID.zoneName, ownerName: owner)
    }
    if zoneID.ownerName == owner { return zoneID }
    let user = world.people.user(named: zoneID.ownerName)
    return ZoneID(
      zoneName: zoneID.zoneName, ownerName: user?.userRecordName ?? zoneID.ownerName)
  }

  /// Refuses lists that are longer than the service takes.
  func checkItems(_ count: Int, in world: borrowing World) throws(CloudError) {
    let limit = world.limits.itemsPerRequest
    guard count <= limit else {
      throw CloudError(.limitExceeded, ServerText.tooManyItems(count, limit: limit))
    }
  }
}
