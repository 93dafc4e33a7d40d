public import Foundation

/// Fetches what links to shares say about them (Apple: `CKFetchShareMetadataOperation`).
open class CKFetchShareMetadataOperation: CKOperation, @unchecked Sendable {
  open var shareURLs: [URL]?
  /// Whether the metadata have the root records.
  open var shouldFetchRootRecord = false
  /// The fields of the root records; nil means all.
  open var rootRecordDesiredKeys: [CKRecord.FieldKey]?

  open var perShareMetadataResultBlock: ((URL, Result<CKShareMetadata, any Error>) -> Void)?
  open var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perShareMetadataResultBlock`.
  open var perShareMetadataBlock: ((URL, CKShareMetadata?, (any Error)?) -> Void)?
  /// The older form of `fetchShareMetadataResultBlock`.
  open var fetchShareMetadataCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(shareURLs: [URL]) {
    self.shareURLs = shareURLs
    super.init()
  }

  open override func main() {
    let (result, completion) = (
      fetchShareMetadataResultBlock, fetchShareMetadataCompletionBlock
    )
    let (item, older) = (perShareMetadataResultBlock, perShareMetadataBlock)
    do throws(CKError) {
      var errors: [AnyHashable: any Error] = [:]
      let fetched = try connected().metadata(
        of: shareURLs ?? [], fetchesRootRecord: shouldFetchRootRecord,
        desiredKeys: rootRecordDesiredKeys)
      for (url, metadata) in fetched {
        if case .failure(let error) = metadata { errors[url] = error }
        item?(url, metadata.mapError { $0 as any Error })
        older?(url, try? metadata.get(), metadata.failure)
      }
      let error = CKError(partialErrors: errors, "Failed to fetch the metadata of some shares")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(error)
    } catch {
      result?(.failure(error))
      completion?(error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perShareMetadataResultBlock = nil
    fetchShareMetadataResultBlock = nil
    perShareMetadataBlock = nil
    fetchShareMetadataCompletionBlock = nil
  }
}
