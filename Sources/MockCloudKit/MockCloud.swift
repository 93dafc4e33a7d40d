public import CloudKit
internal import Foundation
public import MockCloudCore

/// A simulated iCloud for tests of code that uses CloudKit: the handle by which a test creates it,
/// chooses it for containers, and controls it.
///
/// ```swift
/// let cloud = try MockCloud()
/// try await MockCloud.with(cloud) {
///   let database = CKContainer.default().privateCloudDatabase
///   try await database.save(CKRecord(recordType: "Note"))
/// }
/// ```
///
/// Copies of the value refer to the same cloud. Any thread may use it. What it cannot do, the
/// operations of `MockCloudCore` can: see `perform(_:as:)` and `core`.
public struct MockCloud: Sendable {
  /// The configuration of a new cloud.
  public typealias Configuration = MockCloudCore.Configuration
  /// The refusal of a call by the harness.
  public typealias Misuse = MockCloudCore.Misuse

  let host: CloudHost

  /// The cloud itself, with the interface of `MockCloudCore`.
  public var core: Cloud { host.cloud }

  // MARK: Creation

  /// Creates a cloud with a virtual clock, as a configuration describes it.
  public init(_ configuration: Configuration = Configuration()) throws(Misuse) {
    try self.init(made: try Cloud(configuration))
  }

  /// Creates a cloud from configuration text, the JSON of `MOCKCLOUD_CONFIG`.
  public init(json: String) throws(Misuse) { try self.init(made: try Cloud(json: json)) }

  /// Makes a new cloud one of the running test, which checks it at its end.
  private init(made core: Cloud) throws(Misuse) {
    if core.followsSystemClock {
      try Self.refuseRulesThatTakeTime(try core.perform(ListFaults()), "faults")
    }
    self.init(core)
    // In a block or a handler, nothing but the chosen cloud says which test runs.
    let chosen = CloudChoice.current.host.flatMap { MockCloud(host: $0).ledger.clouds }
    (TestClouds.current ?? chosen)?.add(self)
  }

  /// Makes a cloud of `MockCloudCore` available to CloudKit. All values made of the same cloud are
  /// handles of it, like copies.
  public init(_ core: Cloud) { self.init(host: .of(core)) }

  package init(host: CloudHost) { self.host = host }

  /// Returns an independent copy of the cloud in constant time.
  public func fork() -> MockCloud {
    let fork = MockCloud(host: host.fork())
    (TestClouds.current ?? ledger.clouds)?.add(fork)
    return fork
  }

  /// What the checks at the end of a test need of what the cloud no longer has.
  var ledger: Ledger { host.addition { Ledger() } }

  // MARK: Choice

  /// The cloud to which a container belongs that is made here: that of `with`, that of `use`, or the
  /// default one, which runs on the system's clock unless the environment configures another
  /// (`MOCKCLOUD_CONFIG`, `MOCKCLOUD_STATE`). Throws if that configuration is invalid.
  ///
  /// All code of the process shares the default cloud, so that an error that one test sets fails
  /// others. If nothing chooses another one, this is a warning of the running test with
  /// `MockCloudTesting`, else a line on the standard error output, once. In a process with tests that
  /// have `.mockCloud` or are of `MockCloudTestCase`, so is the creation of a `CKContainer`.
  public static var current: MockCloud {
    get throws(Misuse) {
      if CloudChoice.isAbsent { ChoiceWarning.absent.report() }
      return MockCloud(host: try CloudChoice.currentHost())
    }
  }

  /// Runs `body`, and all tasks that it starts, with a cloud: containers that they make belong to it,
  /// for as long as they exist.
  @discardableResult
  public static func with<R, E: Error>(
    _ cloud: MockCloud, _ body: () throws(E) -> R
  ) throws(E) -> R {
    try cloud.choice()(body)
  }

  /// Runs `body`, and all tasks that it starts, with a cloud: containers that they make belong to it,
  /// for as long as they exist.
  @discardableResult
  public static func with<R>(
    _ cloud: MockCloud, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await CloudChoice.$current.withValue(
      cloud.choice(), operation: body, isolation: isolation)
  }

  /// Makes a cloud that of the process: new containers belong to it unless `with` chooses another.
  ///
  /// Where `with`, a trait or a test case chooses another cloud, that is a warning as of `current`.
  ///
  /// - Parameter cloud: Nil restores the default one.
  public static func use(_ cloud: MockCloud?) {
    // Tasks that inherit nothing have it nevertheless.
    if cloud != nil, CloudChoice.current.host != nil { ChoiceWarning.hiddenUse.report() }
    CloudChoice.use(cloud?.host)
  }

  /// Runs `body`, and all tasks that it starts, with this cloud, as a user on a device.
  ///
  /// - Parameters:
  ///   - user: An alias or a record name; nil means the user of the device, or the configured one.
  ///   - device: Nil means the user's first device.
  @discardableResult
  public func `as`<R, E: Error>(
    user: String? = nil, device: String? = nil, _ body: () throws(E) -> R
  ) throws(E) -> R {
    try choice(user, device)(body)
  }

  /// Runs `body`, and all tasks that it starts, with this cloud, as a user on a device.
  ///
  /// - Parameters:
  ///   - user: An alias or a record name; nil means the user of the device, or the configured one.
  ///   - device: Nil means the user's first device.
  @discardableResult
  public func `as`<R>(
    user: String? = nil, device: String? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await CloudChoice.$current.withValue(
      choice(user, device), operation: body, isolation: isolation)
  }

  /// Returns a container of this cloud as a user sees it on a device.
  ///
  /// - Parameters:
  ///   - identifier: Nil means the configured container.
  ///   - user: An alias or a record name; nil means the user of the device, or the configured one.
  ///   - device: Nil means the user's first device.
  public func container(
    _ identifier: String? = nil, user: String? = nil, device: String? = nil
  ) -> CKContainer {
    CKContainer(identifier, choice(user, device))
  }

  /// The choice of this cloud, as a user on a device.
  func choice(_ user: String? = nil, _ device: String? = nil) -> CloudChoice {
    ChoiceWarning.watchCalls()
    return CloudChoice(host, as: Self.caller(user, device), inside: .current)
  }

  static func caller(
    _ user: String?, _ device: String?, container: String? = nil,
    database: CKDatabase.Scope? = nil
  ) -> Caller {
    Caller(
      container: container.map { ContainerIdentifier($0) },
      database: database.map { DatabaseScope($0) },
      user: user.map { .named(UserName($0)) } ?? .standard,
      device: device.map { DeviceName($0) })
  }

  // MARK: Operations of the harness

  /// Runs an operation of the harness, of those that docs/DIALECT.md describes (`mock/…`).
  @discardableResult
  public func perform<O: CloudHarnessOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(Misuse) -> O.Answer {
    defer { host.settle() }
    if let change = RuleChange(O.name) {
      let only = (operation as? RemoveFault)?.id
      return try ledger.changing(core, change, only: only) { () throws(Misuse) in
        try core.perform(operation, as: caller)
      }
    }
    return try core.perform(operation, as: caller)
  }

  /// Runs any operation, given its name in the dialect and its request as JSON text.
  ///
  /// - Returns: 0, the code of a `CKError`, or a negative `MisuseStatus`; and the response.
  @discardableResult
  public func call(_ operation: String, _ json: String = "{}") -> (status: Int32, json: String) {
    defer { host.settle() }
    guard let change = RuleChange(operation) else { return core.call(operation, json) }
    let only = operation == RemoveFault.name ? Self.id(in: json) : nil
    return ledger.changing(
      core, change, only: only, isRefused: { $0.status != 0 },
      { () throws(Never) in core.call(operation, json) })
  }

  /// The name of the rule in a request that removes one.
  private static func id(in json: String) -> String? {
    let request = try? JSONSerialization.jsonObject(with: Data(json.utf8))
    return (request as? [String: Any])?["id"] as? String
  }
}
