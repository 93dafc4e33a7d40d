internal import Synchronization

/// The blocks of an operation that a client in Swift takes one by one, without the lock of the cloud.
///
/// The cloud revokes it when the remaining blocks change: the operation is cancelled, or the world
/// replaced. The client then asks the cloud for another one, which begins where this one ended. One
/// thread at a time takes blocks; any may revoke.
package final class HandedReport: HandedBlocks {
  let operation: String
  private let blocks: [OperationBlock]
  private let call: any BlockSource
  /// The number of blocks that were taken; its complement after the report was revoked.
  private let place = Atomic<Int>(0)

  init(_ blocks: [OperationBlock], of call: any BlockSource, _ operation: String) {
    self.blocks = blocks
    self.call = call
    self.operation = operation
  }

  /// Takes the next block, with its call. Nil if there is none, or if the report was revoked.
  func take() -> (block: OperationBlock, call: any BlockSource)? {
    let taken = place.load(ordering: .acquiring)
    guard taken >= 0, taken < blocks.count else { return nil }
    let isTaken = place.compareExchange(
      expected: taken, desired: taken + 1, ordering: .acquiringAndReleasing
    ).exchanged
    return isTaken ? (blocks[taken], call) : nil
  }

  /// Whether both are reports of the same call.
  func tellsSame(as other: HandedReport) -> Bool { call === other.call }

  package var isRevoked: Bool { place.load(ordering: .acquiring) < 0 }

  func revoke() { _ = end() }

  /// Revokes the report. Returns the number of blocks that were taken.
  private func end() -> Int {
    var taken = place.load(ordering: .acquiring)
    while taken >= 0 {
      let (isEnded, found) = place.compareExchange(
        expected: taken, desired: ~taken, ordering: .acquiringAndReleasing)
      if isEnded { return taken }
      taken = found
    }
    return ~taken
  }

  /// Revokes the report, and returns one with the blocks that were not taken.
  ///
  /// - Parameter change: Returns another block, or nil to leave it out.
  func rest(_ change: (OperationBlock) -> OperationBlock?) -> HandedReport {
    HandedReport(blocks.dropFirst(end()).compactMap(change), of: call, operation)
  }

  /// Revokes the report, and returns one with the blocks that were not taken, as cancelled.
  var cancelledRest: HandedReport { rest { $0.cancelled(.operationCancelled, in: call) } }
}

extension Reporting {
  var hasProgress: Bool {
    switch self {
    case .events, .nobody: true
    case .handed(let progress, _): progress
    }
  }

  /// The responses that the client had when it made the operation; nil if those count that it has when
  /// it submits it.
  var knownResponses: KnownResponses? {
    client?.knownResponses
  }
}

extension CloudState {
  /// Returns the remaining blocks of an operation of the client.
  mutating func handOver(_ operationID: String, to client: HandedClient) -> OperationProgress {
    guard let entry = world.operations.entry(operationID) else { return .gone }
    let isEnded = entry.delivery.isLongLived && faults.hasCrashed(entry.device)
    if entry.isAwaited(by: client) { return isEnded ? .gone : .pending }
    guard entry.reporting.isHanded(to: client) else { return .gone }
    switch entry.state {
    // The operation continues without its client.
    case .waiting, .running, .underWay:
      if isEnded { return .gone }
      return world.operations.takeStored(entry.number) ? .stored : .pending
    case .finished: return .gone
    case .reporting:
      guard let report = entry.handed as? HandedReport else { return .gone }
      if !report.isRevoked { return .report(report) }
      // It was revoked in a copy of this world, or with a world that this one replaced.
      let rest = report.rest { $0 }
      world.operations.hand(rest, of: entry.number)
      return .report(rest)
    }
  }

  /// Cancels the blocks that the client has not got.
  mutating func cancelHandedBlocks(of number: UInt64) {
    guard let report = world.operations.entry(numbered: number)?.handed as? HandedReport else {
      return
    }
    world.operations.hand(report.cancelledRest, of: number)
  }

  /// Registers that the client has all blocks of a report. Does nothing if another operation has the
  /// ID, in a world that replaced that of the report.
  mutating func endReport(_ report: HandedReport, of operationID: String) {
    let current = world.operations.entry(operationID)?.handed as? HandedReport
    if let current, current.tellsSame(as: report) { finish(operationID) }
  }

  /// Ends the report of an operation whose blocks are handed to the client.
  mutating func drop(_ operationID: String) {
    guard let report = world.operations.entry(operationID)?.handed else { return }
    report.revoke()
    finish(operationID)
  }
}

/// How far a submitted operation is.
package enum OperationProgress: Sendable {
  /// It has ended.
  case report(HandedReport)
  /// It has not ended.
  case pending
  /// It has not ended, and the service has stored it: the client is told once.
  case stored
  /// It has no blocks any more: they were taken, its client has ended, or the world was replaced.
  case gone
}
