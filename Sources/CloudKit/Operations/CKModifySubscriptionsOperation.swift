internal import Foundation

/// Saves and deletes subscriptions (Apple: `CKModifySubscriptionsOperation`).
open class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
  @_Guarded open var subscriptionsToSave: [CKSubscription]?
  @_Guarded open var subscriptionIDsToDelete: [CKSubscription.ID]?

  @_Guarded open var perSubscriptionSaveBlock:
    ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
  @_Guarded open var perSubscriptionDeleteBlock:
    ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
  @_Guarded open var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `modifySubscriptionsResultBlock`.
  @_Guarded open var modifySubscriptionsCompletionBlock:
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

  override func makeFirstCall() {
    let (result, completion) = (modifySubscriptionsResultBlock, modifySubscriptionsCompletionBlock)
    let (saving, deleting) = (subscriptionsToSave ?? [], subscriptionIDsToDelete ?? [])
    let (save, delete) = (perSubscriptionSaveBlock, perSubscriptionDeleteBlock)
    makeForChanges(
      orPartialFailure: "Failed to modify some subscriptions", collects: completion != nil,
      { () throws(CKError) in try connected().subscriptionChange(saving: saving, deleting: deleting)
      },
      save: save, delete: delete,
      end: { saved, deleted, end in
        result?(end.result)
        completion?(end.values(saved), end.values(deleted), end.error)
      })
  }

  override func again() -> CKOperation {
    CKModifySubscriptionsOperation(
      subscriptionsToSave: subscriptionsToSave, subscriptionIDsToDelete: subscriptionIDsToDelete)
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _perSubscriptionSaveBlock.reset()
    _perSubscriptionDeleteBlock.reset()
    _modifySubscriptionsResultBlock.reset()
    _modifySubscriptionsCompletionBlock.reset()
  }
}
