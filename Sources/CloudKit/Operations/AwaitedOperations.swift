internal import Foundation

/// The operations that an operation depends on.
///
/// Foundation's operations refer to those that depend on them without retaining them, until they have
/// told them that they finished, which is after `isFinished` has become true. An operation of CloudKit
/// may run, end and be released meanwhile, or be cancelled before. Therefore it is in no such list: for
/// each dependency it has an object there, which leaves the list before it is released.
final class AwaitedOperations: @unchecked Sendable {
  private let lock = ShortLock()
  /// In the order in which they were added.
  private var operations: [Operation] = []
  private var known: Set<ObjectIdentifier> = []
  private var watches: [ObjectIdentifier: FinishWatch] = [:]
  /// Those that have not told that they finished, and were not removed.
  private var unfinished: Set<ObjectIdentifier> = []
  /// What was in `unfinished` when it was looked at last, and was added since. The last one is looked
  /// at first, and not again after it has finished: otherwise many dependencies would take the square
  /// of their number.
  private var candidates: [Operation] = []

  /// The dependencies.
  var all: [Operation] { lock.withLock { operations } }

  /// Whether all have finished.
  var haveFinished: Bool {
    while let next = nextCandidate() {
      // A client's class answers, which may take long.
      guard next.isFinished else { return false }
      let id = ObjectIdentifier(next)
      _ = lock.withLock { unfinished.remove(id) }
    }
    return true
  }

  private func nextCandidate() -> Operation? {
    lock.withLock {
      while let last = candidates.last {
        if unfinished.contains(ObjectIdentifier(last)) { return last }
        candidates.removeLast()
      }
      return nil
    }
  }

  /// Adds a dependency. Does nothing if it is one already.
  ///
  /// - Parameter dependent: Waits for it.
  func add(_ operation: Operation, of dependent: CKOperation) {
    let id = ObjectIdentifier(operation)
    let watch = lock.withLock { () -> FinishWatch? in
      guard known.insert(id).inserted else { return nil }
      let watch = FinishWatch(of: id, for: dependent)
      operations.append(operation)
      candidates.append(operation)
      unfinished.insert(id)
      watches[id] = watch
      return watch
    }
    watch?.addDependency(operation)
  }

  /// Removes a dependency.
  func remove(_ operation: Operation) {
    let id = ObjectIdentifier(operation)
    let watch = lock.withLock { () -> FinishWatch? in
      guard known.remove(id) != nil else { return nil }
      operations.removeAll { $0 === operation }
      unfinished.remove(id)
      return watches.removeValue(forKey: id)
    }
    watch?.removeDependency(operation)
  }

  /// Registers that a dependency has told that it finished.
  fileprivate func noteFinish(of id: ObjectIdentifier) {
    _ = lock.withLock { unfinished.remove(id) }
  }

  deinit {
    for operation in operations {
      watches[ObjectIdentifier(operation)]?.removeDependency(operation)
    }
  }
}

/// Is told by Foundation that an operation has finished on which another one depends. It is in no queue
/// and never runs.
private final class FinishWatch: Operation, @unchecked Sendable {
  private let id: ObjectIdentifier
  private weak var dependent: CKOperation?

  init(of id: ObjectIdentifier, for dependent: CKOperation) {
    self.id = id
    self.dependent = dependent
    super.init()
  }

  /// Foundation asks when this may have changed, and tells nobody else.
  override var isReady: Bool {
    let isReady = super.isReady
    if isReady, let dependent {
      dependent.awaited.noteFinish(of: id)
      if dependent.awaited.haveFinished { dependent.noteReadiness() }
    }
    return isReady
  }
}
