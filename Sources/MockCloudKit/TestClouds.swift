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
  private var texts: [String] = []
  /// The rules that may act in one of several clouds, and the ledgers of these clouds.
  private var forked: [ForkedRule] = []
  private var ledgers: [WeakLedger] = []
  /// Whether the test has the cloud of another trait instead.
  private var isHidden = false

  private struct WeakHost {
    weak var host: CloudHost?
  }

  private struct WeakLedger {
    weak var ledger: Ledger?
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

  /// Adds texts about a cloud that is released before the test ends.
  func add(_ problems: [String]) {
    if !problems.isEmpty { lock.withLock { texts += problems } }
  }

  /// Registers a cloud that the test has made.
  func add(_ cloud: MockCloud) {
    cloud.ledger.watch(cloud.core, for: self)
    lock.withLock { hosts.append(WeakHost(host: cloud.host)) }
  }

  /// Registers a fork of a cloud: rules with `mustFire` that have not acted may do so in either.
  func add(_ fork: MockCloud, of origin: MockCloud) {
    add(fork)
    let rules = (try? fork.core.perform(ReportFaults()).rules) ?? []
    let overdue = rules.filter(\.isOverdue).map(\.id)
    if overdue.isEmpty { return }
    let shared = origin.ledger.share(overdue, of: origin.core, with: fork.ledger)
    lock.withLock {
      forked += shared
      ledgers += [WeakLedger(ledger: origin.ledger), WeakLedger(ledger: fork.ledger)]
    }
  }

  /// The problems of all clouds of the test, at its end.
  package var problems: [String] {
    let (hosts, ledgers) = lock.withLock { (self.hosts, self.ledgers) }
    let hidden = lock.withLock { isHidden ? own : nil }
    var found: [String] = []
    for case let host? in hosts.map({ $0.host })
    where ObjectIdentifier(host) != hidden || host.cloud.hasCalls {
      found += host.cloud.problems(findings: findings, MockCloud(host: host).ledger.record)
    }
    var settled: Set<ObjectIdentifier> = []
    for case let ledger? in ledgers.map({ $0.ledger })
    where settled.insert(ObjectIdentifier(ledger)).inserted { ledger.settleForkedRules() }
    let (texts, forked) = lock.withLock { (self.texts, self.forked) }
    return texts + found + overdue(forked)
  }

  /// Returns a problem for the rules that have acted in none of their clouds.
  private func overdue(_ forked: [ForkedRule]) -> [String] {
    var known: Set<ObjectIdentifier> = []
    let idle = forked.filter { known.insert(ObjectIdentifier($0)).inserted }
      .compactMap(\.idleText)
    if idle.isEmpty { return [] }
    let heading = "fault rules with mustFire acted neither in their cloud nor in its forks:"
    return [([heading] + MockCloud.lines(idle)).joined(separator: "\n")]
  }
}

/// A rule with `mustFire` of a cloud that was copied: it has to act in one of the clouds.
final class ForkedRule: @unchecked Sendable {
  private let lock = NSLock()
  private var hasActed: Bool
  private var text: String?

  init(hasActed: Bool) { self.hasActed = hasActed }

  /// Notes that the rule has acted in one of the clouds.
  func act() { lock.withLock { hasActed = true } }

  /// Keeps the first of the texts that say why the rule has not acted in a cloud.
  func note(_ text: String) { lock.withLock { self.text = self.text ?? text } }

  /// Says why the rule has not acted; nil if it has.
  var idleText: String? { lock.withLock { hasActed ? nil : text } }
}
