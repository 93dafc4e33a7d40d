internal import CloudKit
internal import Foundation
internal import MockCloudCore

/// The clouds that a test checks at its end: its own, and those that it makes.
package final class TestClouds: @unchecked Sendable {
  /// Those of the running test.
  @TaskLocal package static var current: TestClouds?

  package let findings: MockCloud.FindingsCheck
  private let lock = NSLock()
  /// The clouds that were not released, by their numbers; that of the test itself has the first one.
  private var watched: [Int: Watched] = [:]
  private var nextNumber = own
  /// The problems of clouds that were released.
  private var released: [CloudProblems] = []
  /// Whether the test has the cloud of another trait instead.
  private var isHidden = false

  private static let own = 0

  /// Not the cloud's host, which ends when the test releases the cloud.
  private struct Watched {
    let cloud: Cloud
    let ledger: Ledger
  }

  /// - Parameter cloud: That of the test itself.
  package init(of cloud: MockCloud, findings: MockCloud.FindingsCheck) {
    self.findings = findings
    cloud.host.beTestCloud()
    add(cloud)
  }

  /// Registers that the test has the cloud of a trait of its own instead of that of its suite. It cannot
  /// call that one, whose rules cannot act.
  package func hide() { lock.withLock { isHidden = true } }

  /// Registers a cloud that the test has made.
  func add(_ cloud: MockCloud) {
    let ledger = cloud.ledger
    let number = lock.withLock {
      defer { nextNumber += 1 }
      watched[nextNumber] = Watched(cloud: cloud.core, ledger: ledger)
      return nextNumber
    }
    ledger.beWatched(by: self, as: number)
  }

  /// Removes a cloud that another test checks.
  func remove(_ number: Int) { lock.withLock { _ = watched.removeValue(forKey: number) } }

  /// Checks a cloud that is released before the test ends. Until it is checked, the end of the test finds
  /// it among the others.
  func checkReleased(_ number: Int) {
    guard let last = lock.withLock({ watched[number] }) else { return }
    let problems = last.ledger.problems(of: last.cloud, findings: findings)
    lock.withLock {
      if watched.removeValue(forKey: number) != nil { released.append(problems) }
    }
  }

  /// The problems of all clouds of the test, at its end.
  package var problems: [String] {
    let (watched, released) = lock.withLock { (self.watched, self.released) }
    let hidden = lock.withLock { isHidden ? Self.own : nil }
    var found = released
    for (number, last) in watched.sorted(by: { $0.key < $1.key })
    where number != hidden || last.cloud.hasCalls {
      found.append(last.ledger.problems(of: last.cloud, findings: findings))
    }
    return CloudProblems.texts(found)
  }
}
