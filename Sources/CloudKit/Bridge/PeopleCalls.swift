internal import Foundation
internal import MockCloudCore
internal import Synchronization

extension CloudConnection {
  /// The identifier of the container; the configured one if the client named none.
  var containerIdentifier: String? { caller.container?.text ?? viewpoint.container }

  func accountStatus() throws(CKError) -> CKAccountStatus {
    switch try perform(GetAccountStatus()) {
    case .couldNotDetermine: .couldNotDetermine
    case .available: .available
    case .restricted: .restricted
    case .noAccount: .noAccount
    case .temporarilyUnavailable: .temporarilyUnavailable
    }
  }

  /// The record ID of the signed-in user, with the user's own name.
  func userRecordID() throws(CKError) -> CKRecordID {
    CKRecordID(recordName: try perform(GetUserRecordID()).text)
  }

  /// Sets the number on the app's icon, for a user who is signed in.
  func badgeChange(to value: Int) throws(CKError) -> ServiceCall<Never, Void> {
    // The cloud may keep the call, whose answer is then reported once more.
    let change = BadgeChange()
    return ServiceCall(GetUserRecordID(), in: self) {
      { _, _ in nil }
    } end: { [weak host = try reachable(), caller] _, _ in
      if change.isFirst { host?.cloud.setBadge(to: value, of: caller) }
    }
  }

  /// Looks up the shares of links, and reports them in the order of the links.
  func resolution(
    of links: [URL], fetchesRootRecord: Bool = false, desiredKeys: [CKRecord.FieldKey]? = nil
  ) -> ServiceCall<Found<URL, CKShareMetadata>, Void> {
    let desiredKeys = desiredKeys.map { NameList($0) }
    let requests = links.map {
      ShareLink(
        $0.absoluteString, fetchesRootRecord: fetchesRootRecord, rootDesiredKeys: desiredKeys)
    }
    return ServiceCall(ResolveShares(requests), in: self) { index, item, viewpoint in
      item.found(at: index, of: links, viewpoint) { $0.metadata(viewpoint, desiredKeys) }
    }
  }

  /// Accepts shares, and reports them in their order.
  func acceptance(
    of metadatas: [CKShareMetadata]
  ) -> ServiceCall<Found<CKShareMetadata, CKShare>, Void> {
    let links = metadatas.map { ShareLink($0.share.url?.absoluteString ?? "") }
    return ServiceCall(AcceptShares(links), in: self) { index, item, viewpoint in
      let found = item.found(at: index, of: metadatas, viewpoint) {
        $0.metadata(viewpoint, nil)?.share
      }
      guard var accepted = found else { return nil }
      let url = accepted.id.share.url
      accepted.errorKey = url.map { AnyHashable($0) }
      return accepted
    }
  }

  /// Looks up users to invite, and reports them in the order of the lookup infos.
  func participantSearch(
    _ infos: [CKUserIdentityLookupInfo]
  ) -> ServiceCall<Found<CKUserIdentityLookupInfo, CKShareParticipant>, Void> {
    let requester = requester
    let search = FetchShareParticipants(infos.map { $0.inCore(by: requester) })
    return ServiceCall(search, in: self) { index, item, viewpoint in
      item.found(at: index, of: infos, viewpoint) { item in
        if case .participant(let found) = item { CKShareParticipant(found, viewpoint) } else { nil }
      }
    }
  }

  /// Finds users, and reports those that were found, in the order of the lookup infos.
  ///
  /// - Parameter infos: Nil finds all contacts of the user.
  func discovery(_ infos: [CKUserIdentityLookupInfo]?) -> ServiceCall<FoundIdentity, Void> {
    let requester = requester
    let wanted = infos?.map { $0.inCore(by: requester) }
    let asked = Dictionary(zip(wanted ?? [], infos ?? []), uniquingKeysWith: { first, _ in first })
    return ServiceCall(DiscoverUsers(wanted), in: self) { _, item, viewpoint in
      guard case .success(.discoveredUser(let found)) = item else { return nil }
      let name = found.user.userRecordName
      let info = found.properties.lazy.compactMap { asked[$0] }.first
      return FoundIdentity(
        info: info,
        identity: CKUserIdentity(
          userRecordID: viewpoint.userRecordID(name),
          lookupInfo: info ?? CKUserIdentityLookupInfo(addressOf: found.user),
          nameComponents: found.user.nameComponents.map { PersonNameComponents($0) }))
    }
  }
}

/// Whether the badge of a call was set.
private final class BadgeChange: Sendable {
  private let isMade = Atomic<Bool>(false)

  /// True once.
  var isFirst: Bool { !isMade.exchange(true, ordering: .acquiringAndReleasing) }
}

extension DiscoveredUser {
  /// By what the user may have been looked up. The answer names the user, whatever was asked for.
  fileprivate var properties: [Share.LookupInfo] {
    [
      lookupInfo?.emailAddress.map { Share.LookupInfo(emailAddress: $0) },
      lookupInfo?.phoneNumber.map { Share.LookupInfo(phoneNumber: $0) },
      Share.LookupInfo(userRecordName: user.userRecordName),
    ].compactMap { $0 }
  }
}

extension CKUserIdentityLookupInfo {
  /// Nil for a user without an address.
  fileprivate convenience init?(addressOf user: User) {
    if let emailAddress = user.emailAddress {
      self.init(emailAddress: emailAddress.text)
    } else if let phoneNumber = user.phoneNumber {
      self.init(phoneNumber: phoneNumber.text)
    } else {
      return nil
    }
  }
}

/// A user who was found.
struct FoundIdentity {
  /// The lookup info by which the user was found; nil if the request had none.
  let info: CKUserIdentityLookupInfo?
  let identity: CKUserIdentity
}

extension AnswerItem {
  fileprivate func metadata(
    _ viewpoint: Viewpoint, _ desiredKeys: DesiredKeys
  ) -> CKShareMetadata? {
    guard case .shareMetadata(let metadata) = self else { return nil }
    return CKShareMetadata(metadata, viewpoint, desiredKeys)
  }
}

extension CKShareMetadata {
  fileprivate convenience init(
    _ metadata: ShareMetadata, _ viewpoint: Viewpoint, _ desiredKeys: DesiredKeys
  ) {
    let viewpoint = viewpoint.database(metadata.scope)
    let zoneID = CKRecordZoneID(metadata.zoneID, viewpoint)
    let record = CKRecord.of(metadata.share, viewpoint)
    let share = record as? CKShare ?? CKShare(recordZoneID: zoneID)
    let own = metadata.participant.map { CKShareParticipant($0, viewpoint) }
    self.init(
      Parts(
        containerIdentifier: metadata.container.text, share: share,
        hierarchicalRootRecordID: metadata.rootRecordName.map {
          CKRecordID(recordName: $0.text, zoneID: zoneID)
        },
        rootRecord: metadata.rootRecord.map {
          CKRecord.of($0, viewpoint, desiredKeys: desiredKeys)
        },
        ownerIdentity: share.owner.userIdentity, participantRole: own?.role ?? .publicUser,
        participantStatus: own?.acceptanceStatus ?? .unknown,
        participantPermission: own?.permission ?? share.publicPermission))
  }
}
