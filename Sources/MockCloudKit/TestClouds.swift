internal import CloudKit
internal import Foundation
internal import MockCloudCore

/// The clouds that a test checks at its end: its own, and those that it makes.
package final class TestClouds: @unchecked Sendable {
  /// Those of the running test.
  @TaskLocal package static var current: TestClouds?

  package let findings: MockCloud.FindingsCheck
  /// The cloud of the test itself.
  private let own: ObjectIdentifier
  private let lock = NSLock()
  private var hosts: [WeakHost] = []
  /// The problems of clouds that were released.
  private var released: [CloudProblems] = []
  /// Whether the test has the cloud of another trait instead.
  private var isHidden = false

  private struct WeakHost {
    weak var host: CloudHost?
  }

  /// - Parameter cloud: That of the test itself.
  package init(of cloud: MockCloud, findings: MockCloud.FindingsCheck) {
    self.findings = findings
    own = ObjectIdentifier(cloud.host)
    cloud.host.beTestCloud()
    add(cloud)
  }

  /// Registers that the test has the cloud of a trait of its own instead of that of its suite. It cannot
  /// call that one, whose rules cannot act.
  package func hide() { lock.withLock { isHidden = true } }

  /// Adds those of a cloud that is released before the test ends.
  func add(_ problems: CloudProblems) { lock.withLock { released.append(problems) } }

  /// Registers a cloud that the test has made.
  func add(_ cloud: MockCloud) {
    cloud.ledger.watch(cloud.core, for: self)
    lock.withLock { hosts.append(WeakHost(host: cloud.host)) }
  }

  /// The problems of all clouds of the test, at its end.
  package var problems: [String] {
    let (hosts, released) = lock.withLock { (self.hosts, self.released) }
    let hidden = lock.withLock { isHidden ? own : nil }
    var found = released
    for case let host? in hosts.map({ $0.host })
    where ObjectIdentifier(host) != hidden || host.cloud.hasCalls {
      let ledger = MockCloud(host: host).ledger
      found.append(ledger.problems(of: host.cloud, findings: findings))
    }
    return CloudProblems.texts(found)
  }
}
