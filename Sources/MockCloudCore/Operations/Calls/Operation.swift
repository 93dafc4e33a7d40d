/// One decoded operation of the simulated service: its request, its effect on the world, and the
/// parts of its answer.
///
/// The static members and `itemCount` are its requirements, which the pipeline checks for both
/// entry points.
protocol Operation: Sendable {
  associatedtype Answer: Sendable
  /// The operation's name in the dialect, for example `records/modify`.
  static var name: String { get }
  /// The requirement for the caller's account.
  static var access: OperationAccess { get }
  /// The only database that has the operation, whatever defaults say; nil means that more than one
  /// database has it.
  static var onlyScope: DatabaseScope? { get }
  /// The effect of the operation on the world.
  static var effect: OperationEffect { get }
  /// The names of the blocks of its events; those of lookups if CloudKit has no equivalent.
  static var blockNames: BlockNames { get }
  /// The text of the partial failure if some items failed.
  static var partialFailureText: String { get }
  /// The number of items in the request, which the service limits.
  var itemCount: Int { get }
  /// The approximate number of bytes that the request keeps in memory in addition to the world's
  /// data, and at least the size of its text without files; nil means the size of its JSON.
  var weight: Int? { get }
  /// Returns the properties of the request that fault rules refer to, besides its items.
  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest
  /// Runs the operation.
  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> Answer
  /// Whether an answer has sync tokens.
  func hasTokens(_ answer: Answer) -> Bool
  /// Passes the parts of an answer to a visitor, in their order.
  func describe<Parts: AnswerVisitor & ~Copyable>(_ answer: Answer, to parts: inout Parts)
}

extension Operation {
  static var onlyScope: DatabaseScope? { nil }
  static var effect: OperationEffect { .draft }
  static var blockNames: BlockNames { .lookup }
  static var partialFailureText: String { ServerText.someItemsFailed }
  var itemCount: Int { 0 }
  var weight: Int? { nil }
  func hasTokens(_ answer: Answer) -> Bool { false }

  func faultRequest(in world: borrowing World, as context: CallContext) -> FaultRequest {
    FaultRequest()
  }
}

/// The requirement of an operation for the caller's account.
enum OperationAccess: Sendable {
  /// A signed-in user in every database.
  case account
  /// A signed-in user, except in the public database (DOC: anonymous reads).
  case publicRead
  /// None.
  case open
}

/// The effect of an operation on the world.
enum OperationEffect: Sendable {
  /// No effect that a later call could observe.
  case nothing
  /// It changes the world in place after all checks: it does not throw after a change.
  case inPlace
  /// It changes a draft of the world, which is dropped if it throws.
  case draft
}

/// The fields in an answer: nil means all, an empty list means only system fields (DOC).
public typealias DesiredKeys = NameList?

extension CallContext {
  /// Returns the properties of a request about zones that fault rules refer to.
  ///
  /// - Parameters:
  ///   - count: The number of the request's items.
  ///   - zone: Returns the zone of an item by its index. Nil means the zone of requests that name
  ///     none.
  func faultRequest(
    about count: Int, in world: borrowing World, zone: (Int) -> ZoneID?
  ) -> FaultRequest {
    var request = FaultRequest()
    for index in 0..<max(0, count) {
      request.add(resolved(zone(index), in: world))
    }
    return request
  }

  /// Returns the complete zone ID for one that may be missing, have no owner, or name the owner by
  /// an alias.
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
}
