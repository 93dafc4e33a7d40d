import Foundation

@testable import CloudKit
@testable import MockCloudCore

// Shares, users and accounts.
extension ClientSession {
  private func url(_ link: ShareLink) throws(Unsaid) -> URL {
    let text = Share.urlPrefix + link.shortGUID.text
    guard let url = URL(string: text), url.absoluteString == text else {
      throw Unsaid("a link that is no URL")
    }
    return url
  }

  private func id(_ url: URL) -> JSONCopy {
    .members(["shortGUID": .members(["value": .text(url.lastPathComponent)])])
  }

  func resolve(_ request: ResolveShares) throws(Unsaid) -> Said {
    let urls = try request.links.map(url)
    let fetchesRoot = request.links.first?.fetchesRootRecord ?? false
    let keys = request.links.first?.rootDesiredKeys
    guard
      request.links.allSatisfy({
        $0.fetchesRootRecord == fetchesRoot && $0.rootDesiredKeys == keys
      })
    else { throw Unsaid("the root record of one link") }
    let collected = Collected()
    if form == .methods, !fetchesRoot, Set(urls).count == urls.count {
      switch value({ container.fetchShareMetadatas(for: urls, completionHandler: $0) }) {
      case .success(let found): collected.add(urls, found, id) { AnswerJSON.metadata($1) }
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("results")
    }
    let operation = CKFetchShareMetadataOperation(shareURLs: urls)
    operation.shouldFetchRootRecord = fetchesRoot
    operation.rootRecordDesiredKeys = keys?.names
    operation.perShareMetadataResultBlock = { url, result in
      collected.add(url, id(url), result) { AnswerJSON.metadata($0) }
    }
    operation.fetchShareMetadataResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("results")
  }

  func accept(_ request: AcceptShares) throws(Unsaid) -> Said {
    let metadatas = try request.links.map { (link) throws(Unsaid) in metadata(try url(link)) }
    let collected = Collected()
    // The share alone, which a client has the metadata of.
    collected.lacks = [
      "containerIdentifier", "zoneID", "rootRecordName", "ownerIdentity", "participantType",
      "participantStatus", "participantPermission",
    ]
    func key(_ metadata: CKShare.Metadata) -> JSONCopy {
      metadata.share.url.map { id($0) } ?? .object([])
    }
    func json(_ metadata: CKShare.Metadata, _ share: CKShare) -> JSONCopy {
      key(metadata).and(.members(["share": AnswerJSON.record(share)]))
    }
    if form == .methods, Set(metadatas).count == metadatas.count {
      switch value({ container.accept(metadatas, completionHandler: $0) }) {
      case .success(let accepted): collected.add(metadatas, accepted, key, json)
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("results")
    }
    let operation = CKAcceptSharesOperation(shareMetadatas: metadatas)
    operation.perShareResultBlock = { metadata, result in
      collected.add(metadata.share.url ?? URL(fileURLWithPath: ""), key(metadata), result) {
        json(metadata, $0)
      }
    }
    operation.acceptSharesResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("results")
  }

  /// What a client has of a link: the metadata that the system gives it.
  private func metadata(_ url: URL) -> CKShare.Metadata {
    let share = CKShare(recordZoneID: .default)
    share.sharing.url = url
    return CKShare.Metadata(
      CKShare.Metadata.Parts(
        containerIdentifier: container.containerIdentifier ?? "", share: share,
        ownerIdentity: CKUserIdentity(userRecordID: nil), participantRole: .privateUser,
        participantStatus: .pending, participantPermission: .readOnly))
  }

  private func infos(
    _ infos: [Share.LookupInfo]
  ) throws(Unsaid) -> [CKUserIdentity.LookupInfo] {
    try infos.map { (info) throws(Unsaid) in
      guard let made = try Objects.lookupInfo(info) else { throw Unsaid("an empty lookup info") }
      return made
    }
  }

  func participants(_ request: FetchShareParticipants) throws(Unsaid) -> Said {
    let operation = CKFetchShareParticipantsOperation(
      userIdentityLookupInfos: try infos(request.lookupInfos))
    let collected = Collected()
    operation.perShareParticipantResultBlock = { info, result in
      collected.add(
        info, .members(["lookupInfo": AnswerJSON.lookupInfo(info)]), result
      ) { AnswerJSON.participant($0) }
    }
    operation.fetchShareParticipantsResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("participants")
  }

  func discover(_ request: DiscoverUsers) throws(Unsaid) -> Said {
    let collected = Collected()
    guard let lookupInfos = request.lookupInfos else {
      let operation = CKDiscoverAllUserIdentitiesOperation()
      operation.userIdentityDiscoveredBlock = { collected.add(AnswerJSON.identity($0)) }
      operation.discoverAllUserIdentitiesResultBlock = { collected.end($0) }
      run(operation)
      return collected.said("users")
    }
    let operation = CKDiscoverUserIdentitiesOperation(
      userIdentityLookupInfos: try infos(lookupInfos))
    operation.userIdentityDiscoveredBlock = { identity, _ in
      collected.add(AnswerJSON.identity(identity))
    }
    operation.discoverUserIdentitiesResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("users")
  }

  func status() throws(Unsaid) -> Said {
    let result = value { handler in container.accountStatus { handler(($0, $1)) } }
    if let error = result?.1 as? CKError { return failed(error) }
    let status =
      switch result?.0 {
      case .available: "available"
      case .noAccount: "noAccount"
      case .restricted: "restricted"
      case .temporarilyUnavailable: "temporarilyUnavailable"
      case .couldNotDetermine, nil: "couldNotDetermine"
      }
    return Said(status: 0, answer: .members(["accountStatus": .text(status)]))
  }

  func userRecordID() throws(Unsaid) -> Said {
    let result = value { handler in container.fetchUserRecordID { handler(($0, $1)) } }
    if let error = result?.1 as? CKError { return failed(error) }
    return Said(
      status: 0, answer: .members(["userRecordName": .text(result?.0?.recordName)]))
  }

  private func failed(_ error: CKError) -> Said {
    Said(status: Int32(error.errorCode), answer: .members(["error": AnswerJSON.error(error)]))
  }

  // MARK: Subscriptions

  private func id(_ name: String) -> JSONCopy { .members(["subscriptionID": .text(name)]) }

  func modify(_ request: ModifySubscriptions) throws(Unsaid) -> Said {
    let saved = request.items.prefix { $0.kind != .delete }
    let deleted = request.items.dropFirst(saved.count)
    if deleted.contains(where: { $0.kind != .delete }) { throw Unsaid("a deletion before a save") }
    if saved.contains(where: { $0.kind == .update }) {
      throw Unsaid("an update of a subscription")
    }
    let subscriptions = try saved.map { (item) throws(Unsaid) in
      try Objects.subscription(item.subscription)
    }
    let names = try deleted.map { (item) throws(Unsaid) -> String in
      guard let name = item.subscription.subscriptionID?.text else {
        throw Unsaid("a deletion without a name")
      }
      return name
    }
    let collected = Collected()
    func deletion(_ name: String) -> JSONCopy {
      id(name).and(.members(["deleted": .bool(true)]))
    }
    let ids = subscriptions.map(\.subscriptionID) + names
    if form == .methods, Set(ids).count == ids.count {
      let result = value {
        database.modifySubscriptions(
          saving: subscriptions, deleting: names, completionHandler: $0)
      }
      switch result {
      case .success(let (saved, deleted)):
        collected.add(subscriptions.map(\.subscriptionID), saved, id) {
          AnswerJSON.subscription($1)
        }
        collected.add(names, deleted, id) { name, _ in deletion(name) }
      case .failure(let error): collected.fail(error)
      case nil: break
      }
      return collected.said("subscriptions")
    }
    let operation = CKModifySubscriptionsOperation(
      subscriptionsToSave: subscriptions, subscriptionIDsToDelete: names)
    operation.perSubscriptionSaveBlock = { name, result in
      collected.add(name, id(name), result) { AnswerJSON.subscription($0) }
    }
    operation.perSubscriptionDeleteBlock = { name, result in
      collected.add(name, id(name), result) { deletion(name) }
    }
    operation.modifySubscriptionsResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("subscriptions")
  }

  func lookUp(_ request: LookupSubscriptions) throws(Unsaid) -> Said {
    fetch(CKFetchSubscriptionsOperation(subscriptionIDs: request.subscriptionIDs.map(\.text)))
  }

  func listSubscriptions() throws(Unsaid) -> Said {
    guard form == .methods else {
      return fetch(CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation())
    }
    let collected = Collected()
    let result = value { handler in database.fetchAllSubscriptions { handler(($0, $1)) } }
    for subscription in result?.0 ?? [] { collected.add(AnswerJSON.subscription(subscription)) }
    if let error = result?.1 { collected.fail(error) }
    return collected.said("subscriptions")
  }

  private func fetch(_ operation: CKFetchSubscriptionsOperation) -> Said {
    let collected = Collected()
    operation.perSubscriptionResultBlock = { name, result in
      collected.add(name, id(name), result) { AnswerJSON.subscription($0) }
    }
    operation.fetchSubscriptionsResultBlock = { collected.end($0) }
    run(operation)
    return collected.said("subscriptions")
  }
}
