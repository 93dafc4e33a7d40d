internal import Foundation
internal import MockCloudCore

/// The calls of long-lived operations by the operations' IDs. The cloud stores their responses.
final class LongLivedCalls: @unchecked Sendable {
  /// A call that can be reported once more.
  struct Entry {
    /// The operation in the cloud.
    let callID: String
    /// The prepared request: a `ServiceCall`.
    let call: Any
    /// Makes an operation like the one that made the call, without its blocks and its cloud.
    let copy: () -> CKOperation
    /// Who made the call.
    let caller: Caller

    /// The database of the call.
    var scope: CKDatabase.Scope {
      switch caller.database {
      case .public: .public
      case .shared: .shared
      case .private, nil: .private
      }
    }
  }

  private let lock = NSLock()
  private var entries: [CKOperation.ID: Entry] = [:]
  /// The IDs in the order of the calls.
  private var order: [CKOperation.ID] = []

  /// Notes the first call of an operation: an operation of several calls makes the others again.
  func note(_ entry: Entry, of operationID: CKOperation.ID) {
    lock.withLock {
      guard entries[operationID] == nil else { return }
      entries[operationID] = entry
      order.append(operationID)
    }
  }

  subscript(operationID: CKOperation.ID) -> Entry? { lock.withLock { entries[operationID] } }

  /// The operations of a container's user that the cloud knows; forgets those whose answers it dropped.
  func known(to caller: Caller, in cloud: Cloud) throws(CloudError) -> [CKOperation.ID] {
    let kept: Set<String>
    do throws(Misuse) {
      let device = Caller(user: caller.user, device: caller.device)
      kept = Set(
        try cloud.perform(ListOperations(), as: device).filter(\.isLongLived).map(\.operationID))
    } catch {
      throw CloudError(.internalError, error.message)
    }
    return lock.withLock {
      func isCallers(_ operationID: CKOperation.ID) -> Bool {
        entries[operationID]?.caller.inContainer == caller.inContainer
      }
      order.removeAll { operationID in
        guard isCallers(operationID), let entry = entries[operationID],
          !kept.contains(entry.callID)
        else { return false }
        entries[operationID] = nil
        return true
      }
      return order.filter(isCallers)
    }
  }
}

extension CloudConnection {
  /// The long-lived operations of the user on the device in this container.
  func longLivedOperationIDs() throws(CKError) -> [CKOperation.ID] {
    let host = try reachable()
    return try reach { (cloud, caller) throws(CloudError) in
      try host.longLived.known(to: caller, in: cloud)
    }
  }

  /// The call of a long-lived operation; nil if the cloud knows none.
  func longLivedCall(
    _ operationID: CKOperation.ID
  ) throws(CKError) -> LongLivedCalls.Entry? {
    guard try longLivedOperationIDs().contains(operationID) else { return nil }
    return try reachable().longLived[operationID]
  }
}

extension Caller {
  /// The caller without the database: long-lived operations belong to a container.
  fileprivate var inContainer: Caller {
    Caller(container: container, environment: environment, user: user, device: device)
  }
}
