extension SchemaSource {
  /// The keys for schema text, exactly one of which is required.
  struct Form {
    fileprivate var text: String?
    fileprivate var path: String?

    init() {}

    init(_ source: SchemaSource) {
      switch source {
      case .text(let text): self.text = text
      case .file(let path): self.path = path
      }
    }

    /// Valid after `check`, which ensures that there is one.
    var source: SchemaSource { path.map { .file(path: $0) } ?? .text(text ?? "") }

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try keys.key("schema", &text)
      try keys.key("path", &path)
    }

    func check() throws(RequestError) {
      if text == nil, path == nil { throw RequestError.missing("schema", or: "path") }
      if text != nil, path != nil {
        throw RequestError(
          "path", "'path' cannot be combined with 'schema'", expected: "one of both")
      }
    }
  }
}

extension LoadSchema: WireHarnessOperation, FormedRequest {
  static let contextKeys: ContextKeys = [.container, .environment]

  struct Form: WireRequest {
    fileprivate var source = SchemaSource.Form()

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try source.keys(&keys)
      keys.passed("environment")
    }

    func check() throws(RequestError) { try source.check() }
  }

  init(_ form: Form) { self.init(form.source.source) }

  var form: Form {
    var form = Form()
    form.source = SchemaSource.Form(source)
    return form
  }

  func write(_ answer: [String], to writer: inout AnswerWriter) {
    writer.json.beginObject()
    writer.json.key("recordTypes")
    writer.json.array(answer) { $0.string($1) }
    writer.json.endObject()
  }
}

extension AnswerWriter {
  fileprivate mutating func schema(_ text: String) {
    json.beginObject()
    json.member("schema", text)
    json.endObject()
  }
}

extension GetSchema: WireHarnessOperation, WireRequest {
  static let contextKeys: ContextKeys = [.container, .environment]

  mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
    keys.passed("environment")
  }

  func write(_ answer: String, to writer: inout AnswerWriter) { writer.schema(answer) }
}

extension DeploySchema: WireHarnessOperation, KeylessRequest {
  static let contextKeys: ContextKeys = [.container]

  func write(_ answer: String, to writer: inout AnswerWriter) { writer.schema(answer) }
}

extension Configuration.InitialSchema {
  /// Reads schema text, or `{schema | path, container, environment}`.
  init(reading node: JSONNode) throws(RequestError) {
    if let text = node.string {
      self.init(source: .text(text))
      return
    }
    guard node.kind == .object else {
      throw RequestError.wrongType("schema", node, expected: "schema text or an object")
    }
    var reader = KeyReader()
    let form = try Form.read(node, "schema", &reader)
    self.init(
      source: form.source.source, container: form.container, environment: form.environment)
  }

  private struct Form: WireRequest {
    var source = SchemaSource.Form()
    var container: ContainerIdentifier?
    var environment: Environment?

    mutating func keys<Keys: RequestKeys & ~Copyable>(_ keys: inout Keys) throws(Keys.Failure) {
      try source.keys(&keys)
      try keys.key("container", &container)
      try keys.key("environment", &environment)
    }

    func check() throws(RequestError) { try source.check() }
  }
}

extension Environment: RequestChoice {}
extension DatabaseScope: RequestChoice {}
