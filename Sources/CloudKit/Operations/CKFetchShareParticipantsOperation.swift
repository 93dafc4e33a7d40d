internal import Foundation

/// Looks up users to add to a share (Apple: `CKFetchShareParticipantsOperation`).
open class CKFetchShareParticipantsOperation: CKOperation, @unchecked Sendable {
  @_Guarded open var userIdentityLookupInfos: [CKUserIdentityLookupInfo]?

  @_Guarded open var perShareParticipantResultBlock:
    ((CKUserIdentityLookupInfo, Result<CKShareParticipant, any Error>) -> Void)?
  @_Guarded open var fetchShareParticipantsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perShareParticipantResultBlock`, for users who were found.
  @_Guarded open var shareParticipantFetchedBlock: ((CKShareParticipant) -> Void)?
  /// The older form of `fetchShareParticipantsResultBlock`.
  @_Guarded open var fetchShareParticipantsCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(userIdentityLookupInfos: [CKUserIdentityLookupInfo]) {
    self.userIdentityLookupInfos = userIdentityLookupInfos
    super.init()
  }

  override func makeFirstCall() {
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
    _perShareParticipantResultBlock.reset()
    _fetchShareParticipantsResultBlock.reset()
    _shareParticipantFetchedBlock.reset()
    _fetchShareParticipantsCompletionBlock.reset()
  }
}
