/// One simulated iCloud: its clock, its users, its containers.
///
/// Clouds share nothing. Any thread may use a cloud; calls on one cloud run one after the other.
/// After `fork()` the child has its own copy of every cloud and may use it immediately.
public final class Cloud: Sendable {
  private let core: Lock<Core>

  /// The data that the lock guards.
  struct Core: ~Copyable {
    var state: CloudState
    let reader = JSONReader()
    var writer = AnswerWriter(reportsLack: true)
    /// The buffer that the writer uses while its own is lent.
    private var spare: JSONWriter?
    /// The files that the environment requests; nil if it requests none.
    private var outputs: LaunchOutputs?
    /// Whether the handle of the cloud was destroyed.
    fileprivate var isEnded = false

    init(_ state: consuming CloudState) { self.state = state }
  }

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

  private init(_ core: consuming Core) { self.core = Lock(core) }

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

  // MARK: JSON in, JSON out

  /// Runs one operation and lends its status and its JSON answer to `body`, which may use every
  /// cloud, this one included.
  ///
  /// - Parameters:
  ///   - operation: The operation's name in the dialect, UTF-8.
  ///   - request: JSON text; nil means `{}`.
  ///   - defaults: Defaults of keys that the request does not have.
  ///   - body: Receives 0, a `CKErrorCode` or a `MisuseStatus`, and the answer, which is valid only
  ///     until it returns.
  @_specialize(where R == Int32)
  package func call<R>(
    _ operation: UnsafeBufferPointer<UInt8>, _ request: UnsafeBufferPointer<UInt8>?,
    or defaults: CallDefaults? = nil, _ body: (Int32, UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    if core.isHeldHere {
      let misuse = Misuse.calledFromInside
      var json = misuse.json
      return json.withUTF8 { body(misuse.status.rawValue, $0) }
    }
    var status: Int32 = 0
    let answer = withCore { core in
      status = core.answer(operation, request, or: defaults)
      if core.writer.json.isIncomplete { status = core.writer.misuse(.noMemory) }
      return core.lendAnswer()
    }
    let result = answer.withBytes { body(status, $0) }
    takeBack(answer)
    return result
  }

  /// Checks that the user and the device of a view exist.
  package func check(_ defaults: CallDefaults) throws(Misuse) {
    if core.isHeldHere { throw Misuse.calledFromInside }
    try withCore { (core) throws(Misuse) in
      if core.isEnded { throw .badHandle }
      _ = try defaults.caller.context(in: core.state.world)
    }
  }

  /// Lends `body` a status and the JSON of the parts in which the states of two clouds differ.
  ///
  /// - Parameter body: Receives 0 or a `MisuseStatus`, and the answer, which is valid only until it
  ///   returns.
  package func compare<R>(
    with other: Cloud, _ body: (Int32, UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    do throws(Misuse) {
      let json = SavedWorld.difference(try savedState(), try other.savedState())
      if json.isIncomplete { throw .noMemory }
      return json.withBytes { body(0, $0) }
    } catch {
      var json = error.json
      return json.withUTF8 { body(error.status.rawValue, $0) }
    }
  }

  /// Runs one operation, given its name in the dialect and its request as JSON text.
  public func call(_ operation: String, _ json: String = "{}") -> (status: Int32, json: String) {
    let operation = Array(operation.utf8)
    let request = Array(json.utf8)
    return operation.withUnsafeBufferPointer { operation in
      request.withUnsafeBufferPointer { request in
        call(operation, request) { ($0, String(decoding: $1, as: UTF8.self)) }
      }
    }
  }

  /// Lends the JSON of the oldest event to `copy`, and removes the event from the queue if `copy`
  /// returns true. Does nothing if there is no event.
  ///
  /// - Parameters:
  ///   - defaults: If they name a user or a device, only events for the device of calls with these
  ///     defaults are taken.
  ///   - copy: Returns whether it has copied the JSON. It must not use this cloud.
  package func nextEvent(
    or defaults: CallDefaults? = nil, _ copy: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(Misuse) {
    if core.isHeldHere { return }
    try withCore { (core) throws(Misuse) in
      if core.isEnded { throw .badHandle }
      try core.takeEvent(for: defaults?.caller, copy)
    }
  }

  /// Removes the oldest event from the queue and returns it as JSON text.
  public func nextEvent() -> String? {
    guard let event = takeEvent() else { return nil }
    var writer = AnswerWriter()
    writer.event(event)
    return writer.json.text
  }

  /// Removes and returns the oldest event of the queue. Returns nil if there is none, or inside an
  /// operation of this cloud.
  public func takeEvent() -> Event? {
    if core.isHeldHere { return nil }
    return withCore { $0.state.nextEvent() }
  }

  /// Keeps a lent buffer for later answers.
  private func takeBack(_ buffer: consuming JSONWriter) {
    var buffer: JSONWriter? = buffer
    withCore { core in core.takeBack(&buffer) }
  }

  // MARK: Typed operations

  /// Runs an operation of the service as the given caller.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func perform<O: CloudOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(CloudError) -> O.Answer {
    if core.isHeldHere {
      throw CloudError(.internalError, Misuse.calledFromInside.message)
    }
    return try withCore { (core) throws(CloudError) in
      try O.body.perform(operation, caller, &core.state)
    }
  }

  /// Submits an operation of the service that reports by events: it runs when the clock advances,
  /// and `takeEvent` returns its blocks. Throws if the caller or the dependencies are invalid.
  ///
  /// - Returns: The operation's ID.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func submit<O: CloudOperation>(
    _ operation: O, as caller: Caller = Caller(), _ delivery: Delivery = Delivery()
  ) throws(CloudError) -> String {
    try submit(operation, as: caller, delivery, .events)
  }

  /// Submits an operation of the service that reports by blocks.
  ///
  /// - Returns: The operation's ID.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func submit<O: CloudOperation>(
    _ operation: O, as caller: Caller, _ delivery: Delivery, _ reporting: Reporting
  ) throws(CloudError) -> String {
    try submission { (state) throws(Submission.Refusal) in
      try O.body.submit(operation, caller, delivery, reporting, &state)
    }
  }

  /// Submits the kept answer of a long-lived operation, to be reported once more.
  package func submitAgain(
    _ name: String, _ operationID: String, _ reporting: Reporting
  ) throws(CloudError) {
    _ = try submission { (state) throws(Submission.Refusal) in
      try state.replay(operationID, of: name, reporting)
      return operationID
    }
  }

  private func submission(
    _ submit: (inout CloudState) throws(Submission.Refusal) -> String
  ) throws(CloudError) -> String {
    if core.isHeldHere {
      throw CloudError(.internalError, Misuse.calledFromInside.message)
    }
    return try withCore { (core) throws(CloudError) in
      do throws(Submission.Refusal) {
        return try submit(&core.state)
      } catch {
        switch error {
        case .service(let error): throw error
        case .misuse(let misuse): throw CloudError(misuse)
        }
      }
    }
  }

  /// The container and the user's record name of a caller, read without a call of the service. The
  /// name is nil for a caller who is not signed in, and for one that does not exist.
  package func identity(
    of caller: Caller
  ) -> (container: ContainerIdentifier, user: UserRecordName?)? {
    if core.isHeldHere { return nil }
    return withCore { core in
      guard let context = try? caller.context(in: core.state.world) else { return nil }
      return (context.container, context.userRecordName)
    }
  }

  /// Runs an operation of the harness.
  @discardableResult
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func perform<O: CloudHarnessOperation>(
    _ operation: O, as caller: Caller = Caller()
  ) throws(Misuse) -> O.Answer {
    if core.isHeldHere { throw Misuse.calledFromInside }
    return try withCore { (core) throws(Misuse) in
      try O.body.perform(operation, caller, &core.state)
    }
  }
}

extension Cloud.Core {
  /// Applies the settings of an environment other than the initial world.
  mutating func begin(_ launch: LaunchEnvironment) throws(Misuse) {
    if let file = launch.faultFile {
      _ = try state.arm(file)
      state.faultFile = file
    }
    outputs = try LaunchOutputs.opened(launch)
    if outputs?.writesJournal == true { state.beginWriting() }
  }

  /// Writes the calls made since the last write.
  @inline(__always)
  mutating func writeJournal() {
    guard outputs != nil else { return }
    outputs?.append(state.takeUnwritten())
  }

  /// Writes the state if the environment requests it. Later calls are refused.
  mutating func end() {
    outputs.take()?.save(state)
    isEnded = true
  }

  mutating func takeEvent(
    for caller: Caller?, _ copy: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(Misuse) {
    guard let (number, event) = try state.firstEvent(for: caller) else { return }
    writer.restart()
    writer.event(event)
    if writer.json.isIncomplete { throw .noMemory }
    if writer.json.withBytes({ copy($0) }) { state.removeEvent(number) }
  }

  /// The largest buffer that is kept for reuse.
  private static var keptCapacity: Int { 4 << 20 }

  /// Returns the buffer with the written answer, so that it can be read outside the lock.
  mutating func lendAnswer() -> JSONWriter {
    var lent = spare.take() ?? JSONWriter(reportsLack: true)
    swap(&lent, &writer.json)
    return lent
  }

  mutating func takeBack(_ buffer: inout JSONWriter?) {
    guard let capacity = buffer?.capacity, capacity <= Self.keptCapacity else { return }
    swap(&buffer, &spare)
  }
}

extension Cloud.Core {
  /// Runs the operation, writes its answer, and returns its status.
  mutating func answer(
    _ operation: UnsafeBufferPointer<UInt8>, _ request: UnsafeBufferPointer<UInt8>?,
    or defaults: CallDefaults?
  ) -> Int32 {
    if isEnded { return writer.misuse(.badHandle) }
    guard let registered = Registry.operation(named: operation) else {
      return writer.misuse(Registry.unknown(operation))
    }
    let nothing: StaticString = "{}"
    let text =
      request
      ?? UnsafeBufferPointer(start: nothing.utf8Start, count: nothing.utf8CodeUnitCount)
    do throws(JSONReadFailure<Misuse>) {
      return try reader.read(text) { (node) throws(Misuse) -> Int32 in
        try node.requireObject(called: "a request")
        return registered.answer(
          IncomingCall(request: node, text: text, defaults: defaults?.missing(in: node) ?? []),
          &state, &writer)
      }
    } catch {
      switch error {
      case .malformed(let malformed): return writer.misuse(Misuse(malformed: malformed))
      case .body(let misuse): return writer.misuse(misuse)
      }
    }
  }
}

extension Misuse {
  static var calledFromInside: Misuse {
    Misuse(.internalFailure, "a cloud was called from inside one of its own operations")
  }

  /// There is no memory for a text that the caller receives or passes.
  static var noMemory: Misuse { Misuse(.internalFailure, "not enough memory for the text") }

  init(malformed error: JSONError) {
    self.init(
      error.isInternal ? .internalFailure : .badJSON,
      "line \(error.line), column \(error.column): \(error.message); expected \(error.expected)",
      expected: error.expected, position: Position(line: error.line, column: error.column))
  }
}
