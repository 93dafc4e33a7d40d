internal import Foundation

/// Accepts shares, after which their records are in the shared database (Apple:
/// `CKAcceptSharesOperation`).
open class CKAcceptSharesOperation: CKOperation, @unchecked Sendable {
  open var shareMetadatas: [CKShareMetadata]?

  open var perShareResultBlock: ((CKShareMetadata, Result<CKShare, any Error>) -> Void)?
  open var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perShareResultBlock`.
  open var perShareCompletionBlock: ((CKShareMetadata, CKShare?, (any Error)?) -> Void)?
  /// The older form of `acceptSharesResultBlock`.
  open var acceptSharesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(shareMetadatas: [CKShareMetadata]) {
    self.shareMetadatas = shareMetadatas
    super.init()
  }

  open override func main() {
    let (result, completion) = (acceptSharesResultBlock, acceptSharesCompletionBlock)
    let (item, older) = (perShareResultBlock, perShareCompletionBlock)
    do throws(CKError) {
      var errors: [AnyHashable: any Error] = [:]
      for (metadata, accepted) in try connected().accept(shareMetadatas ?? []) {
        if case .failure(let error) = accepted { errors[metadata.share.url] = error }
        item?(metadata, accepted.mapError { $0 as any Error })
        older?(metadata, try? accepted.get(), accepted.failure)
      }
      let error = CKError(partialErrors: errors, "Failed to accept some shares")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(error)
    } catch {
      result?(.failure(error))
      completion?(error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perShareResultBlock = nil
    acceptSharesResultBlock = nil
    perShareCompletionBlock = nil
    acceptSharesCompletionBlock = nil
  }
}

extension Result where Failure == CKError {
  /// The error; nil for a success.
  var failure: CKError? { if case .failure(let error) = self { error } else { nil } }
}
