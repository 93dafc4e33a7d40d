import Testing

@testable import MockCloudCore

/// An invalid text, with its complete error.
struct JSONRefused: Sendable, CustomTestStringConvertible {
  var text: [UInt8]
  var error: JSONError

  init(_ text: String, _ line: Int, _ column: Int, _ message: String, _ expected: String) {
    self.init([UInt8](text.utf8), line, column, message, expected)
  }

  init(_ text: [UInt8], _ line: Int, _ column: Int, _ message: String, _ expected: String) {
    self.text = text
    error = JSONError(line: line, column: column, message: message, expected: expected)
  }

  var testDescription: String { String(decoding: text, as: UTF8.self).debugDescription }
}

@Suite struct JSONRefusalTests {
  @Test(arguments: [
    JSONRefused("", 1, 1, "unexpected end of text", "a value"),
    JSONRefused(" \n ", 2, 2, "unexpected end of text", "a value"),
    JSONRefused("\u{FEFF}{}", 1, 1, "unexpected byte order mark", "a value"),
    JSONRefused([0], 1, 1, "unexpected control character U+0000", "a value"),
    JSONRefused([0x7B, 0x7D, 0], 1, 3, afterValue("control character U+0000"), endOfText),
    JSONRefused("{} {}", 1, 4, afterValue("'{'"), endOfText),
    JSONRefused("1 2", 1, 3, afterValue("'2'"), endOfText),
    JSONRefused("truefalse", 1, 5, afterValue("'false'"), endOfText),
    JSONRefused("True", 1, 1, "unexpected 'True'", "a value"),
    JSONRefused("[tru]", 1, 2, "unexpected 'tru'", "a value or ']'"),
    JSONRefused("nul", 1, 1, "unexpected 'nul'", "a value"),
    JSONRefused("{\"a\":fals}", 1, 6, "unexpected 'fals'", "a value"),
    JSONRefused("[1,NaN]", 1, 4, "unexpected 'NaN' after a comma", "a value"),
    JSONRefused("Infinity", 1, 1, "unexpected 'Infinity'", "a value"),
    JSONRefused("-Infinity", 1, 2, "unexpected 'Infinity'", "a digit"),
    JSONRefused("nan", 1, 1, "unexpected 'nan'", "a value"),
    JSONRefused("é", 1, 1, "unexpected 'é'", "a value"),
    JSONRefused([0x5B, 0xFF], 1, 2, "unexpected byte 0xFF", "a value or ']'"),
    JSONRefused("'a'", 1, 1, "unexpected single quote", "a value"),
    JSONRefused("{'a':1}", 1, 2, "unexpected single quote", "a key in double quotes or '}'"),
    JSONRefused("{a:1}", 1, 2, "unexpected 'a'", "a key in double quotes or '}'"),
    JSONRefused("{1:1}", 1, 2, "unexpected '1'", "a key in double quotes or '}'"),
    JSONRefused("// x\n1", 1, 1, "unexpected '/'", "a value"),
    JSONRefused("[1 /* x */]", 1, 4, "unexpected '/'", "',' or ']'"),
    JSONRefused("[", 1, 2, "unexpected end of text", "a value or ']'"),
    JSONRefused("[1", 1, 3, "unexpected end of text", "',' or ']'"),
    JSONRefused("[1}", 1, 3, "unexpected '}'", "',' or ']'"),
    JSONRefused("[1 2]", 1, 4, "unexpected '2'", "',' or ']'"),
    JSONRefused("[1,]", 1, 4, "unexpected ']' after a comma", "a value"),
    JSONRefused("[,1]", 1, 2, "unexpected ','", "a value or ']'"),
    JSONRefused("[1,,2]", 1, 4, "unexpected ',' after a comma", "a value"),
    JSONRefused("]", 1, 1, "unexpected ']'", "a value"),
    JSONRefused("{", 1, 2, "unexpected end of text", "a key in double quotes or '}'"),
    JSONRefused("{]", 1, 2, "unexpected ']'", "a key in double quotes or '}'"),
    JSONRefused("{,}", 1, 2, "unexpected ','", "a key in double quotes or '}'"),
    JSONRefused("{\"a\"}", 1, 5, "unexpected '}'", "':'"),
    JSONRefused("{\"a\" 1}", 1, 6, "unexpected '1'", "':'"),
    JSONRefused("{\"a\":}", 1, 6, "unexpected '}'", "a value"),
    JSONRefused("{\"a\":1", 1, 7, "unexpected end of text", "',' or '}'"),
    JSONRefused("{\"a\":1]", 1, 7, "unexpected ']'", "',' or '}'"),
    JSONRefused(
      "{\"a\":1,\n}", 2, 1, "unexpected '}' after a comma", "a key in double quotes"),
    JSONRefused("{\n\t\"é\": x}", 2, 8, "unexpected 'x'", "a value"),
  ])
  func structure(_ refused: JSONRefused) {
    #expect(readJSON(refused.text) == .failure(refused.error))
  }

  private static func afterValue(_ found: String) -> String {
    "unexpected \(found) after the value"
  }
  private static let endOfText = "the end of the text"

  @Test(arguments: [
    JSONRefused("+1", 1, 1, "unexpected '+'", "a value"),
    JSONRefused(".5", 1, 1, "unexpected '.'", "a value"),
    JSONRefused("-", 1, 2, "unexpected end of text", "a digit"),
    JSONRefused("[-]", 1, 3, "unexpected ']'", "a digit"),
    JSONRefused("--1", 1, 2, "unexpected '-'", "a digit"),
    JSONRefused("-.5", 1, 2, "unexpected '.'", "a digit"),
    JSONRefused("1.", 1, 3, "unexpected end of text", "a digit"),
    JSONRefused("[1.]", 1, 4, "unexpected ']'", "a digit"),
    JSONRefused("1.e5", 1, 3, "unexpected 'e'", "a digit"),
    JSONRefused("1e", 1, 3, "unexpected end of text", "a digit"),
    JSONRefused("1e+", 1, 4, "unexpected end of text", "a digit"),
    JSONRefused("1E-x", 1, 4, "unexpected 'x'", "a digit"),
    JSONRefused("1.2.3", 1, 4, "unexpected '.' after the value", "the end of the text"),
    JSONRefused("0x10", 1, 2, "unexpected 'x' after the value", "the end of the text"),
    JSONRefused("012", 1, 1, "a number with a leading zero", noZero),
    JSONRefused("-012", 1, 2, "a number with a leading zero", noZero),
    JSONRefused("[00]", 1, 2, "a number with a leading zero", noZero),
    JSONRefused("01.5", 1, 1, "a number with a leading zero", noZero),
    JSONRefused("9223372036854775808", 1, 1, "an integer out of range", integers),
    JSONRefused("[-9223372036854775809]", 1, 2, "an integer out of range", integers),
    JSONRefused("9999999999999999999", 1, 1, "an integer out of range", integers),
    JSONRefused("18446744073709551616", 1, 1, "an integer out of range", integers),
    JSONRefused("-123456789012345678901234567890", 1, 1, "an integer out of range", integers),
    JSONRefused("1e400", 1, 1, "a number too large for a double", doubles),
    JSONRefused("[\n-1.7976931348623159e308]", 2, 1, "a number too large for a double", doubles),
    JSONRefused("1e99999999999999999999", 1, 1, "a number too large for a double", doubles),
    JSONRefused(
      String(repeating: "9", count: 309) + ".0", 1, 1, "a number too large for a double", doubles),
    JSONRefused(
      String(repeating: "9", count: 220) + "e90", 1, 1, "a number too large for a double", doubles),
  ])
  func numbers(_ refused: JSONRefused) {
    #expect(readJSON(refused.text) == .failure(refused.error))
  }

  private static let noZero = "no digit after a leading zero"
  private static let integers = "an integer from -9223372036854775808 to 9223372036854775807"
  private static let doubles = "a number within ±1.7976931348623157e308"

  @Test(arguments: [
    JSONRefused("\"", 1, 2, "the text ends inside a string", "a closing double quote"),
    JSONRefused("\"12345678", 1, 10, "the text ends inside a string", "a closing double quote"),
    JSONRefused("[\"a\\", 1, 5, "the text ends inside a string", "a closing double quote"),
    JSONRefused("\"\\u00", 1, 6, "the text ends inside a string", "a closing double quote"),
    JSONRefused("\"a\nb\"", 1, 3, "an unescaped control character U+000A in a string", escapes),
    JSONRefused("\"\0\"", 1, 2, "an unescaped control character U+0000 in a string", escapes),
    JSONRefused(
      "\"1234567890\u{1F}\"", 1, 12, "an unescaped control character U+001F in a string", escapes),
    JSONRefused("{\"\t\":1}", 1, 3, "an unescaped control character U+0009 in a string", escapes),
    JSONRefused("\"\\x\"", 1, 3, "an unknown escape: 'x' after a backslash", letters),
    JSONRefused("\"\\'\"", 1, 3, "an unknown escape: single quote after a backslash", letters),
    JSONRefused("\"\\U0041\"", 1, 3, "an unknown escape: 'U' after a backslash", letters),
    JSONRefused("\"\\u12g4\"", 1, 6, "an incomplete \\u escape: 'g' among its digits", digits),
    JSONRefused("\"\\u12\"", 1, 6, "an incomplete \\u escape: '\"' among its digits", digits),
    JSONRefused("\"a\\ud800\"", 1, 3, loneHigh, afterHigh),
    JSONRefused("\"\\ud800x\"", 1, 2, loneHigh, afterHigh),
    JSONRefused("\"\\uD83D\\n\"", 1, 2, loneHigh, afterHigh),
    JSONRefused("\"\\ud800\\u0041\"", 1, 2, loneHigh, afterHigh),
    JSONRefused("\"\\ud800\\ud800\"", 1, 2, loneHigh, afterHigh),
    JSONRefused(
      "\"ab\\udc00\"", 1, 4, "a low surrogate without a high one before it",
      "\\uD800 to \\uDBFF before it"),
    JSONRefused(
      "{\"a\\u0000b\":1}", 1, 4, "the character U+0000 in a key", "a key without U+0000"),
  ])
  func strings(_ refused: JSONRefused) {
    #expect(readJSON(refused.text) == .failure(refused.error))
  }

  private static let escapes = "an escape such as \\n or \\u0001"
  private static let letters = "one of \" \\ / b f n r t u"
  private static let digits = "four hexadecimal digits"
  private static let loneHigh = "a high surrogate without a low one after it"
  private static let afterHigh = "\\uDC00 to \\uDFFF after it"

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8(_ sequence: [UInt8]) {
    for before in ["", "é", "12345678"].map({ [UInt8]($0.utf8) }) {
      for text in [
        [0x22] + before + sequence + [0x22], [0x22] + before + sequence,
        [0x22] + before + sequence + [UInt8]("123456789\"".utf8),
      ] {
        let lead = String(sequence[0], radix: 16, uppercase: true)
        #expect(
          readJSON(text)
            == .failure(
              JSONError(
                line: 1, column: before.count + 2, message: "invalid UTF-8: byte 0x\(lead)",
                expected: "valid UTF-8")))
      }
    }
  }

  @Test(arguments: [
    ("{\"a\":1,\"a\":2}", 1, 8),
    ("{\"a\":1,\n \"b\":{\"a\":1},\n \"a\":2}", 3, 2),
    ("[{\"a\":{\"\":1, \"\":{}}}]", 1, 14),
    ("{\"\\u0061\":1,\"a\":2}", 1, 13),
    ("{\"😀\":1,\"\\ud83d\\ude00\":2}", 1, 11),
    (
      "{\"\\/\\b\\f\\n\\r\\t\\\"\\\\\":1,\"/\\u0008\\u000c\\u000A\\u000d\\u0009\\u0022\\u005c\":2}",
      1, 23
    ),
    ("{\"a\":{\"x\":1,\"y\":2},\"a\":{\"x\":1,\"y\":2}}", 1, 20),
    ("{\"b\":\"a\",\"c\":[\"a\",\"a\",{\"a\":\"a\"}],\"a\":0,\"b\":[]}", 1, 40),
  ])
  func duplicateKeys(text: String, line: Int, column: Int) {
    #expect(
      readJSON(text)
        == .failure(
          JSONError(
            line: line, column: column, message: "a key that its object already has",
            expected: "each key of an object once")))
  }

  @Test(arguments: [
    "{\"a\":\"a\",\"b\":{\"a\":1,\"b\":[\"a\",\"a\"]}}", "[{\"a\":1},{\"a\":1}]",
    "{\"a\":1,\"A\":1}",
  ])
  func equalTextsThatAreNoDuplicates(text: String) {
    #expect(acceptedJSON(text) != nil)
  }

  @Test func aDuplicateAmongManyIsFoundInGoodTime() {
    let members = (0..<200_000).map { "\"k\($0)\":0" } + ["\"k199999\":1"]
    guard case .failure(let error) = readJSON("{\(members.joined(separator: ",\n"))}") else {
      Issue.record("accepted")
      return
    }
    #expect(error.line == 200_001)
    #expect(error.column == 1)
  }
}
