import Testing

@testable import MockCloudCore

/// The reader returns for any text, in bounded time.
@Suite struct SchemaTextHostileTests {
  static func outcome(_ text: String) -> String {
    outcome(Array(text.utf8))
  }

  static func outcome(_ bytes: [UInt8]) -> String {
    var limits = Limits()
    limits.fieldsPerType = .max
    do throws(SchemaTextError) {
      let schema = try SchemaTextReader.read(bytes, limits: limits)
      return "\(schema.types.count) types, \(schema.roles.count) roles"
    } catch {
      return "\(error.line):\(error.column): \(error.message)"
    }
  }

  static func times(_ text: String) -> String {
    String(repeating: text, count: (1 << 20) / text.utf8.count)
  }

  /// Returns lines with different names of equal length, in descending order.
  static func names(_ count: Int, _ line: (String) -> String) -> String {
    (0..<count).reversed().map { line("n\($0)") }.joined()
  }

  private static let head = "DEFINE SCHEMA RECORD TYPE T ("

  /// Texts of 1 MiB each, for which a reader with quadratic time would need minutes.
  static let large: [(String, String)] = [
    (times("DEFINE SCHEMA "), "1:15: expected CREATE ROLE"),
    (times("("), "1:1: expected DEFINE, found '('"),
    ("DEFINE SCHEMA" + times(" "), "0 types"),
    ("DEFINE SCHEMA" + times("\n"), "0 types"),
    ("DEFINE SCHEMA" + times("//\n"), "0 types"),
    ("DEFINE SCHEMA" + times("/**/"), "0 types"),
    ("DEFINE SCHEMA" + times("--"), "0 types"),
    ("DEFINE SCHEMA/*" + times("/*"), "1:19: unexpected '*'"),
    ("DEFINE SCHEMA/*" + times("*"), "1:14: the comment has no end"),
    ("DEFINE SCHEMA \"" + times("a"), "1:15: the quoted name has no end"),
    ("DEFINE SCHEMA CREATE ROLE " + times("a") + ";", "1:27: the name of a role has 1048576 char"),
    ("DEFINE SCHEMA CREATE ROLE \"" + times("日") + "\";", "1:27: the name of a role has 10485"),
    ("DEFINE SCHEMA " + times("a"), "1:15: expected CREATE ROLE, RECORD TYPE or the end of th"),
    ("DEFINE SCHEMA " + times("CREATE ROLE A;"), "1:41: the role 'A' is created twice"),
    ("DEFINE SCHEMA " + names(50_000) { "CREATE ROLE \($0);\n" }, "0 types, 50000 roles"),
    ("DEFINE SCHEMA " + names(30_000) { "RECORD TYPE \($0) (a INT64);\n" }, "30000 types"),
    (head + names(60_000) { "\($0) INT64,\n" } + "a INT64);", "1 types"),
    (head + names(50_000) { "GRANT READ TO \($0),\n" } + "a INT64);", "1:44: role 'n"),
    (
      "DEFINE SCHEMA " + names(20_000) { "CREATE ROLE \($0);\n" } + "RECORD TYPE T ("
        + names(20_000) { "GRANT READ TO \($0),\n" } + "a INT64);", "1 types, 20000 roles"
    ),
    (head + times("a INT64,"), "1:38: the field 'a' is defined twice"),
    (head + "GRANT " + times("READ,"), "1:1048611: expected READ, CREATE or WRITE"),
    (head + times("LIST<"), "1:34: expected ASSET"),
    (head + "a " + times("LIST<"), "1:37: expected ASSET"),
    (head + "a STRING " + times("QUERYABLE "), "1:49: QUERYABLE stands twice"),
    (head + times("("), "1:30: expected the name of a field, found '('"),
    (times("\u{0}"), "1:1: unexpected byte 0"),
    (times("日本"), "1:1: unexpected '日' (U+65E5)"),
  ]

  @Test(arguments: large.indices)
  func largeTextsAreAnsweredInLinearTime(_ index: Int) {
    let (text, expected) = Self.large[index]
    Hostile.expectSoon(expected, mostBytes: 500) { Self.outcome(text) }
  }

  private static let whole = Array(
    """
    DEFINE SCHEMA
      CREATE ROLE R; -- é
      RECORD TYPE T (
        "___etag" STRING, a LIST<ENCRYPTED STRING>, "n" NUMBER PREFERRED AS INT64 SORTABLE, /* */
        GRANT READ, WRITE TO R
      );
    """.utf8)

  @Test func everyBeginningIsAnswered() {
    for end in Self.whole.indices {
      let answer = Self.outcome(Array(Self.whole[..<end]))
      // The first line, with or without the role, is a valid schema.
      #expect(answer.contains(": ") || answer.hasPrefix("0 types"), "\(end): \(answer)")
    }
    #expect(Self.outcome(Self.whole) == "1 types, 1 roles")
  }

  @Test func everyByteIsAnsweredEverywhere() {
    let small = Array("DEFINE SCHEMA RECORD TYPE T (\"a\" LIST<INT64> QUERYABLE /**/);".utf8)
    for place in small.indices {
      for byte in UInt8.min...UInt8.max {
        var text = small
        text[place] = byte
        #expect(!Self.outcome(text).isEmpty)
      }
    }
  }

  /// A valid text has the same meaning after it is written and read again, even if it is a random
  /// mutation.
  @Test func mutatedTextsKeepTheirMeaningWhenTheyHaveOne() throws {
    var drawn: UInt64 = 0
    func draw(_ count: Int) -> Int {
      drawn += 1
      return Int(SeededRandom.hash(seed: 7, "mutations", drawn) % UInt64(count))
    }
    var read = 0
    for _ in 0..<4000 {
      var text = Self.whole
      for _ in 0..<(1 + draw(3)) {
        let place = draw(text.count)
        if draw(2) == 0 {
          text.remove(at: place)
        } else {
          text.insert(text[draw(text.count)], at: place)
        }
      }
      guard let schema = try? SchemaTextReader.read(text) else { continue }
      read += 1
      #expect(try SchemaTextReader.read(SchemaTextWriter.text(of: schema)) == schema)
    }
    #expect(read > 200)
  }
}
