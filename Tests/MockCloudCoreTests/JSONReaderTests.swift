import Testing

@testable import MockCloudCore

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("null", JSONCopy.null),
    ("true", .bool(true)),
    (" false\n", .bool(false)),
    ("0", .int(0)),
    ("-0", .int(0)),
    ("7 ", .int(7)),
    ("-12", .int(-12)),
    ("999999999999999999", .int(999_999_999_999_999_999)),
    ("9223372036854775807", .int(.max)),
    ("-9223372036854775808", .int(.min)),
    ("-0.0", .double((-0.0).bitPattern)),
    ("1.0", .double((1.0).bitPattern)),
    ("1e0", .double((1.0).bitPattern)),
    ("0e5", .double((0.0).bitPattern)),
    ("0E+1", .double((0.0).bitPattern)),
    ("12E-1", .double((1.2).bitPattern)),
    ("0.1", .double((0.1).bitPattern)),
    ("5e-324", .double(Double.leastNonzeroMagnitude.bitPattern)),
    ("1e-400", .double((0.0).bitPattern)),
    ("1.7976931348623157e308", .double((1.7976931348623157e308).bitPattern)),
    ("1e0000000000005", .double((1e5).bitPattern)),
    ("9223372036854775808.0", .double((9223372036854775808.0).bitPattern)),
    ("\"\"", .text("")),
    (#""a\/b""#, .text("a/b")),
    (#""\"\\\b\f\n\r\t""#, .text("\"\\\u{8}\u{C}\n\r\t")),
    (#""a\u0000b""#, .text("a\0b")),
    (#""\u00e9\u20AC\ud83d\ude00""#, .text("é€😀")),
    ("\"é€😀\u{7F}\u{10FFFF}\"", .text("é€😀\u{7F}\u{10FFFF}")),
    ("[]", .array([])),
    ("{}", .object([])),
    (" [ 1 , [ ] , null ]\r\n", .array([.int(1), .array([]), .null])),
  ])
  func reads(text: String, value: JSONCopy) {
    #expect(readJSON(text) == .success(value))
  }

  @Test(arguments: [0, 1, 2, 16])
  func everyEscapedCharacterOfAPlane(plane: UInt32) {
    let scalars = (plane << 16..<(plane + 1) << 16).compactMap { Unicode.Scalar($0) }
    var meant = ""
    meant.unicodeScalars.append(contentsOf: scalars)
    let escapes = meant.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    // Compared outside the macro, which would print all characters of a plane.
    let same = readJSON("\"\(escapes.joined())\"") == .success(.text(meant))
    #expect(same)
  }

  @Test func escapedPairsBesideOtherEscapes() {
    let text = #"{"\\ud836\uD836\uDC00\\":"\n\ud83d\ude00\ud837\udfff\u00e9\\\"\u0000"} "#
    let member = JSONCopyMember(
      key: [UInt8]("\\ud836\u{1D800}\\".utf8), value: .text("\n😀\u{1DFFF}é\\\"\0"))
    #expect(readJSON(text) == .success(.object([member])))
    let twice = #"{"\ud836\udc00":1,"# + "\"\u{1D800}\":2}"
    #expect(
      readJSON(twice)
        == .failure(
          JSONError(
            line: 1, column: 19, message: "a key that its object already has",
            expected: "each key of an object once")))
  }

  @Test func keepsTheOrderOfMembers() {
    let names = (0..<100).map { "k\($0 * 37 % 100)" }
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let members = names.map { JSONCopyMember(key: [UInt8]($0.utf8), value: .int(1)) }
    #expect(readJSON(text) == .success(.object(members)))
  }

  @Test func composedAndDecomposedKeysAreTwo() {
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(
      acceptedJSON(text)
        == .object([
          JSONCopyMember(key: [0xC3, 0xA9], value: .int(1)),
          JSONCopyMember(key: [0x65, 0xCC, 0x81], value: .int(2)),
        ]))
  }

  @Test func emptyKeyIsAKey() {
    let member = JSONCopyMember(key: [], value: .int(1))
    #expect(acceptedJSON(#"{"":1}"#) == .object([member]))
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func sixtyFourLevelsPass(open: String, close: String) {
    for inside in ["1", "\"s\"", "null"] {
      #expect(acceptedJSON(nestedJSON(64, open, close, inside: inside)) != nil)
      let refusal = readJSON(nestedJSON(65, open, close, inside: inside))
      let column = open.utf8.count * 64 + 1
      #expect(
        refusal
          == .failure(
            JSONError(
              line: 1, column: column, message: "too many levels of arrays and objects",
              expected: "at most 64 levels")))
    }
  }

  @Test func deepTextIsRefusedWithoutDescending() {
    guard case .failure(let refusal) = readJSON(nestedJSON(1_000_000, "[", "")) else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.column == 65)
  }

  @Test func aReaderServesManyTexts() {
    let reader = JSONReader()
    let long = [UInt8]("\"\(String(repeating: "x", count: 3 << 20))\"".utf8)
    for _ in 0..<3 {
      #expect(readJSON([UInt8]("[1".utf8), with: reader) != .success(.array([.int(1)])))
      #expect(readJSON([UInt8]("5".utf8), with: reader) == .success(.int(5)))
      #expect(
        readJSON(long, with: reader) == .success(.string([UInt8](long.dropFirst().dropLast()))))
      #expect(readJSON([UInt8]("{}".utf8), with: reader) == .success(.object([])))
    }
  }

  @Test func theBodyMayReadAgain() {
    let reader = JSONReader()
    let inner = [UInt8]("[2]".utf8)
    let text = [UInt8]("[1]".utf8)
    let read = text.withUnsafeBufferPointer { text in
      try? reader.read(text) { (node) throws(Never) in
        [readJSON(inner, with: reader), .success(JSONCopy(node))]
      }
    }
    #expect(read == [.success(.array([.int(2)])), .success(.array([.int(1)]))])
  }

  @Test func whatTheBodyThrowsComesOut() {
    struct Stop: Error, Equatable { var seen: Int64? }
    let text = [UInt8]("[41]".utf8)
    let thrown = #expect(throws: JSONReadFailure<Stop>.self) {
      try text.withUnsafeBufferPointer { text throws(JSONReadFailure<Stop>) in
        try JSONReader().read(text) { node throws(Stop) in throw Stop(seen: node[0]?.int) }
      }
    }
    guard case .body(let stop) = thrown else {
      Issue.record("not the body's error: \(String(describing: thrown))")
      return
    }
    #expect(stop == Stop(seen: 41))
  }

  @Test func aTextOverTheLimitIsRefusedUnread() {
    let count = JSONReader.maximumLength + 1
    // The bytes are never read, so that they need not exist.
    let text = UnsafeBufferPointer<UInt8>(start: UnsafePointer(bitPattern: 4096), count: count)
    let expected = JSONError(
      line: 1, column: 1, message: "a text of \(count) bytes",
      expected: "at most 536870912 bytes")
    do throws(JSONReadFailure<Never>) {
      _ = try JSONReader().read(text) { _ in Issue.record("accepted") }
    } catch {
      guard case .malformed(let refusal) = error else { return }
      #expect(refusal == expected)
    }
  }
}
