internal import Foundation

/// Fetches subscriptions (Apple: `CKFetchSubscriptionsOperation`).
open class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The IDs; nil means all subscriptions of the database, in an operation of `fetchAllSubscriptionsOperation()`.
  open var subscriptionIDs: [CKSubscription.ID]?

  open var perSubscriptionResultBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  open var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `fetchSubscriptionsResultBlock`.
  open var fetchSubscriptionCompletionBlock:
    (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?

  private var fetchesAll = false

  public required override init() { super.init() }

  public init(subscriptionIDs: [CKSubscription.ID]) {
    self.subscriptionIDs = subscriptionIDs
    super.init()
  }

  /// Creates an operation that fetches all subscriptions of the database.
  open class func fetchAllSubscriptionsOperation() -> Self {
    let operation = Self()
    operation.fetchesAll = true
    return operation
  }

  open override func main() {
    let (result, completion) = (fetchSubscriptionsResultBlock, fetchSubscriptionCompletionBlock)
    let item = perSubscriptionResultBlock
    do throws(CKError) {
      let connection = try connected()
      let fetched =
        try fetchesAll && subscriptionIDs == nil
        ? connection.allSubscriptions() : connection.subscriptions(subscriptionIDs ?? [])
      var found: [CKSubscription.ID: CKSubscription] = [:]
      var errors: [AnyHashable: any Error] = [:]
      for (id, fetched) in fetched {
        switch fetched {
        case .success(let value): found[id] = value
        case .failure(let error): errors[id] = error
        }
        item?(id, fetched.mapError { $0 as any Error })
      }
      let error = CKError(partialErrors: errors, "Failed to fetch some subscriptions")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(found, error)
    } catch {
      result?(.failure(error))
      completion?(nil, error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perSubscriptionResultBlock = nil
    fetchSubscriptionsResultBlock = nil
    fetchSubscriptionCompletionBlock = nil
  }
}
