extension Cloud {
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
    private(set) var isEnded = false

    init(_ state: consuming CloudState) { self.state = state }
  }
}

extension Cloud.Core {
  /// Applies the settings of an environment other than the initial world.
  mutating func begin(_ launch: LaunchEnvironment) throws(Misuse) {
    if var file = launch.faultFile {
      _ = try state.arm(&file)
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
