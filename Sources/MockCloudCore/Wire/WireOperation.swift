/// An operation of the service with its JSON form.
protocol WireOperation: Operation {
  /// The keys of its request, without the context's.
  static var keys: [StaticString] { get }
  /// The database of requests that name none; nil means the configured default.
  static var standardScope: DatabaseScope? { get }
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError)
  /// Writes the answer and returns the call's status.
  func write(_ answer: Answer, to writer: inout AnswerWriter) -> Int32
}

extension WireOperation {
  static var standardScope: DatabaseScope? { nil }
}

/// An operation of the harness with its JSON form.
protocol WireHarnessOperation: HarnessOperation {
  static var keys: [StaticString] { get }
  /// Whether the context keys of its request name what is there already.
  static var readsContext: Bool { get }
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError)
  func write(_ answer: Answer, to writer: inout AnswerWriter)
}

extension WireHarnessOperation {
  static var readsContext: Bool { true }
}

extension WireHarnessOperation where Answer == Void {
  func write(_ answer: Void, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.endObject()
  }
}

/// What a call is made of, once its request has been read.
struct IncomingCall {
  let request: JSONNode
  let text: UnsafeBufferPointer<UInt8>
}

/// An operation as the registry lists it: its name, its keys, and how to answer a call of it.
struct RegisteredOperation: Sendable {
  let name: String
  let keys: [StaticString]
  let isHarness: Bool
  let answer: @Sendable (IncomingCall, inout CloudState, inout AnswerWriter) -> Int32

  init<O: WireOperation>(_: O.Type) {
    name = O.name
    keys = O.keys
    isHarness = false
    let service = ServiceCall(O.self)
    answer = { call, state, writer in service.answer(call, &state, &writer) }
  }

  init<O: WireHarnessOperation>(_: O.Type) {
    name = O.name
    keys = O.keys
    isHarness = true
    answer = { call, state, writer in HarnessCall<O>().answer(call, &state, &writer) }
  }
}
