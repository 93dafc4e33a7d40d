internal import Foundation
package import MockCloudCore

/// Which cloud new containers belong to, and who calls. It is the first of the task's, the process's
/// and the standard one. The module MockCloudKit gives it to tests.
package struct CloudChoice: Sendable {
  /// Nil means the cloud of the process.
  package var host: CloudHost?
  /// The user and the device of the calls; the rest is not used.
  package var caller: Caller
  /// The responses that led here, if a completion handler or block is called here.
  var handled: HandledResponses?
  /// Holds the responses of the calls that are made here, whose completion handler another thread
  /// calls. Nil elsewhere.
  var held: HeldResponses?

  package init(_ host: CloudHost? = nil, as caller: Caller = Caller()) {
    self.host = host
    self.caller = caller
    (self.caller.container, self.caller.environment, self.caller.database) = (nil, nil, nil)
  }

  /// The choice of code that runs inside other code, which has the same responses.
  ///
  /// - Parameter outer: The choice of the other code.
  package init(_ host: CloudHost?, as caller: Caller, inside outer: CloudChoice) {
    self.init(host, as: caller)
    handled = outer.handled
  }

  /// Registers that what runs with this choice has got responses.
  mutating func add(_ responses: [UInt64]) {
    handled = HandledResponses.adding(responses, to: handled)
  }

  /// The same for calls whose responses are held. They post no changes of accounts, because observers of
  /// the client are not called there.
  func holding(_ held: HeldResponses) -> CloudChoice {
    var choice = self
    choice.held = held
    return choice
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

  /// What reports that a test may not have the cloud that it means.
  package static let reporters = ChoiceReporters()

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

  private func found() throws(Misuse) -> CloudHost {
    if let host = host ?? Self.chosen.host { return host }
    return try Self.standard.get()
  }

  /// The connection of a new container; a nil identifier means the configured container.
  func connection(_ identifier: String?) -> CloudConnection {
    if host == nil, let report = Self.reporters.absent, isAbsent { report() }
    var (choice, caller) = (self, caller)
    (choice.handled, choice.held) = (nil, nil)
    caller.container = identifier.map { ContainerIdentifier($0) }
    do throws(Misuse) {
      let isStandard = host == nil && Self.chosen.host == nil
      choice.host = try found()
      return CloudConnection(choice, as: caller, isStandard: isStandard)
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

    var host: CloudHost? { lock.withLock { stored } }

    func set(_ host: CloudHost?) { lock.withLock { stored = host } }
  }
}

/// What is called where a test may not have the cloud that it means.
package final class ChoiceReporters: @unchecked Sendable {
  package typealias Report = @Sendable () -> Void

  private let lock = NSLock()
  private var reports: (absent: Report?, foreign: Report?) = (nil, nil)

  /// Called when a container is made where nothing chooses a cloud; nil if that is usual.
  var absent: Report? { lock.withLock { reports.absent } }

  /// Called when a call is made in a container of another cloud than the chosen one, which the test did
  /// not choose itself; nil if nothing chooses clouds.
  var foreign: Report? { lock.withLock { reports.foreign } }

  package func setAbsent(_ report: @escaping Report) { lock.withLock { reports.absent = report } }

  package func setForeign(_ report: @escaping Report) { lock.withLock { reports.foreign = report } }
}
