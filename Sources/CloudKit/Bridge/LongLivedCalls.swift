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
    /// The container and the user of the call.
    let place: Place

    /// Whose operation it is, on a device.
    struct Place: Equatable {
      var container: ContainerIdentifier?
      var user: UserRecordName?
    }

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
  /// The operations by their calls, whose IDs a restored world gives once more.
  private var names: [String: CKOperation.ID] = [:]
  /// The IDs in the order of the calls.
  private var order: [CKOperation.ID] = []

  /// Takes over the calls of a cloud of which this one is a copy.
  func copy(_ others: LongLivedCalls) {
    let (entries, names, order) = others.lock.withLock {
      (others.entries, others.names, others.order)
    }
    lock.withLock { (self.entries, self.names, self.order) = (entries, names, order) }
  }

  /// Notes the first call of an operation: an operation of several calls makes the others again.
  func note(_ entry: Entry, of operationID: CKOperation.ID) {
    lock.withLock {
      guard entries[operationID] == nil else { return }
      if let former = names.updateValue(operationID, forKey: entry.callID) {
        entries[former] = nil
        order.removeAll { $0 == former }
      }
      entries[operationID] = entry
      order.append(operationID)
    }
  }

  subscript(operationID: CKOperation.ID) -> Entry? { lock.withLock { entries[operationID] } }

  /// The operations of a container on the caller's device that the cloud knows, however the callers
  /// were named; forgets those whose answers it dropped.
  func known(to caller: Caller, in cloud: Cloud) throws(CloudError) -> [CKOperation.ID] {
    let place = Entry.Place(of: caller, in: cloud)
    let kept: Set<String>
    do throws(Misuse) {
      let device = Caller(user: caller.user, device: caller.device)
      kept = Set(
        try cloud.perform(ListOperations(), as: device).filter(\.isLongLived).map(\.operationID))
    } catch {
      throw CloudError(.internalError, error.message)
    }
    return lock.withLock {
      order.removeAll { operationID in
        guard let entry = entries[operationID], entry.caller.user == caller.user,
          entry.caller.device == caller.device, !kept.contains(entry.callID)
        else { return false }
        entries[operationID] = nil
        names[entry.callID] = nil
        return true
      }
      return order.filter { operationID in
        guard let entry = entries[operationID] else { return false }
        return entry.place == place && kept.contains(entry.callID)
      }
    }
  }
}

extension CloudHost {
  /// Notes a call, so that its answer can be reported once more.
  ///
  /// - Parameters:
  ///   - callID: The ID of the operation in the cloud.
  ///   - copy: Makes an operation like the one that made the call, without its blocks and its cloud.
  func keep(
    _ call: Any, _ callID: String, of caller: Caller, as operationID: CKOperation.ID,
    _ copy: @escaping () -> CKOperation
  ) {
    let place = LongLivedCalls.Entry.Place(of: caller, in: cloud)
    longLived.note(
      LongLivedCalls.Entry(callID: callID, call: call, copy: copy, caller: caller, place: place),
      of: operationID)
  }
}

extension LongLivedCalls.Entry.Place {
  init(of caller: Caller, in cloud: Cloud) {
    let identity = cloud.identity(of: caller)
    self.init(container: identity?.container, user: identity?.user)
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
