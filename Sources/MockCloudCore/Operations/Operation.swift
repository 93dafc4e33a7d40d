/// One operation of the simulated service, decoded: what a client asks for, what that does to the
/// world, and what the answer consists of.
///
/// What the pipeline needs to know of an operation are its static members and `itemCount`, so every
/// way into the cloud applies the same rules.
public protocol Operation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `records/modify`.
  static var name: String { get }
  /// What the operation needs of the caller's account.
  static var access: OperationAccess { get }
  /// The database of requests that name none; nil means the configured default.
  static var standardScope: DatabaseScope? { get }
  /// What the operation does to the world.
  static var effect: OperationEffect { get }
  /// What the partial failure says where some of the items failed.
  static var partialFailureText: String { get }
  /// How many items the request has: the service bounds them.
  var itemCount: Int { get }
  /// About how many bytes the request keeps in memory besides what the world holds, and no less than the
  /// bytes of its text without files; nil means what its JSON takes up.
  var weight: Int? { get }
  /// What fault rules can ask about the request besides its items.
  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest
  /// The change feeds that the request reads.
  func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest]
  /// The page of a query that the request asks for; nil if it is no query, or an invalid one.
  func pageRequest(in world: borrowing World, as context: CallContext) -> PageRequest?
  /// The records that the request saves or deletes, as far as they have names.
  func saveRequests(in world: borrowing World, as context: CallContext) -> [SaveRequest]
  /// The names of records that the request has.
  var recordNames: [String] { get }
  /// Runs the operation.
  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> Answer
  /// Names the parts of an answer, in their order.
  func describe<Parts: AnswerVisitor & ~Copyable>(_ answer: Answer, to parts: inout Parts)
}

extension Operation {
  public static var standardScope: DatabaseScope? { nil }
  public static var effect: OperationEffect { .draft }
  public static var partialFailureText: String { ServerText.someItemsFailed }
  public var itemCount: Int { 0 }
  public var weight: Int? { nil }
  public var recordNames: [String] { [] }

  public func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    FaultRequest()
  }

  public func feedRequests(in world: borrowing World, as context: CallContext) -> [FeedRequest] {
    []
  }

  public func pageRequest(in world: borrowing World, as context: CallContext) -> PageRequest? {
    nil
  }

  public func saveRequests(in world: borrowing World, as context: CallContext) -> [SaveRequest] {
    []
  }
}

/// What an operation needs of the caller's account.
public enum OperationAccess: Sendable {
  /// A signed-in user, always.
  case account
  /// A signed-in user, except in the public database (DOC: anonymous reads).
  case publicRead
  /// Nothing.
  case open
}

/// What an operation does to the world.
public enum OperationEffect: Sendable {
  /// Nothing that any later call could tell.
  case nothing
  /// It changes the world in place, after the last check that could fail: it cannot throw any more
  /// once it has changed something.
  case inPlace
  /// It changes a draft of the world, which is dropped where it throws.
  case draft
}

/// Which fields an answer holds: nil means all, an empty list none but the system's (DOC).
public typealias DesiredKeys = NameList?

extension CallContext {
  /// A request about these zones, as fault rules see it. Nil is the zone of requests that name none.
  func faultRequest(about zoneIDs: [ZoneID?], in world: borrowing World) -> FaultRequest {
    var request = FaultRequest()
    for zoneID in zoneIDs {
      let zoneID = resolved(zoneID, in: world)
      if request.zoneIDs.last != zoneID { request.zoneIDs.append(zoneID) }
    }
    return request
  }

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
    if zoneID.ownerName.hasBytes(of: owner) { return zoneID }
    let user = world.people.user(named: zoneID.ownerName)
    return ZoneID(
      zoneName: zoneID.zoneName, ownerName: user?.userRecordName ?? zoneID.ownerName)
  }
}
