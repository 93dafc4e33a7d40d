import Testing

@testable import MockCloudCore

/// The reader returns for any text, in bounded time.
@Suite struct PredicateHostileTests {
  static func outcome(_ text: String) -> String {
    do throws(QueryRefusal) {
      return "\(try PredicateText.read(text, now: 0).filters.count) filters"
    } catch {
      return error.reason
    }
  }

  static func times(_ text: String, bytes: Int = 1 << 17) -> String {
    String(repeating: text, count: bytes / text.utf8.count)
  }

  /// Texts of 128 KiB each, for which a reader with quadratic time would need minutes.
  static let large: [(String, String)] = [
    ("f == 1" + times(" AND f == 1"), "11916 filters"),
    ("f == 1" + times(" OR f == 1"), "Invalid predicate: f == 1 OR"),
    ("f == 1" + times(" AND f == 1 OR f == 1"), "Invalid predicate: (f == 1 AND f == 1) OR"),
    ("f == 1" + times(" + 1"), "Invalid predicate: f == 1 + 1"),
    ("f == 1" + times(" * 1 - 1 ** 1"), "Invalid predicate: f == 1 * 1"),
    (times("NOT ") + "f == 1", "1 filters"),
    (times("!") + "f == 1", "1 filters"),
    ("f == " + times("-") + "1", "1 filters"),
    ("f == " + times("-") + "g", "Invalid predicate"),
    (times("("), "Unable to parse the format string at character 41: the predicate nests"),
    (times("(") + "f == 1" + times(")"), "Unable to parse the format string at character 41"),
    ("f IN " + times("{"), "Unable to parse"),
    ("f == " + times("f("), "Unable to parse"),
    (times("NOT("), "Unable to parse"),
    (times("f["), "Unable to parse"),
    ("f == f" + times("[1]"), "Invalid predicate: f == f[1][1]"),
    (times("f[0]") + " == 1", "Unable to parse the format string at character 5: expected a comp"),
    ("f" + times(".f") + " == 1", "Invalid predicate: f.f.f.f"),
    ("$f" + times(".f") + " == 1", "Invalid predicate: $f.f.f.f"),
    ("f IN {" + times("1,") + "1}", "1 filters"),
    ("f IN {" + times("'a', ") + "1}", "Invalid predicate: f IN {\"a\", \"a\""),
    ("g(" + times("1,") + "1) == 1", "Invalid predicate: g(1, 1, 1"),
    ("f == '" + times("a") + "'", "1 filters"),
    ("f == '" + times("a"), "Unable to parse the format string at character 6: the string"),
    ("f == '" + times("\\u00e9") + "'", "1 filters"),
    ("f == " + times("1"), "Unable to parse the format string at character 6: this is not a"),
    ("f == 0." + times("1"), "Unable to parse the format string at character 6: this number"),
    ("f == 0x" + times("1"), "Unable to parse the format string at character 6: this is not a"),
    (times("f"), "Unable to parse the format string at character 131073: expected a comparison"),
    (times("f:"), "Unable to parse"),
    (times("f:") + "(1) == 1", "Invalid predicate: f:f:f:"),
    (times("/* */") + "f == 1", "1 filters"),
    ("/*" + times("/"), "Unable to parse the format string at character 1: the comment"),
    (times("//\n") + "f == 1", "1 filters"),
    (times(" ") + "f == 1", "1 filters"),
    (times("%@"), "Unable to parse the format string at character 1: Insufficient arguments"),
    ("f == %" + times("0") + "d", "Unable to parse the format string at character 6: Insufficient"),
    (times("ANY "), "Unable to parse the format string at character 5: expected a value"),
    (times("\u{0}"), "Unable to parse the format string at character 1: this character"),
    ("f == 1 " + times("日"), "Unable to parse the format string at character 8: this character"),
    (times("f == 1 AND (") + "f", "Unable to parse"),
    ("f == SUBQUERY(f, $x, " + times("SUBQUERY(f, $x, "), "Unable to parse"),
    (times("f == 1 AND NOT NOT (") + "f", "Unable to parse"),
  ]

  @Test(arguments: large.indices)
  func largeTextsAreAnsweredInLinearTime(_ index: Int) {
    let (text, expected) = Self.large[index]
    Hostile.expectSoon(expected, mostBytes: 2000) { Self.outcome(text) }
  }

  @Test func nestingEndsWhereItIsSaidTo() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "f == 1" + String(repeating: ")", count: depth)
    }
    // The outermost operand, the brackets, and the right side of the comparison.
    #expect(Self.outcome(nested(PredicateParser.depthLimit - 2)) == "1 filters")
    #expect(Self.outcome(nested(PredicateParser.depthLimit)).contains("nests too deeply"))
  }

  /// Scalars of every general category and plane, inside and outside of a string.
  @Test func everyCharacterIsAnswered() {
    var values = Array(UInt32(0)..<0x600)
    values += stride(from: UInt32(0x600), to: 0x110000, by: 251)
    for scalar in values.compactMap(Unicode.Scalar.init) {
      let quoted = Self.outcome("f == '\(scalar)'")
      let isSyntax = scalar == "'" || scalar == "\\"
      #expect(quoted == "1 filters" || isSyntax, "U+\(String(scalar.value, radix: 16))")
      let bare = Self.outcome("f == 1 \(scalar)")
      let isBlank = scalar == " " || (9...13).contains(scalar.value)
      #expect(bare == "1 filters" || !isBlank)
      #expect(isBlank || bare.hasPrefix("Unable to parse the format string at character"))
    }
  }

  static let wholePieces = [
    "f == 1", "g IN {1, 2}", "(h CONTAINS 'x')", "AND", "AND", "AND", "NOT", "TRUEPREDICATE",
    "ANY i BEGINSWITH 'a'", "&&", "j BETWEEN %@",
  ]
  static let pieces =
    wholePieces + [
      "f", "==", "(", ")", "{", "}", "[", "]", "AND", "OR", "NOT", "ANY", "ALL", "IN", "BETWEEN",
      "'a'", "\"", "'", "1", "-", "2.5", ".", ",", "%@", "%K", "%d", "%", "$x", "#", "@", "SELF",
      "nil", "TRUE", "TRUEPREDICATE", "now(", "CAST(", "SUBQUERY(", "tokenize('a','b')", "[c]",
      "/*", "*/", "//", "\n", "\\", "😀", "&&", "||", "!", "<", ">", "=", "+", "**", "/", ":",
      "0x", "1e", "CONTAINS", "BEGINSWITH", "allTokens", "distanceToLocation:fromLocation:(",
    ]

  /// Random sequences of the language's own pieces, every other one from pieces that often fit
  /// together.
  @Test func mixedPiecesAreAnswered() {
    let arguments: [PredicateArgument] = [
      .value(.int64List([1, 2])), .value(.string("f")), .null,
    ]
    var accepted = 0
    for round in 0..<20_000 {
      let pieces = round % 2 == 0 ? Self.pieces : Self.wholePieces
      var text = ""
      for place in 0..<(round / 2 % 8) {
        let draw = SeededRandom.hash(seed: 7, "pieces", UInt64(round * 16 + place))
        text += pieces[Int(draw % UInt64(pieces.count))] + (draw >> 32 % 3 == 0 ? "" : " ")
      }
      let given = Array(arguments.prefix(text.contains("%@") ? 1 : round % 4))
      do throws(QueryRefusal) {
        let predicate = try PredicateText.read(text, arguments: given, now: 0)
        accepted += 1
        #expect(PredicateText.write(predicate) != nil, "\(text)")
      } catch {
        #expect(error.code == .invalidArguments && !error.reason.isEmpty)
        if let position = error.position { #expect((0...text.utf8.count).contains(position)) }
      }
    }
    #expect(accepted > 100)
  }
}
