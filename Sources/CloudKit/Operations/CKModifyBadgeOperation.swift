internal import Foundation

/// Sets the number on the app's icon, which pushes of subscriptions with `shouldBadge` increment
/// (Apple: `CKModifyBadgeOperation`, deprecated).
open class CKModifyBadgeOperation: CKOperation, @unchecked Sendable {
  @_Guarded open var badgeValue = 0
  @_Guarded open var modifyBadgeCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(badgeValue: Int) {
    self.badgeValue = badgeValue
    super.init()
  }

  override func makeFirstCall() {
    let (completion, value) = (modifyBadgeCompletionBlock, badgeValue)
    make { () throws(CKError) in
      if value < 0 { throw CKError(unsendable: "Invalid badge: \(value) is below 0") }
      return try connected().badgeChange(to: value)
    } _: { report in
      if case .end(let end) = report { completion?(end.failure) }
    }
  }

  override func again() -> CKOperation {
    CKModifyBadgeOperation(badgeValue: badgeValue)
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _modifyBadgeCompletionBlock.reset()
  }
}
