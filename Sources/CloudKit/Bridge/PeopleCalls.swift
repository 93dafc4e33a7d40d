internal import Foundation
internal import MockCloudCore

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

  /// Looks up the shares of links, and returns the results in the order of the links.
  func metadata(
    of links: [URL], fetchesRootRecord: Bool = false, desiredKeys: [CKRecord.FieldKey]? = nil
  ) throws(CKError) -> [(URL, Result<CKShareMetadata, CKError>)] {
    let requests = links.map {
      ShareLink(
        $0.absoluteString, fetchesRootRecord: fetchesRootRecord,
        rootDesiredKeys: desiredKeys.map { NameList($0) })
    }
    let results = try perform(ResolveShares(requests))
    let viewpoint = viewpoint
    return zip(links, results).map { link, result in
      let metadata = result.map { CKShareMetadata($0, viewpoint, desiredKeys) }
      return (link, metadata.mapError { CKError($0.error, viewpoint) })
    }
  }

  /// Accepts shares, and returns the results in their order.
  func accept(
    _ metadatas: [CKShareMetadata]
  ) throws(CKError) -> [(CKShareMetadata, Result<CKShare, CKError>)] {
    let links = metadatas.map { ShareLink($0.share.url?.absoluteString ?? "") }
    let results = try perform(AcceptShares(links))
    let viewpoint = viewpoint
    return zip(metadatas, results).map { metadata, result in
      let share = result.map { CKShareMetadata($0, viewpoint, nil).share }
      return (metadata, share.mapError { CKError($0.error, viewpoint) })
    }
  }

  /// Looks up users to invite, and returns the results in the order of the lookup infos.
  func participants(
    _ infos: [CKUserIdentityLookupInfo]
  ) throws(CKError) -> [(CKUserIdentityLookupInfo, Result<CKShareParticipant, CKError>)] {
    let results = try perform(FetchShareParticipants(infos.map(\.inCore)))
    let viewpoint = viewpoint
    return zip(infos, results).map { info, result in
      (
        info,
        result.map { CKShareParticipant($0, viewpoint) }
          .mapError { CKError($0.error, viewpoint) }
      )
    }
  }
}

extension CloudConnection {
  /// Finds users, and returns those that were found, in the order of the lookup infos; nil finds all
  /// contacts of the user.
  func identities(
    _ infos: [CKUserIdentityLookupInfo]?
  ) throws(CKError) -> [(info: CKUserIdentityLookupInfo?, identity: CKUserIdentity)] {
    let found = try perform(DiscoverUsers(infos?.map(\.inCore)))
    let viewpoint = viewpoint
    return found.map { found in
      let name = found.user.userRecordName
      let info = infos?.first { info in
        info.inCore.emailAddress != nil
          && info.inCore.emailAddress == found.lookupInfo?.emailAddress
          || info.inCore.phoneNumber != nil
            && info.inCore.phoneNumber == found.lookupInfo?.phoneNumber
          || info.userRecordID.map { $0.recordName.hasBytes(of: name.text) } ?? false
      }
      return (
        info,
        CKUserIdentity(
          userRecordID: viewpoint.userRecordID(name), lookupInfo: info,
          nameComponents: found.user.nameComponents.map { PersonNameComponents($0) })
      )
    }
  }
}

extension CKShareMetadata {
  fileprivate convenience init(
    _ metadata: ShareMetadata, _ viewpoint: Viewpoint, _ desiredKeys: [CKRecord.FieldKey]?
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
        participantStatus: own?.acceptanceStatus ?? .pending,
        participantPermission: own?.permission ?? share.publicPermission))
  }
}
