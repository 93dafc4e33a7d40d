internal import Foundation

extension CKOperation {
  /// Runs the operation, as soon as it waits for no other one. Its blocks wait until it was added.
  /// Does nothing if it was added or started before.
  ///
  /// An operation that waits for no other one has the blocks and settings, and sends the records, that
  /// it has here: its first call is in flight when it was added. Otherwise this, and the order of
  /// calls, would depend on when queues start them. A client's class may set them when it starts, or
  /// make no call.
  ///
  /// - Parameter prepare: Sets what the operation inherits.
  func submit(_ prepare: () -> Void) {
    run.blocks.suspend()
    defer { run.blocks.resume() }
    let isReady = self.isReady
    guard run.submit(self, isReady: isReady) else { return }
    prepare()
    // What it waits for may have finished meanwhile.
    guard isReady else { return startIfReady() }
    // First, so that a cancellation by another thread is reported after the start.
    startOnBlocks()
    if isSentWhenAdded { run.adding { makeFirstCall() } }
  }

  /// Whether it is of a class of CloudKit that makes calls, and of no class of a client.
  var isSentWhenAdded: Bool { Self.sentWhenAdded.contains(ObjectIdentifier(type(of: self))) }

  private static let sentWhenAdded: Set<ObjectIdentifier> = {
    let classes: [CKOperation.Type] = [
      CKAcceptSharesOperation.self, CKDiscoverAllUserIdentitiesOperation.self,
      CKDiscoverUserIdentitiesOperation.self, CKFetchDatabaseChangesOperation.self,
      CKFetchRecordChangesOperation.self, CKFetchRecordZoneChangesOperation.self,
      CKFetchRecordZonesOperation.self, CKFetchRecordsOperation.self,
      CKFetchShareMetadataOperation.self, CKFetchShareParticipantsOperation.self,
      CKFetchSubscriptionsOperation.self, CKModifyBadgeOperation.self,
      CKModifyRecordZonesOperation.self, CKModifyRecordsOperation.self,
      CKModifySubscriptionsOperation.self, CKQueryOperation.self,
    ]
    return Set(classes.map { ObjectIdentifier($0) })
  }()

  /// Registers that the operation may be ready, because a dependency has finished or was removed.
  func noteReadiness() {
    if run.isWaiting { return startIfReady() }
    tellReadiness()
    guard run.isNew else { return }
    // Foundation's queue loses what changes in the moment in which the operation is added to it.
    Self.clock.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      if let self, run.isNew, isReady { tellReadiness() }
    }
  }

  /// A client's queue looks at the operation.
  func tellReadiness() {
    willChangeValue(forKey: "isReady")
    didChangeValue(forKey: "isReady")
  }

  /// Starts the operation if it waits for nothing any more.
  private func startIfReady() {
    guard run.isWaiting else { return }
    if isCancelled { return startWaiting() }
    guard awaited.haveFinished else { return }
    // A client's class may wait for more than its dependencies.
    if isSentWhenAdded || isReady { return startWaiting() }
    guard run.beginLooking() else { return }
    Self.clock.asyncAfter(deadline: .now() + Self.pause) { [self] in
      run.endLooking()
      startIfReady()
    }
  }

  /// Foundation does not let others observe `isReady`.
  private static let clock = DispatchQueue(label: "MockCloud.starter")
  private static let pause = DispatchTimeInterval.milliseconds(10)

  /// Starts the operation if it waits. It waits for no other one any more.
  func startWaiting() { if run.stopWaiting() { startOnBlocks() } }

  /// Starts the operation on its private queue, on which it runs at once.
  private func startOnBlocks() { run.blocks.async { self.run.starting { self.start() } } }
}
