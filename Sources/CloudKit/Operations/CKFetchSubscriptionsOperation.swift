internal import Foundation

/// Fetches subscriptions (Apple: `CKFetchSubscriptionsOperation`).
open class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The IDs; nil means all subscriptions of the database, in an operation of `fetchAllSubscriptionsOperation()`.
  @_Guarded open var subscriptionIDs: [CKSubscription.ID]?

  @_Guarded open var perSubscriptionResultBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  @_Guarded open var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `fetchSubscriptionsResultBlock`.
  @_Guarded open var fetchSubscriptionCompletionBlock:
    (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?

  private var fetchesAll = false

  public override init() { super.init() }

  public init(subscriptionIDs: [CKSubscription.ID]) {
    self.subscriptionIDs = subscriptionIDs
    super.init()
  }

  /// Creates an operation that fetches all subscriptions of the database.
  ///
  /// Apple's is of the class on which it is called. Here, subclasses would have to have an initializer
  /// without parameters.
  open class func fetchAllSubscriptionsOperation() -> CKFetchSubscriptionsOperation {
    let operation = CKFetchSubscriptionsOperation()
    operation.fetchesAll = true
    return operation
  }

  override func makeFirstCall() {
    let (result, completion) = (fetchSubscriptionsResultBlock, fetchSubscriptionCompletionBlock)
    let item = perSubscriptionResultBlock
    let ids = fetchesAll && subscriptionIDs == nil ? nil : subscriptionIDs ?? []
    makeForFound(orPartialFailure: "Failed to fetch some subscriptions") { () throws(CKError) in
      let connection = try connected()
      guard let ids else { return connection.listSubscriptions() }
      return connection.lookUpSubscriptions(ids)
    } item: {
      item?($0, $1)
    } end: { found, end in
      result?(end.result)
      completion?(end.values(found), end.error)
    }
  }

  override func again() -> CKOperation {
    let copy = CKFetchSubscriptionsOperation()
    copy.subscriptionIDs = subscriptionIDs
    copy.fetchesAll = fetchesAll
    return copy
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perSubscriptionResultBlock.reset()
    _fetchSubscriptionsResultBlock.reset()
    _fetchSubscriptionCompletionBlock.reset()
  }
}
