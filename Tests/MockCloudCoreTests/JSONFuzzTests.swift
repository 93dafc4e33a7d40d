import Foundation
import Testing

@testable import MockCloudCore

/// Texts drawn from fixed seeds: the reader must agree with a naive one on validity and value, and
/// the writer must write each value so that it is read as the same.
@Suite struct JSONFuzzTests {
  private static let seeds = [
    #"{"recordName":"n1","fields":{"title":{"value":"a\"b\\c/\n","type":"STRING"},"n":{"value":-12}}}"#,
    #"[0,-0,1.5e+3,9223372036854775807,-9223372036854775808,1.7976931348623157e308,1e-400,0.0]"#,
    #"[null,true,false,[],{},[[]],{"a":{}},"\ud83d\ude00\u0000\u00e9","é€😀","12345678901234567"]"#,
    "{\n  \"a\" : [ 1 , 2 ] ,\r\n\t\"b\" : { \"c\" : null , \"d\" : \"x\" }\n}\n",
    #"{"":1,"a":2,"b":3,"\u0061a":4,"aa ":5,"A":6}"#,
    #"-12.5E-7"#, #""x""#,
  ].map { [UInt8]($0.utf8) }

  /// Pieces that test more than arbitrary bytes.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\u0000", "\"a\":", "0",
    "1", "-", ".", "e", "E+", "9223372036854775808", "1e309", "1e308", "null", "true", "NaN", " ",
    "\n", "'", "/", "é", "\u{FEFF}", "a", "\"a\"", "\"b\":1,",
  ].map { [UInt8]($0.utf8) }

  private func mutated(_ text: [UInt8], _ random: inout JSONTestRandom) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...text.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where place < text.count: text.remove(at: place)
      case 2: text.removeSubrange(place..<min(place + 5, text.count))
      case 3:
        let end = min(place + Int.random(in: 1...20, using: &random), text.count)
        let copy = text[place..<end]
        text.insert(
          contentsOf: copy, at: Int.random(in: 0...text.count, using: &random))
      default:
        let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
        text.insert(contentsOf: piece, at: place)
      }
    }
    return text
  }

  private func drawn(_ random: inout JSONTestRandom) -> [UInt8] {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let count = Int.random(in: 0...40, using: &random)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    case 1, 2:
      let count = Int.random(in: 0...12, using: &random)
      return (0..<count).flatMap { _ in
        Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      }
    default:
      return mutated(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)], &random)
    }
  }

  @Test(arguments: 1...4)
  func agreesWithANaiveReader(seed: UInt64) {
    var random = JSONTestRandom(state: seed)
    let reader = JSONReader()
    var accepted = 0
    for _ in 0..<10_000 {
      let text = drawn(&random)
      let value = try? readJSON(text, with: reader).get()
      if value != nil { accepted += 1 }
      guard value == JSONReferenceParser.value(of: text) else {
        Issue.record("read otherwise: \(String(decoding: text, as: UTF8.self).debugDescription)")
        return
      }
      if let value { checkTheWayBack(value, reader) }
    }
    // If all texts were refused, or all accepted, the loop would test nothing.
    #expect((500..<9_500).contains(accepted), "\(accepted) accepted")
  }

  @Test func acceptsNothingThatFoundationRefuses() {
    var random = JSONTestRandom(state: 99)
    for _ in 0..<5_000 {
      let text = drawn(&random)
      guard case .success = readJSON(text) else { continue }
      #expect(throws: Never.self, "\(String(decoding: text, as: UTF8.self).debugDescription)") {
        try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      }
    }
  }

  @Test func everyRefusalPointsIntoTheText() {
    var random = JSONTestRandom(state: 5)
    for _ in 0..<5_000 {
      let text = drawn(&random)
      guard case .failure(let error) = readJSON(text) else { continue }
      let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      guard lines.indices.contains(error.line - 1) else {
        Issue.record("line \(error.line) of \(lines.count)")
        return
      }
      #expect((1...lines[error.line - 1].count + 1).contains(error.column))
      #expect(!error.message.isEmpty && !error.expected.isEmpty)
      #expect(!error.message.hasPrefix("the text could not be read"))
    }
  }

  @Test func everyPrefixOfAGoodTextIsAnsweredRightly() {
    for text in Self.seeds {
      for length in 0...text.count {
        // A buffer of exactly this length, so that a sanitizer detects a read beyond it.
        let prefix = [UInt8](text.prefix(length))
        #expect((try? readJSON(prefix).get()) == JSONReferenceParser.value(of: prefix))
      }
    }
  }

  private func checkTheWayBack(_ value: JSONCopy, _ reader: JSONReader) {
    var writer = JSONWriter(capacity: 0)
    write(value, &writer)
    let text = writer.withBytes { [UInt8]($0) }
    #expect(readJSON(text, with: reader) == .success(value))
  }

  private func write(_ value: JSONCopy, _ writer: inout JSONWriter) {
    switch value {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let bits): writer.double(Double(bitPattern: bits))
    case .string(let bytes): writer.string(String(decoding: bytes, as: UTF8.self))
    case .array(let values):
      writer.beginArray()
      for value in values { write(value, &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(String(decoding: member.key, as: UTF8.self))
        write(member.value, &writer)
      }
      writer.endObject()
    }
  }
}
