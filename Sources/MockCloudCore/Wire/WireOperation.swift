/// An operation of the service with the JSON form of its request.
protocol WireOperation: Operation {
  /// The keys of its request, without the context's.
  static var keys: [StaticString] { get }
  /// How the request wants its answer written.
  var style: AnswerStyle { get }
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError)
}

extension WireOperation {
  var style: AnswerStyle { AnswerStyle() }
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

/// What a call is made of, once its request has been parsed.
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
    answer = { call, state, writer in ServiceDoor<O>().answer(call, &state, &writer) }
  }

  init<O: WireHarnessOperation>(_: O.Type) {
    name = O.name
    keys = O.keys
    isHarness = true
    answer = { call, state, writer in HarnessDoor<O>().answer(call, &state, &writer) }
  }
}
