/// An invalid value of a request: its path, the mistake, and what is expected. In a service request
/// it becomes CloudKit's error for malformed requests, in a `mock/…` request a misuse of the library.
struct RequestError: Error {
  /// The invalid key as a path into the request, for example `operations[3].record.fields`.
  private(set) var path: String
  private(set) var message: String
  var expected: String?
  var nearest: String?
  var code = CKErrorCode.invalidArguments
  private let kind: Kind

  /// The errors that CloudKit's server has a sentence for.
  private enum Kind {
    case missing(StaticString)
    case unexpected, other
  }

  init(_ path: String, _ message: String, expected: String? = nil, nearest: String? = nil) {
    self.init(.other, path, message, expected: expected, nearest: nearest)
  }

  private init(
    _ kind: Kind, _ path: String, _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.message = message
    self.expected = expected
    self.nearest = nearest
  }

  /// - Parameter others: Keys one of which may be there in its place.
  static func missing(_ key: StaticString, or others: StaticString...) -> RequestError {
    var error = RequestError(.missing(key), "\(key)", "required key '\(key)' is missing")
    if !others.isEmpty {
      error.expected = ([key] + others).map { "'\($0)'" }.joined(separator: " or ")
    }
    return error
  }

  /// Returns the error with the names of the request's keys, if one of these is missing.
  func listing(_ keys: [StaticString]) -> RequestError {
    guard case .missing(let key) = kind, path == "\(key)", expected == nil else { return self }
    var error = self
    error.expected =
      "in the request, whose keys are " + keys.map(\.description).joined(separator: ", ")
    return error
  }

  /// Returns the refusal of a value that has another JSON type, or that is not one of its key's.
  static func unexpected(
    _ path: String, _ message: String, expected: String, nearest: String? = nil
  ) -> RequestError {
    RequestError(.unexpected, path, message, expected: expected, nearest: nearest)
  }

  /// Returns the refusal of an empty text.
  static func empty(
    _ key: StaticString, expected: String = "at least one character"
  ) -> RequestError {
    RequestError("\(key)", "'\(key)' must not be empty", expected: expected)
  }

  /// Returns the refusal of a number below the least one.
  static func tooSmall(
    _ key: String, _ number: some BinaryInteger, least: Int = 1
  ) -> RequestError {
    RequestError(key, "'\(key)' is \(number), which is too small", expected: "\(least) or more")
  }

  /// Returns the refusal of a second element with the same name.
  static func twice(_ key: StaticString, _ name: String) -> RequestError {
    RequestError("\(key)", "'\(NameRules.shortened(name))' occurs twice", expected: "each once")
  }

  /// Returns the refusal of an empty list that would select nothing.
  static func noChoice(_ key: StaticString) -> RequestError {
    RequestError("\(key)", "'\(key)' is an empty list", expected: "one or more, or no list for all")
  }

  /// Returns the refusal of an unknown member name.
  static func unknownName(_ name: String, called kind: String, known: [String]) -> RequestError {
    let name = NameRules.shortened(name)
    return RequestError(
      name, "unknown \(kind) '\(name)'",
      expected: known.isEmpty ? "no \(kind)" : known.joined(separator: ", "),
      nearest: Spelling.nearest(to: name, among: known))
  }

  /// Returns the refusal of a key that has another name now.
  @inline(never)
  static func renamed(_ key: StaticString, _ now: StaticString) -> RequestError {
    RequestError(
      "\(key)", "'\(key)' is called '\(now)' now", expected: "'\(now)'", nearest: "\(now)")
  }

  static func unknownValue(
    _ key: StaticString, _ value: String, known: [String]
  ) -> RequestError {
    let value = NameRules.shortened(value)
    return unexpected(
      "\(key)", "'\(key)' is '\(value)', which is not known",
      expected: known.joined(separator: ", "), nearest: Spelling.nearest(to: value, among: known))
  }

  /// Returns the refusal of a text that is not a raw value of `Choice`.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func unknownValue<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString, _ value: String, of choice: Choice.Type
  ) -> RequestError {
    unknownValue(key, value, known: Choice.allCases.map(\.rawValue))
  }

  /// Returns the error with a path relative to the list that has the element; an error of the
  /// element itself may have the list's key as its path.
  func inside(_ list: StaticString, at index: Int) -> RequestError {
    path == "\(list)" ? ofElement(index, of: "\(list)") : inside("\(list)[\(index)]")
  }

  /// Returns the error with the element's index, if the path begins with the list's key.
  func at(_ index: Int, of list: StaticString) -> RequestError {
    let name = "\(list)"
    if path == name { return ofElement(index, of: name) }
    guard path.hasPrefix(name) else { return inside("\(name)[\(index)]") }
    var error = self
    error.path = "\(name)[\(index)]" + path.dropFirst(name.count)
    return error
  }

  /// Returns the error of an element that was read with the key of its list: both the path and the
  /// text, which begins with the name of the value, name the element.
  private func ofElement(_ index: Int, of list: String) -> RequestError {
    var error = self
    error.path = "\(list)[\(index)]"
    let subject = "'\(list)' "
    if message.hasPrefix(subject) {
      error.message = "'\(error.path)' \(message.dropFirst(subject.count))"
    }
    return error
  }

  /// Returns the error with a path relative to the enclosing value.
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

  /// The whole error in one sentence, for answers that have only text.
  var sentence: String {
    (path.isEmpty ? message : "\(path): \(message)")
      + ErrorHint.text(after: message, expected: expected, nearest: nearest)
  }

  /// The error as a response of the service: CloudKit's sentence, then the place and the remedy.
  var cloudError: CloudError {
    switch kind {
    case .missing(let key):
      return CloudError(code, ServerText.missingField("\(key)") + place(ofMissing: "\(key)"))
    case .unexpected: return CloudError(code, "\(ServerText.unexpectedInput): \(sentence)")
    case .other: return CloudError(code, sentence)
    }
  }

  /// Returns where a missing key was expected, or which other one.
  private func place(ofMissing key: String) -> String {
    if path == key { return expected.map { ": expected \($0)" } ?? "" }
    guard let expected else { return ": expected at '\(path)'" }
    return ": expected \(expected) in '\(path.dropLast(key.count + 1))'"
  }

  var misuse: Misuse {
    Misuse.badMockRequest(
      sentence, key: path.isEmpty ? nil : path, expected: expected, nearest: nearest)
  }
}

/// A value with rules that its type does not express. The operation that has it calls
/// `refuseProblem` or throws `problem` when it runs, and the table of its JSON form when it is read.
protocol CheckedValue {
  /// The first invalid part of the value, with a path relative to the value; nil if it is valid.
  var problem: RequestError? { get }
}

extension CheckedValue {
  func refuseProblem() throws(Misuse) { if let problem { throw problem.misuse } }
}

extension Collection {
  /// Returns the first problem of the elements, with a path that begins with the list's key.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func firstProblem(
    in key: StaticString, _ problem: (Element) -> RequestError?
  ) -> RequestError? {
    // Not `enumerated`: its types would be found at run time for each list.
    var index = 0
    for element in self {
      if let problem = problem(element) { return problem.inside(key, at: index) }
      index += 1
    }
    return nil
  }
}

// MARK: Durations

extension RequestError {
  /// Returns the refusal of a duration that is negative or not a number of milliseconds.
  static func duration(_ key: String, seconds: Double) -> RequestError {
    RequestError(
      key, "'\(key)' is \(seconds), which is out of range", expected: "seconds, not negative")
  }
}

extension Int64 {
  /// The longest duration that is written, in milliseconds, more than the years 0001 to 9999: up to
  /// here, a number of seconds has every millisecond. Longer ones never pass on the clock.
  static let longestDuration: Int64 = 1 << 50

  /// Returns the refusal of milliseconds that are not a duration.
  func durationProblem(_ key: String) -> RequestError? {
    self < 0 ? .duration(key, seconds: Double(self) / 1000) : nil
  }
}
