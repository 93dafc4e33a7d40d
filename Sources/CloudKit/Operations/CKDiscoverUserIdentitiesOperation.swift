internal import Foundation

/// Finds users by their properties (Apple: `CKDiscoverUserIdentitiesOperation`).
open class CKDiscoverUserIdentitiesOperation: CKOperation, @unchecked Sendable {
  open var userIdentityLookupInfos: [CKUserIdentityLookupInfo] = []

  open var userIdentityDiscoveredBlock: ((CKUserIdentity, CKUserIdentityLookupInfo) -> Void)?
  open var discoverUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `discoverUserIdentitiesResultBlock`.
  open var discoverUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  public init(userIdentityLookupInfos: [CKUserIdentityLookupInfo]) {
    self.userIdentityLookupInfos = userIdentityLookupInfos
    super.init()
  }

  open override func main() {
    let (result, completion) = (
      discoverUserIdentitiesResultBlock, discoverUserIdentitiesCompletionBlock
    )
    let item = userIdentityDiscoveredBlock
    do throws(CKError) {
      for found in try connected().identities(userIdentityLookupInfos) {
        if let info = found.info { item?(found.identity, info) }
      }
      result?(.success(()))
      completion?(nil)
    } catch {
      result?(.failure(error))
      completion?(error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    userIdentityDiscoveredBlock = nil
    discoverUserIdentitiesResultBlock = nil
    discoverUserIdentitiesCompletionBlock = nil
  }
}

/// Finds the users among the contacts of the current one (Apple:
/// `CKDiscoverAllUserIdentitiesOperation`).
open class CKDiscoverAllUserIdentitiesOperation: CKOperation, @unchecked Sendable {
  open var userIdentityDiscoveredBlock: ((CKUserIdentity) -> Void)?
  open var discoverAllUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
  /// The older form of `discoverAllUserIdentitiesResultBlock`.
  open var discoverAllUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?

  public override init() { super.init() }

  open override func main() {
    let (result, completion) = (
      discoverAllUserIdentitiesResultBlock, discoverAllUserIdentitiesCompletionBlock
    )
    let item = userIdentityDiscoveredBlock
    do throws(CKError) {
      for found in try connected().identities(nil) { item?(found.identity) }
      result?(.success(()))
      completion?(nil)
    } catch {
      result?(.failure(error))
      completion?(error)
    }
  }

  override func releaseBlocks() {
    super.releaseBlocks()
    userIdentityDiscoveredBlock = nil
    discoverAllUserIdentitiesResultBlock = nil
    discoverAllUserIdentitiesCompletionBlock = nil
  }
}
