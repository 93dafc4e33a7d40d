internal import Foundation

/// Finds users by their properties (Apple: `CKDiscoverUserIdentitiesOperation`).
open class CKDiscoverUserIdentitiesOperation: CKOperation, @unchecked Sendable {
  @_Guarded open var userIdentityLookupInfos: [CKUserIdentityLookupInfo] = []

  @_Guarded open var userIdentityDiscoveredBlock:
    ((CKUserIdentity, CKUserIdentityLookupInfo) -> Void)?
  @_Guarded open var discoverUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `discoverUserIdentitiesResultBlock`.
  @_Guarded open var discoverUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(userIdentityLookupInfos: [CKUserIdentityLookupInfo]) {
    self.userIdentityLookupInfos = userIdentityLookupInfos
    super.init()
  }

  override func makeFirstCall() {
    let (result, completion) = (
      discoverUserIdentitiesResultBlock, discoverUserIdentitiesCompletionBlock
    )
    let item = userIdentityDiscoveredBlock
    discover(userIdentityLookupInfos) { found in
      if let info = found.info { item?(found.identity, info) }
    } end: { error in
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(error)
    }
  }

  override func again() -> CKOperation {
    CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: userIdentityLookupInfos)
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    _userIdentityDiscoveredBlock.reset()
    _discoverUserIdentitiesResultBlock.reset()
    _discoverUserIdentitiesCompletionBlock.reset()
  }
}

/// Finds the users among the contacts of the current one (Apple:
/// `CKDiscoverAllUserIdentitiesOperation`).
open class CKDiscoverAllUserIdentitiesOperation: CKOperation, @unchecked Sendable {
  @_Guarded open var userIdentityDiscoveredBlock: ((CKUserIdentity) -> Void)?
  @_Guarded open var discoverAllUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `discoverAllUserIdentitiesResultBlock`.
  @_Guarded open var discoverAllUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  override func makeFirstCall() {
    let (result, completion) = (
      discoverAllUserIdentitiesResultBlock, discoverAllUserIdentitiesCompletionBlock
    )
    let item = userIdentityDiscoveredBlock
    discover(nil) { found in
      item?(found.identity)
    } end: { error in
      result?(error.map { .failure($0) } ?? .success(()))
      completion?(error)
    }
  }

  override func again() -> CKOperation { CKDiscoverAllUserIdentitiesOperation() }

  override func releaseBlocks() {
    super.releaseBlocks()
    _userIdentityDiscoveredBlock.reset()
    _discoverAllUserIdentitiesResultBlock.reset()
    _discoverAllUserIdentitiesCompletionBlock.reset()
  }
}

extension CKOperation {
  /// Finds users; nil finds all contacts of the user.
  fileprivate func discover(
    _ infos: [CKUserIdentityLookupInfo]?, item: @escaping (FoundIdentity) -> Void,
    end: @escaping (CKError?) -> Void
  ) {
    make { () throws(CKError) in
      try connected().discovery(infos)
    } _: { report in
      switch report {
      case .part(let found): item(found)
      case .progress, .persisted: break
      case .end(let result): end(result.failure)
      }
    }
  }
}
