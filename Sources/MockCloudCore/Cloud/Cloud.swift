/// One simulated iCloud: its clock, its users, its containers.
///
/// Clouds share nothing. Any thread may use a cloud; calls on one cloud run one after the other.
/// After `fork()` the child has its own copy of every cloud and may use it immediately.
public final class Cloud: Sendable {
  private let core: Lock<Core>

  /// Creates a cloud from a configuration.
  public convenience init(_ configuration: Configuration = Configuration()) throws(Misuse) {
    self.init(
      try ForkGate.pass { () throws(Misuse) in
        CloudState(try configuration.makeWorld())
      })
  }

  /// Creates a cloud from configuration text, or from the environment if it is nil.
  package convenience init(
    configurationJSON text: UnsafeBufferPointer<UInt8>?
  ) throws(Misuse) {
    guard let text else {
      try self.init(LaunchEnvironment())
      return
    }
    self.init(
      try ForkGate.pass { () throws(Misuse) in
        CloudState(try ConfigurationReader.world(text: text))
      })
  }

  /// Creates a cloud from the environment of the process: `MOCKCLOUD_CONFIG`, `MOCKCLOUD_STATE`,
  /// `MOCKCLOUD_SCRIPT`, `MOCKCLOUD_FAULTS`, `MOCKCLOUD_JOURNAL` and `MOCKCLOUD_STATE_OUT`, which
  /// docs/DIALECT.md describes. Without these variables it is a standard cloud.
  public static func launched() throws(Misuse) -> Cloud {
    try Cloud(configurationJSON: nil)
  }

  /// Whether `launched()` returns another cloud than one without a configuration.
  package static var isConfiguredByEnvironment: Bool { LaunchEnvironment.isSet() }

  /// Creates a cloud from an environment.
  convenience init(_ launch: LaunchEnvironment) throws(Misuse) {
    self.init(
      try ForkGate.pass { () throws(Misuse) in
        var core = Core(CloudState(launch.saved))
        try core.begin(launch)
        return core
      })
  }

  /// Creates a cloud from configuration text.
  public convenience init(json: String) throws(Misuse) {
    let text = Array(json.utf8)
    self.init(
      try ForkGate.pass { () throws(Misuse) in
        CloudState(
          try text.withUnsafeBufferPointer { (bytes) throws(Misuse) in
            try ConfigurationReader.world(text: bytes)
          })
      })
  }

  private convenience init(_ state: consuming CloudState) { self.init(Core(state)) }

  private init(_ core: consuming Core) {
    ForkGate.pass { MisspeltVariables.report }
    self.core = Lock(core)
  }

  deinit { withCore { $0.end() } }

  /// Ends the cloud before its last reference is released: waits for the running call, and writes
  /// the state if the environment requests it. Calls of other threads that have found the handle
  /// but not begun return `badHandle`.
  package func end() {
    // Inside an operation of this cloud, `deinit` does it.
    if core.isHeldHere { return }
    withCore { $0.end() }
  }

  /// Returns an independent copy of the cloud in constant time: the two share all data that neither
  /// changes. Called inside an operation of this cloud, it returns a cloud in which every call of
  /// the service fails.
  public func fork() -> Cloud {
    if core.isHeldHere { return Cloud(CloudState(failingBy: .calledFromInside)) }
    return Cloud(withCore { $0.state.copy })
  }

  /// Whether the calling thread is inside a call of this cloud.
  var isHeldHere: Bool { core.isHeldHere }

  /// Runs `body` with exclusive access to the guarded data. Check `isHeldHere` first: a second
  /// entry by the same thread would deadlock.
  func withCore<R: ~Copyable, E: Error>(
    _ body: (inout Core) throws(E) -> R
  ) throws(E) -> R {
    try ForkGate.pass { () throws(E) in
      try core.withLock { (core) throws(E) in
        defer { core.writeJournal() }
        return try body(&core)
      }
    }
  }

}
