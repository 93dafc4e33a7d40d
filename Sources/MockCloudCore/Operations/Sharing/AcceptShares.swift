/// `records/accept`: makes the caller a participant (DOC WS:AcceptingShareRecords,
/// CKAcceptSharesOperation).
public struct AcceptShares: Operation {
  public static let name = "records/accept"
  static let access = OperationAccess.account
  static let onlyScope: DatabaseScope? = .public
  static var partialFailureText: String { ServerText.someSharesNotAccepted }

  public var links: [ShareLink]

  public init(_ links: [ShareLink]) { self.links = links }

  var itemCount: Int { links.count }

  func run(
    in world: inout World, as context: CallContext, _ session: inout CallSession
  ) throws(CloudError) -> [ItemResult<ShareMetadata>] {
    var results: [ItemResult<ShareMetadata>] = []
    for (index, link) in links.enumerated() {
      results.append(
        ItemResult(.link(link.value)) { () throws(CloudError) in
          for action in [FaultAction.resolve, .accept] {
            try session.reach(
              .item(FaultItem(action, .link(link.value), position: index + 1)))
          }
          return try accept(link, in: &world, context)
        })
    }
    return results
  }

  func describe<Parts: AnswerVisitor & ~Copyable>(
    _ answer: [ItemResult<ShareMetadata>], to parts: inout Parts
  ) {
    parts.list(.results, answer) { .shareMetadata($0) }
  }

  private func accept(
    _ link: ShareLink, in world: inout World, _ context: CallContext
  ) throws(CloudError) -> ShareMetadata {
    let found = try SharedPlace(link, in: world, context)
    guard let accepted = try found.accepted(in: world) else {
      return found.metadata(for: context, link, in: world)
    }
    var identifiers = world.identifiers
    let share = accepted.identified(by: &identifiers)
    world.identifiers = identifiers
    var effects = RecordEffects(savingItems: nil)
    world.withZone(found.zoneID, in: found.key) { zone in
      effects.revise(found.share.recordName, in: &zone) { record in
        var sharing = record.sharing ?? Record.Sharing()
        sharing.share = share
        return record.with(sharing)
      }
    }
    return try SharedPlace(link, in: world, context).metadata(for: context, link, in: world)
  }
}
