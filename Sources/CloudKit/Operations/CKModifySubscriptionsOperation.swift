internal import Foundation

/// Saves and deletes subscriptions (Apple: `CKModifySubscriptionsOperation`).
open class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  open var subscriptionsToSave: [CKSubscription]?
  open var subscriptionIDsToDelete: [CKSubscription.ID]?

  open var perSubscriptionSaveBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  open var perSubscriptionDeleteBlock: ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
  open var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `modifySubscriptionsResultBlock`.
  open var modifySubscriptionsCompletionBlock:
    (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?

  public override init() { super.init() }

  public init(
    subscriptionsToSave: [CKSubscription]? = nil,
    subscriptionIDsToDelete: [CKSubscription.ID]? = nil
  ) {
    self.subscriptionsToSave = subscriptionsToSave
    self.subscriptionIDsToDelete = subscriptionIDsToDelete
    super.init()
  }

  open override func main() {
    let (result, completion) = (modifySubscriptionsResultBlock, modifySubscriptionsCompletionBlock)
    let (save, delete) = (perSubscriptionSaveBlock, perSubscriptionDeleteBlock)
    do throws(CKError) {
      let answer = try connected().modifySubscriptions(
        saving: subscriptionsToSave ?? [], deleting: subscriptionIDsToDelete ?? [])
      var errors: [AnyHashable: any Error] = [:]
      for (id, saved) in answer.saved {
        if case .failure(let error) = saved { errors[id] = error }
        save?(id, saved.mapError { $0 as any Error })
      }
      var deleted: [CKSubscription.ID] = []
      for (id, deletion) in answer.deleted {
        switch deletion {
        case .success: deleted.append(id)
        case .failure(let error): errors[id] = error
        }
        delete?(id, deletion.mapError { $0 as any Error })
      }
      let error = CKError(partialErrors: errors, "Failed to modify some subscriptions")
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(answer.saved.values(), deleted, error)
    } catch {
      result?(.failure(error))
      completion?(nil, nil, error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    perSubscriptionSaveBlock = nil
    perSubscriptionDeleteBlock = nil
    modifySubscriptionsResultBlock = nil
    modifySubscriptionsCompletionBlock = nil
  }
}
