/// The values that differ between recordings of the same calls.
public enum RecordedVariable: String, Sendable, CaseIterable {
  /// Texts that have the form of a UUID, or of the record name of a user.
  case identifiers
  /// The change tags of records.
  case tags
  /// Times: stamps of records and values of type TIMESTAMP.
  case dates
  /// The tokens of change feeds, and the markers of queries.
  case tokens
}

extension Script {
  /// Returns the script with its variables in forms that do not depend on seed and clock.
  ///
  /// A value that first occurs in an answer is replaced everywhere by a numbered one, which the
  /// client receives and may return. A value that first occurs in a request is chosen by the
  /// client, which may choose another next time: it is captured there, and replaced by its name
  /// from then on. The order of times in answers is kept.
  func normalized(_ variables: Set<RecordedVariable>) -> Script {
    var names = VariableNames(variables)
    for entry in entries {
      if let request = entry.request { names.collect(request, isAnswer: false) }
      names.collect(entry.response, isAnswer: true)
    }
    names.number()
    var script = self
    script.entries = entries.map { entry in
      Entry(
        operation: entry.operation, request: entry.request.map { names.replace($0) },
        response: names.replace(entry.response), delay: entry.delay,
        blocks: entry.blocks?.map { names.replace($0) }, times: entry.times, note: entry.note)
    }
    return script
  }
}

/// The variables of a script and their replacements.
private struct VariableNames {
  private enum Kind: Hashable {
    case uuid
    case user
    case tag
    case token
    case date
  }

  /// A variable. Equal texts of two kinds are different variables.
  private struct Variable: Hashable {
    let kind: Kind
    let text: ExactText
  }

  private let wanted: Set<RecordedVariable>
  /// The variables that first occur in answers, and those that first occur in requests, in order.
  private var answered: [Variable] = []
  private var asked: [Variable] = []
  private var known: Set<Variable> = []
  private var replacements: [Variable: JSONValue] = [:]

  init(_ wanted: Set<RecordedVariable>) { self.wanted = wanted }

  mutating func collect(_ value: JSONValue, isAnswer: Bool) {
    _ = walk(value, key: nil, type: nil) { names, variable, value in
      if names.known.insert(variable).inserted {
        if isAnswer { names.answered.append(variable) } else { names.asked.append(variable) }
      }
      return value
    }
  }

  /// Computes the replacements of all variables.
  mutating func number() {
    var counts: [Kind: Int] = [:]
    let dates = answered.compactMap { $0.kind == .date ? Int64($0.text.text) : nil }
      .genericSorted(by: <)
    for (place, date) in dates.enumerated() {
      let variable = Variable(kind: .date, text: ExactText("\(date)"))
      replacements[variable] = .int(Clock.defaultStart + Int64(place) * 1000)
    }
    for variable in answered where variable.kind != .date {
      let count = counts[variable.kind, default: 0] + 1
      counts[variable.kind] = count
      replacements[variable] = .string(Self.text(count, variable))
    }
    var names: [Kind: Int] = [:]
    for variable in asked {
      let count = names[variable.kind, default: 0] + 1
      names[variable.kind] = count
      replacements[variable] = .string("$\(Self.name(variable.kind))\(count)")
    }
  }

  private static func text(_ count: Int, _ variable: Variable) -> String {
    let digits = String(count)
    let padding = { String(repeating: "0", count: max(0, $0 - digits.utf8.count)) }
    switch variable.kind {
    case .uuid: return "00000000-0000-0000-0000-" + padding(12) + digits
    case .user: return "_" + padding(32) + digits
    case .tag: return "tag-\(count)"
    case .token, .date: return "token-\(count)"
    }
  }

  private static func name(_ kind: Kind) -> String {
    switch kind {
    case .uuid: "id"
    case .user: "user"
    case .tag: "tag"
    case .token: "token"
    case .date: "date"
    }
  }

  mutating func replace(_ value: JSONValue) -> JSONValue {
    walk(value, key: nil, type: nil) { names, variable, value in
      names.replacements[variable] ?? value
    }
  }

  /// Returns a message with its identifiers replaced, except for captured ones: the name of a
  /// captured value must be a whole text.
  private func replaced(within text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let found = [36, 33].lazy.compactMap { count -> (count: Int, text: String)? in
        guard place + count <= bytes.count else { return nil }
        let part = String(decoding: bytes[place..<(place + count)], as: UTF8.self)
        guard let kind = Self.identifier(part),
          let other = replacements[Variable(kind: kind, text: ExactText(part))]?.string,
          other.utf8.first != UInt8(ascii: "$")
        else { return nil }
        return (count, other)
      }.first
      result += found.map { Array($0.text.utf8) } ?? [bytes[place]]
      place += found?.count ?? 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Search

  /// Rebuilds a value with each variable replaced by the result of `body`.
  ///
  /// - Parameter type: The field type of the value's dictionary.
  private mutating func walk(
    _ value: JSONValue, key: String?, type: String?,
    _ body: (inout Self, Variable, JSONValue) -> JSONValue
  ) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { walk($0, key: key, type: type, body) })
    case .object(let members):
      let type = value.member("type")?.string
      return .object(
        members.map {
          JSONValue.Member(key: $0.key, value: walk($0.value, key: $0.key, type: type, body))
        })
    case .string(let text) where key == "reason": return .string(replaced(within: text))
    default:
      guard let kind = kind(of: value, key, type) else { return value }
      let text = value.string ?? value.int.map { "\($0)" } ?? ""
      return body(&self, Variable(kind: kind, text: ExactText(text)), value)
    }
  }

  private func kind(of value: JSONValue, _ key: String?, _ type: String?) -> Kind? {
    switch value {
    case .int:
      guard wanted.contains(.dates) else { return nil }
      let isDate = key == "timestamp" || key == "value" && type?.hasPrefix("TIMESTAMP") == true
      return isDate ? .date : nil
    case .string(let text):
      if text.utf8.first == UInt8(ascii: "$") { return nil }
      switch key {
      case "recordChangeTag": return wanted.contains(.tags) ? .tag : nil
      case "syncToken", "metaSyncToken", "continuationMarker", "clientChangeToken":
        return wanted.contains(.tokens) ? .token : nil
      default:
        guard wanted.contains(.identifiers) else { return nil }
        return Self.identifier(text)
      }
    default: return nil
    }
  }

  private static func identifier(_ text: String) -> Kind? {
    isUUID(text) ? .uuid : isUser(text) ? .user : nil
  }

  private static func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.isHexadecimalDigit
      }
  }

  private static func isUser(_ text: String) -> Bool {
    text.utf8.count == 33 && text.utf8.first == UInt8(ascii: "_")
      && text.utf8.dropFirst().allSatisfy(\.isHexadecimalDigit)
  }
}
