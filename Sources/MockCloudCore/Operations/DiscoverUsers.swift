/// `users/discover`: identities of users by what is known of them (DOC WS:DiscoveringUserIdentities,
/// CKDiscoverUserIdentitiesOperation). Everyone here lets himself be discovered.
public struct DiscoverUsers: Operation {
  public static let name = "users/discover"
  public static let access = OperationAccess.account
  public static let standardScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing

  /// Nil asks for everyone that the caller knows, which is everyone else in the cloud.
  public var lookupInfos: [Share.LookupInfo]?

  public init(_ lookupInfos: [Share.LookupInfo]? = nil) { self.lookupInfos = lookupInfos }

  public var itemCount: Int { lookupInfos?.count ?? 0 }

  /// Who was found and by what; whoever is not known is left out, as the native operation does.
  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [DiscoveredUser] {
    try context.requirePublicDatabase()
    guard let lookupInfos else {
      return try context.others(in: world).map { DiscoveredUser(user: $0, lookupInfo: nil) }
    }
    return lookupInfos.compactMap { info in
      world.people.known(by: info).map {
        DiscoveredUser(user: $0, lookupInfo: info.naming($0))
      }
    }
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [DiscoveredUser], to parts: inout Parts
  ) {
    parts.beginList(.users)
    for user in answer { parts.item(.discoveredUser(user)) }
    parts.endList()
  }
}
