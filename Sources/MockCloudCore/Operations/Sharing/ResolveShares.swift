/// `records/resolve`: returns the shares of links.
public struct ResolveShares: Operation {
  public static let name = "records/resolve"
  public static let access = OperationAccess.account
  public static let onlyScope: DatabaseScope? = .public
  public static let effect = OperationEffect.nothing
  public static var partialFailureText: String { ServerText.someSharesNotFetched }

  public var links: [ShareLink]

  public init(_ links: [ShareLink]) { self.links = links }

  public var itemCount: Int { links.count }

  public func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ShareMetadata>] {
    return links.map { link in
      ItemResult(.link(link.value)) { () throws(CloudError) in
        try session.reach(.item(FaultItem(.resolve, .link(link.value))))
        let found = try SharedPlace(link, in: world, context)
        try found.checkMayResolve(in: world)
        return found.metadata(for: context, link, in: world)
      }
    }
  }

  public func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<ShareMetadata>], to parts: inout Parts
  ) {
    parts.list(.results, answer) { .shareMetadata($0) }
  }
}
