internal import Foundation
package import MockCloudCore
internal import Synchronization

/// What a module over CloudKit keeps for a cloud. The cloud's host has it, so it must not refer to one.
package protocol CloudAddition: AnyObject, Sendable {
  /// Returns a copy for a fork of the cloud.
  func copied() -> any CloudAddition
  /// Called when the last handle of the cloud is released.
  func hostEnds()
}

extension CloudAddition {
  package func hostEnds() {}
}

/// A cloud to which containers belong, with the calls in flight that wait for its clock.
package final class CloudHost: @unchecked Sendable {
  package let cloud: Cloud
  let sharingObservers = SharingObservers()
  let longLived = LongLivedCalls()
  private let lock = NSLock()
  private var isHeld = false
  private var waiting: [ObjectIdentifier: CallInFlight] = [:]
  /// Guards the reading of events. Apart, because the cloud is called meanwhile.
  private let eventLock = NSLock()
  /// The number of the first event that was not considered yet.
  private var nextEvent: UInt64 = 0
  /// By their types.
  private var additions: [ObjectIdentifier: any CloudAddition] = [:]
  private let belongsToTest = Atomic(false)

  /// - Parameter separatesCommits: Whether a virtual clock moves with each call that may change
  ///   something, for clients that compare dates.
  package init(_ cloud: Cloud, separatesCommits: Bool = true) {
    self.cloud = cloud
    if separatesCommits { cloud.separateCommits() }
    cloud.watchAccounts()
  }

  deinit {
    for addition in additions.values { addition.hostEnds() }
    Self.hosts.forget(cloud)
  }

  /// Whether a trait or a test case has chosen the cloud for one test, so that no other means it.
  var isOfTest: Bool { belongsToTest.load(ordering: .relaxed) }

  /// Makes the cloud that of one test.
  package func beTestCloud() { belongsToTest.store(true, ordering: .relaxed) }

  /// Returns an independent copy of the cloud, with what this process knows of it. Its clock is not
  /// held.
  package func fork() -> CloudHost {
    let fork = CloudHost.of(cloud.fork())
    fork.cloud.leaveClients()
    let copies = lock.withLock { additions }.mapValues { $0.copied() }
    fork.lock.withLock { fork.additions = copies }
    fork.longLived.copy(longLived)
    return fork
  }

  /// The host of a cloud. All handles of the cloud share it: one of them moves the clock for which
  /// the operations of another one wait.
  package static func of(_ cloud: Cloud) -> CloudHost { hosts.host(of: cloud) }

  private static let hosts = Hosts()

  /// The hosts of the clouds that exist.
  private final class Hosts: @unchecked Sendable {
    private final class Entry {
      weak var host: CloudHost?
    }

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]

    func host(of cloud: Cloud) -> CloudHost {
      lock.withLock {
        let entry = entries[ObjectIdentifier(cloud)] ?? Entry()
        let host = entry.host ?? CloudHost(cloud)
        entry.host = host
        entries[ObjectIdentifier(cloud)] = entry
        return host
      }
    }

    /// Another host of the cloud may have been made since its last one was released.
    func forget(_ cloud: Cloud) {
      lock.withLock {
        if entries[ObjectIdentifier(cloud)]?.host == nil {
          entries[ObjectIdentifier(cloud)] = nil
        }
      }
    }
  }

  /// What a module over CloudKit keeps for the cloud as long as it exists; made on first use.
  package func addition<Addition: CloudAddition>(_ make: () -> Addition) -> Addition {
    lock.withLock {
      let key = ObjectIdentifier(Addition.self)
      if let known = additions[key] as? Addition { return known }
      let made = make()
      additions[key] = made
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
    // Nobody reads the events about accounts, which have notifications here.
    eventLock.withLock {
      nextEvent =
        cloud.takeEvents(since: nextEvent) { event in
          if case .accountChange = event { true } else { false }
        }.next
    }
    postAccountChanges()
  }

  /// Whether who runs here posts the changes of accounts afterwards, on another thread.
  static var defersPosts: Bool { CloudChoice.current.held != nil }

  /// Registers that a client gets the responses now that were held, and returns their numbers.
  func handOver(_ held: HeldResponses) -> [UInt64] {
    defer { postAccountChanges() }
    return cloud.receive(held)
  }

  /// Posts the changes of accounts since the last time. The harness makes them, and rules do with a
  /// client's call.
  func postAccountChanges() {
    for device in cloud.takeChangedAccounts() {
      CloudChoice(self, as: Caller(device: device)) {
        NotificationCenter.default.post(name: .CKAccountChanged, object: nil)
      }
    }
  }
}
