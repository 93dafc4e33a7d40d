internal import Foundation
internal import MockCloudCore

/// A submitted call, whose blocks are read one after the other.
///
/// The cloud has it (`deliver: events`): when it begins and ends, and what cancelling leaves of it. Its
/// blocks are removed from the cloud one by one, each when the one before has been called, so that
/// cancelling acts on the rest.
final class CallInFlight: @unchecked Sendable {
  let operationID: String
  let host: CloudHost
  let choice: CloudChoice
  private let queue: DispatchQueue
  /// Nil when the call has ended. Used on the queue alone.
  private var report: ((ReportedPart) -> Void)?
  private var isWaiting = false

  /// How long a call waits before it looks again, if the cloud's clock runs by itself and has not
  /// ended it: the machine's clock may have been set back.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  init(
    _ operationID: String, in host: CloudHost, _ choice: CloudChoice, on queue: DispatchQueue,
    _ report: @escaping (ReportedPart) -> Void
  ) {
    self.operationID = operationID
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
    host.cloud.cancelOperation(operationID)
    wake()
  }

  private func readAll() {
    while let report {
      switch host.progress(of: operationID) {
      case .block(.result(let result)):
        // Nothing is left to cancel: the last block, without arguments, ends it in the cloud.
        _ = host.cloud.takeReport(of: operationID)
        end(report, result)
      case .block(let part): report(part)
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

  private func end(
    _ report: (ReportedPart) -> Void, _ result: Result<any Sendable, CloudError>
  ) {
    self.report = nil
    if isWaiting { host.forget(self) }
    report(.result(result))
  }

  private static let gone = CloudError(
    .operationCancelled,
    "Operation was cancelled: its client has ended, or the cloud has another state")
}
