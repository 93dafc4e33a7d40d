/// Operations and events as JSON text.
extension Cloud {
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
    if isHeldHere {
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
    if isHeldHere { throw Misuse.calledFromInside }
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
    if isHeldHere { return }
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

  /// Keeps a lent buffer for later answers.
  private func takeBack(_ buffer: consuming JSONWriter) {
    var buffer: JSONWriter? = buffer
    withCore { core in core.takeBack(&buffer) }
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
