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
    guard run.submit(isReady: isReady) else { return }
    prepare()
    guard isReady else { return startAfterDependencies() }
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

  /// Starts the operation when those have finished that it depends on now.
  func startAfterDependencies() {
    let starter = Starter(self)
    guard run.wait(for: starter) else { return starter.leaveUnfinishedDependencies() }
    Self.waiting.addOperation(starter)
    // A cancellation by another thread has not found it.
    if isCancelled { startWaiting() }
  }

  /// Starts the operation if it waits. It waits for no other one any more.
  func startWaiting() { if run.stopWaiting() { startOnBlocks() } }

  /// Starts the operation on its private queue, on which it runs at once.
  private func startOnBlocks() { run.blocks.async { self.run.starting { self.start() } } }

  private static let waiting = OperationQueue()

  /// Starts an operation when those that it depends on have finished. The operation itself is in no
  /// queue of the module: it may be in one of the client, and a second queue would end the process.
  private final class Starter: Operation, @unchecked Sendable {
    private let operation: CKOperation

    init(_ operation: CKOperation) {
      self.operation = operation
      super.init()
      for dependency in operation.dependencies { addDependency(dependency) }
    }

    /// Starts the operation, or waits again if dependencies were added meanwhile. For none it waits
    /// twice: a client's class may say that it has finished, and then that it has not.
    override func main() {
      let known = Set(dependencies.map { ObjectIdentifier($0) })
      let isReady = operation.dependencies.allSatisfy {
        $0.isFinished || known.contains(ObjectIdentifier($0))
      }
      if !isReady, !operation.isCancelled { return operation.startAfterDependencies() }
      // A client's class may wait for more than its dependencies.
      if operation.isSentWhenAdded || operation.isReady { return operation.startWaiting() }
      Self.clock.asyncAfter(deadline: .now() + Self.pause) { [operation] in
        operation.startAfterDependencies()
      }
    }

    /// Foundation does not let others observe `isReady`.
    private static let clock = DispatchQueue(label: "MockCloud.starter")
    private static let pause = DispatchTimeInterval.milliseconds(10)
  }
}

extension Operation {
  /// Cancels an operation that waits for others.
  func cancelWaiting() {
    leaveUnfinishedDependencies()
    cancel()
  }

  /// Removes the dependencies that have not finished, for an operation that was cancelled: Foundation's
  /// operations refer without retaining to those that depend on them.
  func leaveUnfinishedDependencies() {
    for dependency in dependencies where !dependency.isFinished { removeDependency(dependency) }
  }
}
