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
  /// Where the call is made.
  let connection: CloudConnection
  /// The choice with which the blocks are called. Used by the reader alone.
  private(set) var choice: CloudChoice
  private let reader: Reader
  /// Nil when the call has ended. Used by the reader alone.
  private var report: ((ReportedPart) -> Void)?
  private var isWaiting = false
  private var isPausing = false
  /// The blocks; nil until the call has ended in the cloud.
  private var blocks: HandedReport?

  /// How long a call waits before it looks again, if the cloud's clock runs by itself and has not
  /// ended it: the machine's clock may have been set back.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  /// Where the blocks are read.
  private enum Reader {
    /// On a serial queue, as far as the cloud has them.
    case queue(DispatchQueue)
    /// On a thread that waits for all of them. A look that something asks for is a signal.
    case thread(DispatchSemaphore)
  }

  /// - Parameter queue: The serial queue on which the blocks are read; nil means the thread that calls
  ///   `wait`.
  init(
    _ operationID: String, for client: HandedClient, in host: CloudHost,
    _ connection: CloudConnection, on queue: DispatchQueue?,
    _ report: @escaping (ReportedPart) -> Void
  ) {
    self.operationID = operationID
    self.client = client
    self.host = host
    self.connection = connection
    choice = connection.choice
    choice.handled = client.knownResponses?.handled
    reader = queue.map { .queue($0) } ?? .thread(DispatchSemaphore(value: 0))
    self.report = report
  }

  /// Reports what there is. Runs on the queue.
  func proceed() { choice { readAll() } }

  /// Reports everything on this thread. Time passes for the whole cloud until the call has ended, even
  /// if the test holds the clock, as for convenience methods without settings.
  func wait() {
    readAll()
    // Others may wait for the time that has passed.
    host.wake()
  }

  /// Looks again, because something in the cloud has changed.
  func wake() {
    switch reader {
    case .queue(let queue): queue.async { self.proceed() }
    case .thread(let signal): signal.signal()
    }
  }

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
      switch progress() {
      case .report(let found): blocks = found
      case .stored: report(.persisted)
      case .gone: end(report, .failure(Self.gone))
      case .pending:
        guard isWaiting else {
          // It may end between the look and the note, hence another look.
          isWaiting = true
          host.wait(self)
          continue
        }
        guard waits() else { return }
      }
    }
  }

  /// Returns the blocks, for which time passes.
  private func progress() -> OperationProgress {
    let isHeld = if case .queue = reader { host.isClockHeld } else { false }
    return host.cloud.report(of: operationID, to: client, limit: isHeld ? 0 : nil)
  }

  /// Waits until something in the cloud has changed, or for a pause. Returns whether the thread has
  /// waited; the queue is used for other work meanwhile.
  private func waits() -> Bool {
    switch reader {
    case .queue(let queue):
      // One pause at a time, however often something changes.
      if host.isClockHeld || isPausing { return false }
      isPausing = true
      queue.asyncAfter(deadline: .now() + Self.pause) {
        self.isPausing = false
        self.proceed()
      }
      return false
    case .thread(let signal):
      _ = signal.wait(timeout: .now() + Self.pause)
      return true
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
      let responses = endReport(blocks)
      if responses.isEmpty { return end(report, result) }
      choice.add(responses)
      return choice { end(report, result) }
    }
    // The cloud has others.
    if blocks.isRevoked {
      self.blocks = nil
      return
    }
    // Blocks of a state document have no result of the operation's type.
    _ = endReport(blocks)
    end(report, .failure(Self.gone))
  }

  /// Returns the numbers of the responses that the client has now.
  private func endReport(_ blocks: HandedReport) -> [UInt64] {
    let taker =
      if case .thread = reader { CloudChoice.current.taker } else { ResponseTaker.handler }
    return host.cloud.endReport(blocks, of: operationID, for: taker)
  }

  private func end(
    _ report: (ReportedPart) -> Void, _ result: Result<any Sendable, CloudError>
  ) {
    self.report = nil
    blocks = nil
    if isWaiting { host.forget(self) }
    report(.result(result))
  }

  private static let gone = CloudError(
    .operationCancelled,
    "Operation was cancelled: its client has ended, or the cloud has another state")
}
