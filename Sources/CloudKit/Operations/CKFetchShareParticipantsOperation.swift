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
    do throws(CKError) {
      var errors: [AnyHashable: any Error] = [:]
      for (info, found) in try connected().participants(userIdentityLookupInfos ?? []) {
        switch found {
        case .success(let participant): older?(participant)
        case .failure(let error): errors[info] = error
        }
        item?(info, found.mapError { $0 as any Error })
      }
      let error = CKError(partialErrors: errors, "Failed to fetch some share participants")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(error)
    } catch {
      result?(.failure(error))
      completion?(error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perShareParticipantResultBlock = nil
    fetchShareParticipantsResultBlock = nil
    shareParticipantFetchedBlock = nil
    fetchShareParticipantsCompletionBlock = nil
  }
}
