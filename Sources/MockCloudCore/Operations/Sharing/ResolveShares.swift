/// `records/resolve`: returns the shares of links.
public struct ResolveShares: Operation {
  public static let name = "records/resolve"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static let effect = OperationEffect.nothing
  static var partialFailureText: String { ServerText.someSharesNotFetched }

  public var links: [ShareLink]

  public init(_ links: [ShareLink]) { self.links = links }

  var itemCount: Int { links.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ShareMetadata>] {
    return links.enumerated().map { index, link in
      ItemResult(.link(link.value)) { () throws(CloudError) in
        try session.reach(.item(FaultItem(.resolve, .link(link.value), position: index + 1)))
        let found = try SharedPlace(link, in: world, context)
        try found.checkMayResolve(in: world)
        return found.metadata(for: context, link, in: world)
      }
    }
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<ShareMetadata>], to parts: inout Parts
  ) {
    parts.list(.results, answer) { .shareMetadata($0) }
  }
}
