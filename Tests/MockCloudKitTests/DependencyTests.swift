import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// Operations that run, end or are released while those that they depend on tell that they have finished.
@Suite(.mockCloud)
struct DependencyTests {
  private let cloud: MockCloud
  private let database: CKDatabase

  init() throws {
    cloud = try MockCloud.current
    database = CKContainer.default().privateCloudDatabase
  }

  private func operations(_ count: Int) -> [CKFetchRecordsOperation] {
    (0..<count).map { _ in
      let operation = CKFetchRecordsOperation(recordIDs: [])
      operation.database = database
      return operation
    }
  }

  /// Waits without a further operation that would depend on them.
  private func end(_ group: DispatchGroup) async {
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
  }

  /// Calls `act` when the gates say that they have finished, before Foundation knows.
  private func finish(
    _ gates: [CKFetchRecordsOperation], _ dependents: [CKFetchRecordsOperation],
    in queue: OperationQueue?, _ act: (@Sendable (CKFetchRecordsOperation) -> Void)?
  ) async {
    let group = DispatchGroup()
    for operation in dependents {
      for gate in gates { operation.addDependency(gate) }
      group.enter()
      operation.completionBlock = { group.leave() }
      if let queue { queue.addOperation(operation) } else { database.add(operation) }
    }
    if let act {
      group.enter()
      Thread.detachNewThread {
        while !gates.allSatisfy(\.isFinished) {}
        for operation in dependents { act(operation) }
        group.leave()
      }
    }
    for gate in gates { database.add(gate) }
    await end(group)
  }

  @Test func operationsThatDependOnSeveral() async throws {
    for queue in [nil, OperationQueue()] {
      for _ in 0..<100 { await finish(operations(4), operations(20), in: queue, nil) }
    }
  }

  @Test func operationsThatAreCancelledWhenTheOtherFinishes() async throws {
    for queue in [nil, OperationQueue()] {
      for _ in 0..<100 { await finish(operations(1), operations(20), in: queue) { $0.cancel() } }
    }
  }

  @Test func dependenciesThatAreRemovedWhenTheyFinish() async throws {
    for queue in [nil, OperationQueue()] {
      for _ in 0..<100 {
        let gates = operations(1)
        await finish(gates, operations(20), in: queue) { [gate = gates[0]] in
          $0.removeDependency(gate)
        }
      }
    }
  }

  /// Dependencies of Foundation, and operations of Foundation that depend on those of CloudKit.
  @Test func operationsOfFoundation() async throws {
    let queue = OperationQueue()
    for _ in 0..<50 {
      let (blocks, middle) = ((0..<4).map { _ in BlockOperation {} }, operations(20))
      let (group, log) = (DispatchGroup(), Log())
      let last = BlockOperation { log.add("\(middle.allSatisfy(\.isFinished))") }
      group.enter()
      last.completionBlock = { group.leave() }
      for operation in middle {
        for block in blocks { operation.addDependency(block) }
        last.addDependency(operation)
        database.add(operation)
      }
      for operation in blocks + [last] { queue.addOperation(operation) }
      await end(group)
      #expect(log.lines == ["true"])
    }
  }

  /// Nobody else has them.
  @Test func operationsThatAreReleasedWithoutRunning() async throws {
    let gate = operations(1)[0]
    weak var released: CKOperation?
    do {
      let dependents = operations(20)
      for operation in dependents { operation.addDependency(gate) }
      released = dependents.last
      #expect(dependents.allSatisfy { $0.dependencies == [gate] && !$0.isReady })
    }
    #expect(released == nil)
    database.add(gate)
    await gate.end()
  }

  /// Foundation counts none of those that were removed.
  @Test func theRestOfTheDependenciesInAQueue() async throws {
    let (never, other) = (BlockOperation {}, BlockOperation {})
    let operation = operations(1)[0]
    for dependency in [never, other] { operation.addDependency(dependency) }
    let queue = OperationQueue()
    queue.addOperation(operation)
    operation.removeDependency(never)
    #expect(operation.dependencies == [other])
    queue.addOperation(other)
    await operation.end()
  }

  @Test func operationsAfterABarrier() async throws {
    let (queue, log) = (OperationQueue(), Log())
    let before = operations(1)[0]
    before.completionBlock = { log.add("before") }
    queue.isSuspended = true
    queue.addOperation(before)
    queue.addBarrierBlock { log.add("\(before.isFinished)") }
    let after = operations(1)[0]
    after.fetchRecordsResultBlock = { log.add("after \($0.text)") }
    queue.addOperation(after)
    queue.isSuspended = false
    await after.end()
    #expect(log.lines.filter { $0 != "before" } == ["true", "after ok"])
  }

  /// The time does not grow with the square of their number.
  @Test func manyDependencies() async throws {
    let (gates, operation) = (operations(3000), operations(1)[0])
    for gate in gates { operation.addDependency(gate) }
    database.add(operation)
    for gate in gates { database.add(gate) }
    await operation.end()
    #expect(gates.allSatisfy { $0.isFinished })
  }
}
