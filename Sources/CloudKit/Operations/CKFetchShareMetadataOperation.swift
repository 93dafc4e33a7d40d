public import Foundation

/// Fetches what links to shares say about them (Apple: `CKFetchShareMetadataOperation`).
open class CKFetchShareMetadataOperation: CKOperation, @unchecked Sendable {
  @_Guarded open var shareURLs: [URL]?
  /// Whether the metadata have the root records.
  @_Guarded open var shouldFetchRootRecord = false
  /// The fields of the root records; nil means all.
  @_Guarded open var rootRecordDesiredKeys: [CKRecord.FieldKey]?

  @_Guarded open var perShareMetadataResultBlock:
    ((URL, Result<CKShareMetadata, any Error>) -> Void)?
  @_Guarded open var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `perShareMetadataResultBlock`.
  @_Guarded open var perShareMetadataBlock: ((URL, CKShareMetadata?, (any Error)?) -> Void)?
  /// The older form of `fetchShareMetadataResultBlock`.
  @_Guarded open var fetchShareMetadataCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(shareURLs: [URL]) {
    self.shareURLs = shareURLs
    super.init()
  }

  override func makeFirstCall() {
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
    _perShareMetadataResultBlock.reset()
    _fetchShareMetadataResultBlock.reset()
    _perShareMetadataBlock.reset()
    _fetchShareMetadataCompletionBlock.reset()
  }
}
