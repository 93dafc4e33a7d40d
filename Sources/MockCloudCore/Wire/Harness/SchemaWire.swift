extension SchemaSource {
  /// What the keys `schema` and `path` of a request say, of which there must be one.
  init(text: String?, path: String?) throws(RequestError) {
    if let text {
      guard path == nil else {
        throw RequestError("path", "'path' makes no sense beside 'schema'", expected: "one of both")
      }
      self = .text(text)
    } else if let path {
      self = .file(path: path)
    } else {
      throw RequestError.missing("schema")
    }
  }
}

extension LoadSchema: WireHarnessOperation {
  static let keys: [StaticString] = ["schema", "path", "environment"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var text: String?
    var path: String?
    for (key, value) in request.members {
      switch key {
      case "schema": text = try value.text("schema")
      case "path": path = try value.text("path")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    self.init(try SchemaSource(text: text, path: path))
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

extension GetSchema: WireHarnessOperation {
  static let keys: [StaticString] = ["environment"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    self.init()
    for (key, _) in request.members { try ContextKeys.check(key, own: Self.keys) }
  }

  func write(_ answer: String, to writer: inout AnswerWriter) { writer.schema(answer) }
}

extension DeploySchema: WireHarnessOperation, KeylessRequest {
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
    do throws(RequestError) {
      var text: String?
      var path: String?
      var container: String?
      var environment: Environment?
      for (key, value) in node.members {
        switch key {
        case "schema": text = try value.text("schema")
        case "path": path = try value.text("path")
        case "container": container = try value.text("container")
        case "environment": environment = try value.choice("environment", Environment.self)
        default: throw key.unknown(among: ["schema", "path", "container", "environment"])
        }
      }
      self.init(
        source: try SchemaSource(text: text, path: path), container: container,
        environment: environment)
    } catch {
      throw error.inside("schema")
    }
  }
}
