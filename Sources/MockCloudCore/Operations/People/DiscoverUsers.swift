/// `users/discover`: finds users by their lookup information (DOC WS:DiscoveringUserIdentities,
/// CKDiscoverUserIdentitiesOperation). All users of the cloud are discoverable.
public struct DiscoverUsers: Operation {
  public static let name = "users/discover"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing
  static var blockNames: BlockNames { .discovery }

  /// Nil means all contacts of the caller, which are all other users of the cloud.
  public var lookupInfos: [Share.LookupInfo]?

  public init(_ lookupInfos: [Share.LookupInfo]? = nil) { self.lookupInfos = lookupInfos }

  var itemCount: Int { lookupInfos?.count ?? 0 }

  /// Returns the users found, with their lookup information; unknown users are left out, as in the
  /// native operation.
  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [DiscoveredUser] {
    guard let lookupInfos else {
      return try context.others(in: world).map { DiscoveredUser(user: $0, lookupInfo: nil) }
    }
    if let problem = lookupInfos.firstProblem(in: "lookupInfos", { $0.problem }) {
      throw problem.cloudError
    }
    return lookupInfos.compactMap { info in
      world.people.known(by: info).map {
        DiscoveredUser(user: $0, lookupInfo: info.naming($0))
      }
    }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [DiscoveredUser], to parts: inout Parts
  ) {
    parts.beginList(.users)
    for user in answer { parts.item(.discoveredUser(user)) }
    parts.endList()
  }
}
