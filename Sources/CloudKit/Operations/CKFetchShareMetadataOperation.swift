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
    let (links, fetchesRootRecord) = (shareURLs ?? [], shouldFetchRootRecord)
    let desiredKeys = rootRecordDesiredKeys
    makeForFound(orPartialFailure: "Failed to fetch some share metadata") {
      () throws(CKError) in
      try connected().resolution(
        of: links, fetchesRootRecord: fetchesRootRecord, desiredKeys: desiredKeys)
    } item: { url, metadata in
      item?(url, metadata)
      older?(url, metadata.value, metadata.error)
    } end: { _, end in
      result?(end.result)
      completion?(end.error)
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchShareMetadataOperation()
    copy.shareURLs = shareURLs
    copy.shouldFetchRootRecord = shouldFetchRootRecord
    copy.rootRecordDesiredKeys = rootRecordDesiredKeys
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perShareMetadataResultBlock = nil
    fetchShareMetadataResultBlock = nil
    perShareMetadataBlock = nil
    fetchShareMetadataCompletionBlock = nil
  }
}
