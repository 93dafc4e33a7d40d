internal import Foundation
internal import MockCloudCore

/// A call in a cloud.
struct CallID {
  /// A world that was restored gives it once more, to another call. Empty until the call is looked up:
  /// it is noted before it is submitted.
  fileprivate(set) var text = ""
  /// Who submitted the call. Nil if neither a world nor a snapshot has the call any more.
  private(set) weak var client: HandedClient?

  init(of client: HandedClient) { self.client = client }
}

/// The calls of long-lived operations by the operations' IDs. The cloud stores their responses.
final class LongLivedCalls: @unchecked Sendable {
  /// A call that can be reported once more.
  struct Entry {
    /// The operation in the cloud.
    fileprivate(set) var callID: CallID
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
  /// The IDs in the order of the calls.
  private var order: [CKOperation.ID] = []

  /// Takes over the calls of a cloud of which this one is a copy.
  func copy(_ others: LongLivedCalls) {
    let (entries, order) = others.lock.withLock { (others.entries, others.order) }
    lock.withLock { (self.entries, self.order) = (entries, order) }
  }

  /// Notes the first call of an operation: an operation of several calls makes the others again.
  func note(_ entry: Entry, of operationID: CKOperation.ID) {
    lock.withLock {
      guard entries[operationID] == nil else { return }
      entries[operationID] = entry
      order.append(operationID)
    }
  }

  /// The operations of a container on the caller's device that the cloud knows, however the callers
  /// were named, in the order of their calls. Those stay that only a snapshot has: it may be restored.
  func known(to caller: Caller, in cloud: Cloud) throws(CloudError) -> [CKOperation.ID] {
    let clients = try cloud.longLivedClients(of: caller.onItsDevice)
    let place = Entry.Place(of: caller, in: cloud)
    return withExtendedLifetime(clients) {
      let known = Set(clients.map { ObjectIdentifier($0) })
      return lock.withLock {
        forgetLost()
        return order.filter { operationID in
          guard let entry = entries[operationID], let client = entry.callID.client
          else { return false }
          return entry.place == place && known.contains(ObjectIdentifier(client))
        }
      }
    }
  }

  /// Forgets the operations that nothing can bring back.
  private func forgetLost() {
    order.removeAll { operationID in
      guard entries[operationID]?.callID.client == nil else { return false }
      entries[operationID] = nil
      return true
    }
  }

  /// The call of an operation, if it is known to the caller.
  func entry(
    _ operationID: CKOperation.ID, for caller: Caller, in cloud: Cloud
  ) throws(CloudError) -> Entry? {
    var entry = lock.withLock { entries[operationID] }
    let client = entry?.callID.client
    let callID = client?.submittedID ?? ""
    let clients = try cloud.longLivedClients(of: caller.onItsDevice, only: callID)
    guard let client, clients.contains(where: { $0 === client }),
      entry?.place == Entry.Place(of: caller, in: cloud)
    else { return nil }
    entry?.callID.text = callID
    return entry
  }
}

extension Caller {
  /// The caller without a container, which need not exist.
  fileprivate var onItsDevice: Caller { Caller(user: user, device: device) }
}

extension CloudHost {
  /// Notes a call that is about to be submitted, so that its answer can be reported once more. A fork
  /// that has the call then knows it. If it is refused, nobody has the client.
  ///
  /// - Parameters:
  ///   - client: Who submits the call.
  ///   - copy: Makes an operation like the one that made the call, without its blocks and its cloud.
  func keep(
    _ call: Any, for client: HandedClient, of caller: Caller, as operationID: CKOperation.ID,
    _ copy: @escaping () -> CKOperation
  ) {
    let place = LongLivedCalls.Entry.Place(of: caller, in: cloud)
    longLived.note(
      LongLivedCalls.Entry(
        callID: CallID(of: client), call: call, copy: copy, caller: caller, place: place),
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
    let host = try reachable()
    return try reach { (cloud, caller) throws(CloudError) in
      try host.longLived.entry(operationID, for: caller, in: cloud)
    }
  }
}
