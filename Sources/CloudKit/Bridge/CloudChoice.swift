internal import Foundation
package import MockCloudCore

/// Which cloud new containers belong to, and who calls. It is the first of the task's, the process's
/// and the standard one. The module MockCloudKit gives it to tests.
package struct CloudChoice: Sendable {
  /// Nil means the cloud of the process.
  package var host: CloudHost?
  /// The user and the device of the calls; the rest is not used.
  package var caller: Caller

  package init(_ host: CloudHost? = nil, as caller: Caller = Caller()) {
    self.host = host
    self.caller = Caller(user: caller.user, device: caller.device)
  }

  /// The choice of the task or thread.
  @TaskLocal package static var current = CloudChoice()

  /// Runs `body` with this choice: containers that it makes belong to it.
  package func callAsFunction<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    // `withValue` rethrows untyped errors.
    try Self.$current.withValue(self) { Result { () throws(E) in try body() } }.get()
  }

  // MARK: The process's cloud

  private static let chosen = Chosen()

  /// Makes a cloud the one of the process; nil means the standard one.
  package static func use(_ host: CloudHost?) { chosen.set(host) }

  /// The cloud of the task, the process, or the standard one. Throws if the environment configures
  /// no valid cloud.
  package static func currentHost() throws(Misuse) -> CloudHost {
    try current.found()
  }

  /// Whether nothing chooses a cloud here, neither a task nor the process nor the environment.
  package static var isAbsent: Bool { current.isAbsent }

  private var isAbsent: Bool {
    host == nil && Self.chosen.host == nil && !Cloud.isConfiguredByEnvironment
  }

  /// Lets `report` be called whenever a container is made where nothing chooses a cloud, for processes
  /// with tests that choose clouds.
  package static func reportAbsence(by report: @escaping @Sendable () -> Void) {
    chosen.reportAbsence(by: report)
  }

  private func found() throws(Misuse) -> CloudHost {
    if let host = host ?? Self.chosen.host { return host }
    return try Self.standard.get()
  }

  /// The connection of a new container; a nil identifier means the configured container.
  func connection(_ identifier: String?) -> CloudConnection {
    if host == nil, let report = Self.chosen.reporter, isAbsent { report() }
    var caller = caller
    caller.container = identifier.map { ContainerIdentifier($0) }
    do throws(Misuse) {
      return CloudConnection(try found(), as: caller)
    } catch {
      return CloudConnection(refusing: error.message, as: caller)
    }
  }

  /// The cloud of processes that choose none: as the environment says, else on the system's clock.
  private static let standard: Result<CloudHost, Misuse> = {
    do throws(Misuse) {
      if Cloud.isConfiguredByEnvironment { return .success(CloudHost.of(try Cloud.launched())) }
      var configuration = Configuration()
      configuration.clock = nil
      return .success(CloudHost.of(try Cloud(configuration)))
    } catch {
      return .failure(error)
    }
  }()

  private final class Chosen: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: CloudHost?
    private var report: (@Sendable () -> Void)?

    var host: CloudHost? { lock.withLock { stored } }

    func set(_ host: CloudHost?) { lock.withLock { stored = host } }

    /// What reports a container for which nothing chooses a cloud; nil if that is usual.
    var reporter: (@Sendable () -> Void)? { lock.withLock { report } }

    func reportAbsence(by report: @escaping @Sendable () -> Void) {
      lock.withLock { self.report = report }
    }
  }
}
