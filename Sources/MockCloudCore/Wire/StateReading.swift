/// Reads state documents.
enum StateReader {
  /// Reads a world.
  ///
  /// - Parameters:
  ///   - files: The files next to the document; nil if it is not a file itself.
  ///   - file: The file with the lists that are not in `node`.
  static func world(
    _ node: JSONNode, _ files: AssetFiles? = nil, _ file: StateFile? = nil
  ) throws(RequestError) -> SavedWorld {
    guard node.kind == .object else {
      throw RequestError(
        "", "a state must be an object, not \(node.kindName)", expected: "an object")
    }
    var document = StateDocument()
    try StateKeys.read(&document, from: node, of: LoadedDocument(file, files)) {
      (keys, document) throws(RequestError) in try document.keys(&keys)
    }
    try document.check()
    return document.saved
  }

  /// Reads a world from the text of a document.
  static func world(text: UnsafeBufferPointer<UInt8>) throws(Misuse) -> SavedWorld {
    try ConfigurationReader.parse(text, called: "a state") { (node) throws(RequestError) in
      try world(node)
    }
  }

  /// Reads a world from a file; nil if it cannot be read.
  static func world(file path: String) throws(Misuse) -> SavedWorld? {
    guard let file = StateFile(path) else { return nil }
    return try file.read { (node) throws(RequestError) in
      try world(node, AssetFiles(beside: path), file)
    }
  }
}

extension StateSource {
  /// Returns the source for a path in the key of a request or a configuration.
  static func file(_ path: String, key: StaticString) -> StateSource {
    .file(path: path, key: "\(key)") { (path) throws(Misuse) in
      try StateReader.world(file: path)
    }
  }

  init(document: JSONNode) throws(RequestError) {
    do throws(RequestError) {
      self = .document(try StateReader.world(document))
    } catch {
      throw error.inside("state")
    }
  }
}

extension LoadState: WireHarnessOperation {
  static let keys: [StaticString] = ["state", "path"]

  init(reading request: JSONNode, with fields: inout FieldReader) throws(RequestError) {
    var state: JSONNode?
    var path: String?
    for (key, value) in request.members {
      switch key {
      case "state": state = value
      case "path": path = try value.text("path")
      default: try ContextKeys.check(key, own: Self.keys)
      }
    }
    if let path {
      if state?.isNull == false {
        throw RequestError(
          "path", "'path' cannot be combined with 'state'", expected: "one of both")
      }
      self.init(.file(path, key: "path"))
    } else if let state {
      self.init(try StateSource(document: state))
    } else {
      throw RequestError.missing("state")
    }
  }

  func writeRequestMembers(_ style: AnswerStyle, to json: inout JSONWriter) {
    switch source {
    case .document(let saved):
      json.key("state")
      json.saved(saved)
    case .file(let path, _, _): json.member("path", path)
    }
  }
}
