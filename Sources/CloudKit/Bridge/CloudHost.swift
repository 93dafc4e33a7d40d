internal import Foundation
package import MockCloudCore

/// A cloud to which containers belong.
package final class CloudHost: @unchecked Sendable {
  package let cloud: Cloud
  private let lock = NSLock()
  /// The number of the first event that was not considered yet.
  private var nextEvent: UInt64 = 0

  package init(_ cloud: Cloud) {
    self.cloud = cloud
    cloud.separateCommits()
  }

  /// Posts the changes of accounts that have happened in the cloud since the last time.
  package func settle() {
    let changes = lock.withLock {
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
