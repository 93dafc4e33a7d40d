/// Reads, writes and lists the keys of an operation's request. An operation that is its own table
/// (`WireRequest`) needs no implementation.
protocol RequestCoding: Sendable {
  static var name: String { get }
  /// The keys of the request, without the context keys.
  static var keys: [StaticString] { get }
  /// The context keys that a request may have.
  static var contextKeys: ContextKeys { get }
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError)
  /// Writes the members of the request in the order of their keys, without defaults. Reading them
  /// returns the same operation, and the same style.
  func writeRequestMembers(_ style: AnswerStyle, to json: inout JSONWriter)
}

extension RequestCoding where Self: WireRequest {
  static var keys: [StaticString] { keyNames }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self = try Self.specialized(reading: request, with: &fields)
  }

  @inline(__always)
  fileprivate static func specialized(
    reading request: JSONNode, with fields: inout FieldReader
  ) throws(RequestError) -> Self {
    var form = Self()
    var reader = KeyReader(fields)
    try reader.read(&form, from: request, beside: contextKeys, or: fields.defaults)
    fields = reader.fields
    return form
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func writeRequestMembers(_ style: AnswerStyle, to json: inout JSONWriter) {
    json.withKeyWriter(style) { $0.members(of: self) }
  }
}

extension RequestCoding where Self: SpecializedRequest {
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self = try Self.specialized(reading: request, with: &fields)
  }
}

extension RequestCoding {
  /// Writes the whole request.
  func writeRequest(_ style: AnswerStyle = AnswerStyle(), to json: inout JSONWriter) {
    json.beginObject()
    writeRequestMembers(style, to: &json)
    json.endObject()
  }

  /// Reads a request and writes it again.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func respell(
    _ request: JSONNode, to json: inout JSONWriter
  ) throws(RequestError) {
    var fields = FieldReader()
    try Self(reading: request, with: &fields).writeRequest(fields.style, to: &json)
  }
}

extension RequestCoding {
  /// Reads a request with its caller.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func prepared(
    _ request: JSONNode
  ) throws(RequestError) -> (operation: Self, caller: Caller) {
    // No client would take the events of a call by a rule.
    let context = contextKeys.subtracting(.delivery)
    for (key, _) in request.members {
      let isContext = ContextKeys(key).map { context.contains($0) } ?? false
      if isContext || keys.contains(where: { $0 ~= key }) { continue }
      throw key.unknown(in: Self.self, among: keys + context.names)
    }
    var fields = FieldReader()
    let operation = try Self(reading: request, with: &fields)
    do throws(ContextReader.Failure) {
      return (operation, try ContextReader.caller(request, taking: context))
    } catch {
      throw error.requestError
    }
  }
}

/// An operation whose request has other keys than the operation has properties: those of a separate
/// table.
protocol FormedRequest {
  associatedtype Form: WireRequest
  init(_ form: Form) throws(RequestError)
  var form: Form { get }
}

extension RequestCoding where Self: FormedRequest {
  static var keys: [StaticString] { Form.keyNames }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var form = Form()
    var reader = KeyReader(fields)
    try reader.read(&form, from: request, beside: Self.contextKeys, or: fields.defaults)
    fields = reader.fields
    try self.init(form)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func writeRequestMembers(_ style: AnswerStyle, to json: inout JSONWriter) {
    json.withKeyWriter(style) { $0.members(of: form) }
  }
}

/// An operation of the service with its JSON form.
protocol WireOperation: Operation, CloudOperation, RequestCoding, SpelledOperation {}

extension WireOperation {
  static var contextKeys: ContextKeys { [.all, .delivery] }
}

/// An operation of the harness with its JSON form. It declares its context keys; others are
/// refused, since they would have no effect.
protocol WireHarnessOperation: HarnessOperation, CloudHarnessOperation, RequestCoding {
  func write(_ answer: Answer, to writer: inout AnswerWriter)
}

extension WireHarnessOperation {
  static var contextKeys: ContextKeys { [] }
}

extension WireHarnessOperation where Answer == Void {
  func write(_ answer: Void, to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.endObject()
  }
}

/// The parts of a call after its request has been parsed.
struct IncomingCall {
  let request: JSONNode
  let text: UnsafeBufferPointer<UInt8>
  /// Defaults of keys that the request does not have.
  var defaults: [CallDefaults.Member] = []
}

/// An operation in the registry: its name, its keys, and the code for its calls.
final class RegisteredOperation: Sendable {
  let name: String
  let keys: [StaticString]
  let isHarness: Bool
  let answer: Answer
  /// The operation's type, for code that reads a request without making a call.
  let type: any RequestCoding.Type
  /// Reads the request of a call that is made later.
  let prepare: @Sendable (JSONNode) throws(RequestError) -> any FaultCall
  /// Reads a submitted call of a state document; nil for operations that cannot be submitted.
  let submission: Submission?

  typealias Answer = @Sendable (IncomingCall, inout CloudState, inout AnswerWriter) -> Int32

  typealias Submission =
    @Sendable (JSONNode, borrowing World) throws(RequestError) -> (
      call: any RunnableCall, delivery: Delivery
    )

  /// - Parameter answer: The code for its calls if it is specialized for the type.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  init<O: WireOperation>(_: O.Type, answer: Answer? = nil) {
    name = O.name
    keys = O.keys
    isHarness = false
    self.answer =
      answer ?? { call, state, writer in ServiceDoor<O>().answer(call, &state, &writer) }
    type = O.self
    prepare = { (request) throws(RequestError) in
      let (operation, caller) = try O.prepared(request)
      return MadeServiceCall<O>(operation: operation, caller: caller)
    }
    submission = { (request, world) throws(RequestError) in
      try O.submission(request, in: world)
    }
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  init<O: WireHarnessOperation>(_: O.Type) {
    name = O.name
    keys = O.keys
    isHarness = true
    answer = { call, state, writer in HarnessDoor<O>().answer(call, &state, &writer) }
    type = O.self
    prepare = { (request) throws(RequestError) in
      let (operation, caller) = try O.prepared(request)
      return MadeHarnessCall<O>(operation: operation, caller: caller)
    }
    submission = nil
  }

  /// Returns the operation with code for its calls that is compiled for its type: a call then takes
  /// two thirds of the instructions.
  @inline(__always)
  static func specialized<O: WireOperation>(_: O.Type) -> RegisteredOperation {
    RegisteredOperation(O.self) { call, state, writer in
      ServiceDoor<O>().answer(call, &state, &writer)
    }
  }
}
