// The rules for scripts that their types do not express.

extension Script {
  /// Returns the first problem of the script; nil if it is valid.
  ///
  /// - Parameters:
  ///   - operations: The names of the service's operations.
  ///   - blocks: The names of their blocks.
  func problem(among operations: [String], _ blocks: [String]) -> RequestError? {
    for (index, entry) in entries.enumerated() {
      if let problem = entry.problem(among: operations, blocks) {
        return problem.at(index, of: "entries")
      }
    }
    return wholeProblem
  }

  /// The first problem that concerns more than one entry.
  var wholeProblem: RequestError? {
    Self.problem(ofCount: entries.count) ?? unknownName ?? misspeltName
  }

  /// Returns the refusal of a script with the given number of entries.
  static func problem(ofCount count: Int) -> RequestError? {
    count <= mostEntries
      ? nil
      : RequestError(
        "entries", "'entries' has \(count) entries", expected: "at most \(mostEntries)")
  }

  /// The refusal of a response with a name that no request captures, or, in a strict script, no
  /// earlier one.
  private var unknownName: RequestError? {
    var known: Set<ExactText> = []
    if mode != .strict { for entry in entries { known.formUnion(entry.names) } }
    for (index, entry) in entries.enumerated() {
      known.formUnion(entry.names)
      for (place, value) in entry.templates {
        let problem = value.firstMark("entries[\(index)].\(place)") { mark in
          guard case .name(let name) = mark, !known.contains(ExactText(name)) else { return nil }
          return "'$\(NameRules.shortened(name))' is captured by no request"
        }
        if let problem { return problem }
      }
    }
    return nil
  }

  /// The refusal of a name that is nearly a word of patterns, and that nothing else has.
  private var misspeltName: RequestError? {
    var names = PatternNames()
    for entry in entries {
      if let request = entry.request { names.add(request) }
      for (_, value) in entry.templates { names.add(value) }
    }
    guard names.hasMisspelling else { return nil }
    for (index, entry) in entries.enumerated() {
      if let problem = entry.request.flatMap({ names.misspelling(in: $0) }) {
        return problem.inside("entries[\(index)].request")
      }
    }
    return nil
  }
}

extension Script.Entry {
  /// Returns the first problem of the entry by itself; nil if there is none.
  ///
  /// - Parameters:
  ///   - status: The status as a document has it; nil means that of the response.
  ///   - operations: The names of the service's operations.
  ///   - blocks: The names of their blocks.
  func problem(
    of status: Int? = nil, among operations: [String], _ blocks: [String]
  ) -> RequestError? {
    formProblem ?? contentProblem(operations, blocks) ?? status.flatMap { problem(of: $0) }
  }

  /// The refusal of a value that has another form than the JSON of the entry.
  private var formProblem: RequestError? {
    if let problem = request?.objectProblem("request") ?? delay.durationProblem("delay") {
      return problem
    }
    for (place, value) in templates {
      if let problem = value.objectProblem(place) { return problem }
    }
    return nil
  }

  private func contentProblem(
    _ operations: [String], _ blockNames: [String]
  ) -> RequestError? {
    guard operations.contains(where: { operation.hasBytes(of: $0) }) else {
      return .unknownValue("operation", operation, known: operations)
    }
    if let problem = response.errorsProblem?.inside("response") { return problem }
    if times < 1 { return .tooSmall("times", times) }
    return blocks?.firstProblem(in: "blocks") { BlockEnvelope.problem($0, among: blockNames) }
      ?? markProblem
  }

  /// Returns the refusal of a status that is not that of the response.
  private func problem(of status: Int) -> RequestError? {
    guard status != Int(self.status) else { return nil }
    let error = response.member("error")?.errorCode.map { "the error '\($0.name)'" } ?? "no error"
    return RequestError(
      "status", "'status' is \(status), and the response has \(error)",
      expected: "\(self.status), which may be omitted")
  }

  /// Requests may have all marks, responses only those that represent a value.
  private var markProblem: RequestError? {
    let nameless = request?.firstMark("request") { mark in
      if case .name("") = mark { "a name must follow '$'" } else { nil }
    }
    if let problem = nameless ?? request?.conditionProblem?.inside("request") { return problem }
    if let problem = requestProblem { return problem }
    for (place, value) in templates {
      if let problem = value.noCondition(place) { return problem }
      let problem = value.firstMark(place) { mark in
        switch mark {
        case .any, .absent: "a response cannot contain a pattern"
        case .name(""): "a name must follow '$'"
        default: nil
        }
      }
      if let problem { return problem }
    }
    return nil
  }

  /// The refusal of a pattern that no request of a call matches.
  private var requestProblem: RequestError? {
    guard case .object(let members) = request else { return nil }
    for member in members {
      if member.isMark {
        return RequestError(
          "request.\(member.key)", "'\(member.key)' matches no request, which is an object",
          expected: "the keys of the request")
      }
    }
    return nil
  }

  /// The values that are filled with captured ones, with their paths.
  fileprivate var templates: [(place: String, value: JSONValue)] {
    [("response", response)] + (blocks ?? []).enumerated().map { ("blocks[\($0)]", $1) }
  }

  /// The names that the request captures.
  fileprivate var names: Set<ExactText> {
    var names: Set<ExactText> = []
    request?.eachMark { mark in
      if case .name(let name) = mark { names.insert(ExactText(name)) }
    }
    return names
  }
}

extension JSONValue {
  /// Returns the refusal of a value that is not an object within the nesting depth of scripts.
  func objectProblem(_ key: String) -> RequestError? {
    guard case .object = self else {
      return RequestError(
        key, "'\(key)' must be an object, not \(kind.name)", expected: "an object")
    }
    return depthProblem(key)
  }

  func depthProblem(_ key: String) -> RequestError? {
    guard depth > Script.mostDepth else { return nil }
    return RequestError(
      key, "'\(key)' nests too deep", expected: "at most \(Script.mostDepth) levels")
  }

  /// Returns the refusal of the first mark for which `refusal` returns a text.
  fileprivate func firstMark(
    _ place: String, _ refusal: (PatternMark) -> String?
  ) -> RequestError? {
    firstProblem(
      ofText: { text in
        guard let mark = PatternMark(text), let message = refusal(mark) else { return nil }
        return RequestError(
          "", message, expected: "'$name', or '$$' for a text that begins with a dollar")
      }, ofMembers: { _ in nil })?
      .inside(place)
  }

  /// Returns the refusal of the first condition in a response.
  fileprivate func noCondition(_ place: String) -> RequestError? {
    firstProblem(
      ofText: { _ in nil },
      ofMembers: { members in
        guard let mark = members.first(where: \.isMark) else { return nil }
        return RequestError(
          NameRules.shortened(mark.key), "a response cannot contain a condition",
          expected: "'$$' for a key that begins with a dollar")
      })?
      .inside(place)
  }
}
