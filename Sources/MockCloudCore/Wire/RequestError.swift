/// What is wrong with the form of a request. In a service request it becomes CloudKit's error for
/// malformed requests, in a `mock/…` request a misuse of the library.
struct RequestError: Error {
  /// The key at fault as a path into the request, for example `operations[3].record.fields`.
  private(set) var path: String
  let message: String
  var expected: String?
  var nearest: String?
  var code = CKErrorCode.invalidArguments

  init(_ path: String, _ message: String, expected: String? = nil, nearest: String? = nil) {
    self.path = path
    self.message = message
    self.expected = expected
    self.nearest = nearest
  }

  static func wrongType(_ key: StaticString, _ node: JSONNode, expected: String) -> RequestError {
    RequestError("\(key)", "'\(key)' must be \(expected), not \(node.kindName)", expected: expected)
  }

  static func missing(_ key: StaticString) -> RequestError {
    RequestError("\(key)", "required key '\(key)' is missing")
  }

  static func unknownValue(
    _ key: StaticString, _ value: String, known: [String]
  ) -> RequestError {
    let value = NameRules.shortened(value)
    return RequestError(
      "\(key)", "'\(key)' is '\(value)', which is not known",
      expected: known.joined(separator: ", "), nearest: Spelling.nearest(to: value, among: known))
  }

  /// The same error as seen from the list whose element it was found in; what is wrong with the
  /// element itself may be said of the list's key.
  func inside(_ list: StaticString, at index: Int) -> RequestError {
    var error = self
    if path == "\(list)" { error.path = "" }
    return error.inside("\(list)[\(index)]")
  }

  /// The same error as seen from the list whose element it was found in, where it names the element
  /// by the list's key.
  func at(_ index: Int, of list: StaticString) -> RequestError {
    var error = self
    let name = "\(list)"
    guard path.hasPrefix(name) else { return inside("\(name)[\(index)]") }
    error.path = "\(name)[\(index)]" + path.dropFirst(name.count)
    return error
  }

  /// The same error as seen from the value that holds the one it was found in.
  func inside(_ parent: String) -> RequestError {
    guard !parent.isEmpty else { return self }
    var error = self
    if path.isEmpty {
      error.path = parent
    } else {
      error.path = path.hasPrefix("[") ? parent + path : "\(parent).\(path)"
    }
    return error
  }

  /// One sentence for those who see only text.
  var sentence: String {
    var text = path.isEmpty ? message : "\(path): \(message)"
    if let nearest {
      text += "; did you mean '\(nearest)'?"
    } else if let expected, !Self.contains(message, expected) {
      text += "; expected \(expected)"
    }
    return text
  }

  /// `String.contains` would do, but brings Swift's regular expressions along: 1.4 MB of library.
  private static func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  var cloudError: CloudError { CloudError(code, sentence) }

  var misuse: Misuse {
    Misuse.badMockRequest(
      sentence, key: path.isEmpty ? nil : path, expected: expected, nearest: nearest)
  }
}
