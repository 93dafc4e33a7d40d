internal import Foundation
package import MockCloudCore

/// A cloud to which containers belong, with the calls in flight that wait for its clock.
package final class CloudHost: @unchecked Sendable {
  package let cloud: Cloud
  private let lock = NSLock()
  private var isHeld = false
  private var waiting: [ObjectIdentifier: CallInFlight] = [:]
  /// Guards the reading of events. Apart, because the cloud is called meanwhile.
  private let eventLock = NSLock()
  /// The number of the first event that was not considered yet.
  private var nextEvent: UInt64 = 0
  private var addition: (any AnyObject & Sendable)?

  package init(_ cloud: Cloud) {
    self.cloud = cloud
    cloud.separateCommits()
  }

  /// What a module over CloudKit keeps for the cloud as long as it exists; made on first use.
  package func addition<Addition: AnyObject & Sendable>(_ make: () -> Addition) -> Addition {
    lock.withLock {
      if let known = addition as? Addition { return known }
      let made = make()
      addition = made
      return made
    }
  }

  // MARK: Time

  /// Whether time passes only when the test lets it pass. Otherwise a virtual clock runs on by itself
  /// until a call in flight has ended.
  package var isClockHeld: Bool {
    get { lock.withLock { isHeld } }
    set {
      lock.withLock { isHeld = newValue }
      wake()
    }
  }

  /// Removes and returns the next block of a call in flight, for which time passes.
  func progress(of operationID: String) -> OperationProgress {
    let progress = cloud.takeReport(of: operationID)
    guard case .pending = progress else { return progress }
    cloud.run(operationID, limit: isClockHeld ? 0 : nil)
    return cloud.takeReport(of: operationID)
  }

  func wait(_ call: CallInFlight) { lock.withLock { waiting[ObjectIdentifier(call)] = call } }

  func forget(_ call: CallInFlight) {
    lock.withLock { _ = waiting.removeValue(forKey: ObjectIdentifier(call)) }
  }

  /// Lets all calls that wait look whether they have ended.
  func wake() {
    let calls = lock.withLock { waiting.isEmpty ? [] : Array(waiting.values) }
    for call in calls { call.wake() }
  }

  // MARK: Events

  /// Passes on what has happened in the cloud: calls in flight that have ended, and changes of
  /// accounts, which are posted.
  package func settle() {
    wake()
    let changes = eventLock.withLock {
      let (events, next) = cloud.takeEvents(since: nextEvent) { event in
        if case .accountChange = event { true } else { false }
      }
      nextEvent = next
      return events
    }
    for change in changes {
      CloudChoice(self, as: Caller(device: change.device)) {
        NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
      }
    }
  }
}
