/// Writes dictionaries by their tables, with the keys in the order of the table.
struct KeyWriter: RequestKeys, ~Copyable {
  typealias Failure = Never

  var json: JSONWriter
  let isAnswer: Bool
  private let style: AnswerStyle
  /// The index of the current list element.
  private var item: Int?

  init(
    _ json: consuming JSONWriter, _ style: AnswerStyle = AnswerStyle(), isAnswer: Bool = false
  ) {
    self.json = json
    self.style = style
    self.isAnswer = isAnswer
  }

  var numbersAsStrings: Bool? {
    get { style[item] }
    set {}
  }

  /// Writes the members of a dictionary without its braces, so that others can be added.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func members<Request: WireRequest>(of request: Request) {
    var request = request
    request.keys(&self)
  }

  /// Writes the members of a dictionary that answers have, by code that is compiled for its type.
  @inline(__always)
  mutating func members<Answer: SpecializedAnswer>(of answer: Answer) {
    var answer = answer
    answer.keys(&self)
  }

  mutating func list<Form: RequestForm>(_ list: [Form.Value], as form: Form.Type) {
    let outer = item
    json.beginArray()
    for (index, element) in list.enumerated() {
      item = index
      Form.write(element, to: &self)
    }
    json.endArray()
    item = outer
  }

  // MARK: Keys

  static var writes: Bool { true }

  func concerns(_ name: StaticString) -> Bool { true }

  mutating func require(_ name: StaticString) {}

  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) {
    if let value { required(name, value, as: form) }
  }

  mutating func key<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, or standard: @autoclosure () -> Form.Value,
    as form: Form.Type
  ) where Form.Value: Equatable {
    if value != standard() { required(name, value, as: form) }
  }

  mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form.Type
  ) {
    required(name, value, as: form)
  }

  private mutating func required<Form: RequestForm>(
    _ name: StaticString, _ value: Form.Value, as form: Form.Type
  ) {
    json.key(name)
    Form.write(value, to: &self)
  }

  mutating func synonym<Form: RequestForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form.Type
  ) {}

  mutating func passed(_ name: StaticString) {}

  mutating func former(_ name: StaticString, now: StaticString) {}
}

extension JSONWriter {
  /// Writes dictionaries into this writer.
  mutating func withKeyWriter(
    _ style: AnswerStyle = AnswerStyle(), isAnswer: Bool = false,
    _ body: (inout KeyWriter) -> Void
  ) {
    var writer = KeyWriter(self, style, isAnswer: isAnswer)
    body(&writer)
    self = writer.json
  }

  /// Writes a dictionary of a request.
  mutating func request<Request: WireRequest>(_ request: Request) {
    withKeyWriter { Request.write(request, to: &$0) }
  }
}
