import Testing

@testable import MockCloudCore

/// A row of the tables is `text | arguments --> expectation`. Values are written `1`, `2.5`,
/// `"text"`, `t:ms` (a time), `r:name` (a reference), `l:latitude,longitude`, `null`; lists
/// `{1,2}`. A filter is `key COMPARATOR value distance`, the key of a system field `[name]`, of
/// full text `*`; filters are joined by ` & `.
@Suite struct PredicateTextTests {
  struct Row: Sendable, CustomStringConvertible {
    let text: String
    let arguments: [PredicateArgument]
    let expected: String
    var description: String { "\(text) --> \(expected)" }
  }

  static func rows(_ table: String) -> [Row] {
    table.split(separator: "\n").map { line in
      let halves = line.splitOnce(" --> ")
      // A separate `|` precedes arguments; a `||` or a `|` in the text is not followed by valid
      // arguments.
      if let split = halves.0.splitLast(" | "), let arguments = arguments(split.1) {
        return Row(text: split.0, arguments: arguments, expected: halves.1)
      }
      return Row(text: halves.0, arguments: [], expected: halves.1)
    }
  }

  static func arguments(_ text: String) -> [PredicateArgument]? {
    var arguments: [PredicateArgument] = []
    for word in text.split(separator: " ") {
      if word == "null" {
        arguments.append(.null)
      } else if let value = value(String(word)) {
        arguments.append(.value(value))
      } else if arguments.last.map({ if case .value(.string) = $0 { true } else { false } })
        == true,
        word.last == "\"", case .value(.string(let start))? = arguments.popLast()
      {
        arguments.append(.value(.string("\(start) \(word.dropLast())")))
      } else {
        return nil
      }
    }
    return arguments
  }

  static func value(_ word: String) -> FieldValue? {
    if word.hasPrefix("\"") {
      let text = word.dropFirst()
      return .string(String(text.last == "\"" ? text.dropLast() : text))
    }
    if word.hasPrefix("t:") { return Int64(word.dropFirst(2)).map { .timestamp($0) } }
    if word.hasPrefix("r:") { return Sample.ref(RecordName(String(word.dropFirst(2)))) }
    if word.hasPrefix("l:") {
      let parts = word.dropFirst(2).split(separator: ",").compactMap { Double($0) }
      return parts.count == 2 ? .location(Sample.place(parts[0], parts[1])) : nil
    }
    if word.hasPrefix("{"), word.hasSuffix("}") {
      let members = word.dropFirst().dropLast().split(separator: ",").map { value(String($0)) }
      return FieldValue.list(of: members.compactMap { $0 })
    }
    return Int64(word).map { .int64($0) } ?? Double(word).map { .double($0) }
  }

  static func read(_ row: Row) -> Result<QueryPredicate, QueryRefusal> {
    do throws(QueryRefusal) {
      return .success(try PredicateText.read(row.text, arguments: row.arguments, now: 1000))
    } catch {
      return .failure(error)
    }
  }

  static func describe(_ predicate: QueryPredicate) -> String {
    if predicate == .everything { return "TRUE" }
    if predicate == .nothing { return "FALSE" }
    return predicate.filters.map { filter in
      let key =
        switch filter.key {
        case .field(let name): name
        case .system(let field): "[\(field.rawValue)]"
        case .anyText: "*"
        }
      let distance = filter.distance.map { " \($0)" } ?? ""
      return "\(key) \(filter.comparator.rawValue) \(describe(filter.value))\(distance)"
    }.joined(separator: " & ")
  }

  static func describe(_ value: FieldValue) -> String {
    switch value {
    case .string(let text): PredicateLiteral.text(of: text)
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .timestamp(let time): "t:\(time)"
    case .reference(let reference): "r:\(reference.recordName)"
    case .location(let place): "l:\(place.latitude),\(place.longitude)"
    default: "{" + (value.members ?? []).map(describe).joined(separator: ", ") + "}"
    }
  }

  static let accepted = [
    PredicateTextRows.operatorsAndKeys, PredicateTextRows.literals,
    PredicateTextRows.blanksAndKeys, PredicateTextRows.arguments, PredicateTextRows.lists,
    PredicateTextRows.tokensAndPlaces,
  ].flatMap(rows)

  static let refused = [PredicateRefusalRows.byCloudKit, PredicateRefusalRows.bySyntax]
    .flatMap(rows)

  @Test(arguments: accepted)
  func accepts(_ row: Row) throws {
    #expect(Self.describe(try Self.read(row).get()) == row.expected)
  }

  @Test(arguments: refused)
  func refuses(_ row: Row) {
    guard case .failure(let refusal) = Self.read(row) else {
      Issue.record("was accepted")
      return
    }
    #expect(refusal.code == .invalidArguments)
    guard row.expected.hasPrefix("@") else {
      #expect(refusal.reason == row.expected && refusal.position == nil)
      return
    }
    let (character, problem) = row.expected.dropFirst().description.splitOnce(" ")
    let lines = refusal.reason.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.first.map(String.init)
        == "Unable to parse the format string at character \(character): \(problem)")
    // Short texts are shown completely, with the caret under the character.
    #expect(lines.count == 3 && lines[1] == row.text)
    #expect(lines.last.map { String($0.dropLast()).unicodeScalars.count + 1 } == Int(character))
    let before = row.text.utf8.prefix(refusal.position ?? -1)
    #expect(String(Substring(before)).unicodeScalars.count + 1 == Int(character))
  }

  @Test func theTablesAreLarge() {
    #expect(Self.accepted.count + Self.refused.count >= 400)
    #expect(Set((Self.accepted + Self.refused).map(\.description)).count >= 400)
  }

  @Test(arguments: accepted)
  func textComesBack(_ row: Row) throws {
    let predicate = try Self.read(row).get()
    let format = try #require(PredicateText.write(predicate))
    let again = try PredicateText.read(format.text, arguments: format.arguments, now: 0)
    #expect(again == predicate)
    #expect(PredicateText.write(again) == format)
  }
}

extension StringProtocol {
  /// Returns the parts before and after the first occurrence; the second is empty if there is none.
  fileprivate func splitOnce(_ separator: String) -> (String, String) {
    guard let range = firstRange(of: separator) else { return (String(self), "") }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }

  fileprivate func splitLast(_ separator: String) -> (String, String)? {
    guard let range = ranges(of: separator).last else { return nil }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
