internal import Foundation

/// Looks up users to add to a share (Apple: `CKFetchShareParticipantsOperation`).
open class CKFetchShareParticipantsOperation: CKOperation, @unchecked Sendable {
  open var userIdentityLookupInfos: [CKUserIdentityLookupInfo]?

  open var perShareParticipantResultBlock:
    ((CKUserIdentityLookupInfo, Result<CKShareParticipant, any Error>) -> Void)?
  open var fetchShareParticipantsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perShareParticipantResultBlock`, for users who were found.
  open var shareParticipantFetchedBlock: ((CKShareParticipant) -> Void)?
  /// The older form of `fetchShareParticipantsResultBlock`.
  open var fetchShareParticipantsCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(userIdentityLookupInfos: [CKUserIdentityLookupInfo]) {
    self.userIdentityLookupInfos = userIdentityLookupInfos
    super.init()
  }

  open override func main() {
    let (result, completion) = (
      fetchShareParticipantsResultBlock, fetchShareParticipantsCompletionBlock
    )
    let (item, older) = (perShareParticipantResultBlock, shareParticipantFetchedBlock)
    let infos = userIdentityLookupInfos ?? []
    makeForFound(orPartialFailure: "Failed to fetch some share participants") {
      () throws(CKError) in
      try connected().participantSearch(infos)
    } item: { info, found in
      if let participant = found.value { older?(participant) }
      item?(info, found)
    } end: { _, end in
      result?(end.result)
      completion?(end.error)
    }
  }

  override func again() -> CKOperation {
    CKFetchShareParticipantsOperation(userIdentityLookupInfos: userIdentityLookupInfos ?? [])
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perShareParticipantResultBlock = nil
    fetchShareParticipantsResultBlock = nil
    shareParticipantFetchedBlock = nil
    fetchShareParticipantsCompletionBlock = nil
  }
}
