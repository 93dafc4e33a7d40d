internal import Foundation
internal import MockCloudCore

/// A submitted call, whose blocks are read one after the other.
///
/// The cloud has it (`deliver: events`): when it begins and ends, and what cancelling leaves of it. The
/// cloud hands over its blocks, of which one is taken when the one before has been called: cancelling
/// acts on the rest.
final class CallInFlight: @unchecked Sendable {
  let operationID: String
  private let client: HandedClient
  let host: CloudHost
  let choice: CloudChoice
  private let queue: DispatchQueue
  /// Nil when the call has ended. Used on the queue alone.
  private var report: ((ReportedPart) -> Void)?
  private var isWaiting = false
  /// The blocks; nil until the call has ended in the cloud.
  private var blocks: HandedReport?

  /// How long a call waits before it looks again, if the cloud's clock runs by itself and has not
  /// ended it: the machine's clock may have been set back.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  init(
    _ operationID: String, for client: HandedClient, in host: CloudHost, _ choice: CloudChoice,
    on queue: DispatchQueue, _ report: @escaping (ReportedPart) -> Void
  ) {
    self.operationID = operationID
    self.client = client
    self.host = host
    self.choice = choice
    self.queue = queue
    self.report = report
  }

  /// Reports what there is. Runs on the queue.
  func proceed() { choice { readAll() } }

  /// Looks again, because something in the cloud has changed.
  func wake() { queue.async { self.proceed() } }

  func cancel() {
    host.cloud.cancelOperation(operationID, of: client)
    wake()
  }

  private func readAll() {
    while let report {
      if let blocks {
        read(blocks, report)
        continue
      }
      switch host.progress(of: operationID, to: client) {
      case .report(let found): blocks = found
      case .gone: end(report, .failure(Self.gone))
      case .pending:
        guard isWaiting else {
          // It may end between the look and the note, hence another look.
          isWaiting = true
          host.wait(self)
          continue
        }
        if !host.isClockHeld { queue.asyncAfter(deadline: .now() + Self.pause) { self.proceed() } }
        return
      }
    }
  }

  /// Reports the blocks until they are cancelled or end.
  private func read(_ blocks: HandedReport, _ report: (ReportedPart) -> Void) {
    while let part = blocks.next() {
      guard case .result(let result) = part else {
        report(part)
        continue
      }
      // Nothing is left to cancel: the last block has no arguments.
      host.cloud.endReport(blocks, of: operationID)
      return end(report, result)
    }
    // The cloud has others.
    if blocks.isRevoked {
      self.blocks = nil
      return
    }
    // Blocks of a state document have no result of the operation's type.
    host.cloud.endReport(blocks, of: operationID)
    end(report, .failure(Self.gone))
  }

  private func end(
    _ report: (ReportedPart) -> Void, _ result: Result<any Sendable, CloudError>
  ) {
    self.report = nil
    blocks = nil
    if isWaiting { host.forget(self) }
    report(.result(result))
  }

  fileprivate static let gone = CloudError(
    .operationCancelled,
    "Operation was cancelled: its client has ended, or the cloud has another state")
}

extension CloudHost {
  /// Returns all blocks of a call in flight. Time passes for the whole cloud until it has ended, even if
  /// the test holds the clock, as for the other convenience methods.
  func waitForAnswer(
    of operationID: String, to client: HandedClient
  ) -> (parts: [ReportedPart], result: Result<any Sendable, CloudError>) {
    defer { wake() }
    var parts: [ReportedPart] = []
    while true {
      switch cloud.report(of: operationID, to: client, limit: nil) {
      case .report(let blocks):
        while let part = blocks.next() {
          guard case .result(let result) = part else {
            parts.append(part)
            continue
          }
          cloud.endReport(blocks, of: operationID)
          return (parts, result)
        }
        if blocks.isRevoked { continue }
        cloud.endReport(blocks, of: operationID)
        return (parts, .failure(CallInFlight.gone))
      case .gone: return (parts, .failure(CallInFlight.gone))
      // The cloud's clock runs by itself.
      case .pending: usleep(10_000)
      }
    }
  }
}
