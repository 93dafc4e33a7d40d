internal import Foundation

/// Accepts shares, after which their records are in the shared database (Apple:
/// `CKAcceptSharesOperation`).
open class CKAcceptSharesOperation: CKOperation, @unchecked Sendable {
  @_Guarded open var shareMetadatas: [CKShareMetadata]?

  @_Guarded open var perShareResultBlock: ((CKShareMetadata, Result<CKShare, any Error>) -> Void)?
  @_Guarded open var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perShareResultBlock`.
  @_Guarded open var perShareCompletionBlock: ((CKShareMetadata, CKShare?, (any Error)?) -> Void)?
  /// The older form of `acceptSharesResultBlock`.
  @_Guarded open var acceptSharesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(shareMetadatas: [CKShareMetadata]) {
    self.shareMetadatas = shareMetadatas
    super.init()
  }

  override func makeFirstCall() {
    let (result, completion) = (acceptSharesResultBlock, acceptSharesCompletionBlock)
    let (item, older) = (perShareResultBlock, perShareCompletionBlock)
    let metadatas = shareMetadatas ?? []
    makeForFound(orPartialFailure: "Failed to accept some shares") { () throws(CKError) in
      try connected().acceptance(of: metadatas)
    } item: { metadata, accepted in
      item?(metadata, accepted)
      older?(metadata, accepted.value, accepted.error)
    } end: { _, end in
      result?(end.result)
      completion?(end.error)
    }
  }

  override func again() -> CKOperation {
    CKAcceptSharesOperation(shareMetadatas: shareMetadatas ?? [])
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perShareResultBlock.reset()
    _acceptSharesResultBlock.reset()
    _perShareCompletionBlock.reset()
    _acceptSharesCompletionBlock.reset()
  }
}
