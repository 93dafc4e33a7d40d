import Testing

@testable import MockCloudCore

@Suite struct JSONWriterTests {
  /// Returns the text that `body` writes.
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 0)
    body(&writer)
    return writer.text
  }

  @Test func putsCommasAndKeepsTheOrderOfCalls() {
    let text = written { writer in
      writer.beginObject()
      writer.member("z", 1)
      writer.member("a", Int64(-2))
      writer.key("é\"")
      writer.beginArray()
      writer.beginArray()
      writer.endArray()
      writer.bool(true)
      writer.bool(false)
      writer.null()
      writer.beginObject()
      writer.endObject()
      [UInt8]("[1]".utf8).withUnsafeBufferPointer { writer.raw($0) }
      writer.endArray()
      writer.member("d", 3.0)
      writer.member("s", "t")
      writer.member("b", true)
      writer.endObject()
    }
    #expect(
      text == #"{"z":1,"a":-2,"é\"":[[],true,false,null,{},[1]],"d":3.0,"s":"t","b":true}"#)
  }

  @Test(arguments: [
    ("", "\"\""),
    ("a/b", "\"a/b\""),
    ("\"", #""\"""#),
    ("\\", #""\\""#),
    ("1234567\n", #""1234567\n""#),
    ("12345678\n", #""12345678\n""#),
    ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{1F} \u{7F}", "\"\\u0000\\u0001\\u001f \u{7F}\""),
    ("é€😀\u{2028}", "\"é€😀\u{2028}\""),
  ])
  func escapesOnlyWhatMustBe(value: String, text: String) {
    #expect(written { $0.string(value) } == text)
  }

  @Test func stringsOfEveryLengthWithEveryByteAtEveryPlace() {
    for length in 0..<20 {
      for place in 0..<max(length, 1) {
        for scalar in (0..<0x80).map({ Unicode.Scalar(UInt8($0)) }) + ["é", "€", "😀"] {
          var scalars = Array(repeating: Unicode.Scalar("x"), count: length)
          if length > 0 { scalars[place] = scalar }
          var value = ""
          value.unicodeScalars.append(contentsOf: scalars)
          let text = written { $0.string(value) }
          guard acceptedJSON(text) == .text(value) else {
            Issue.record("\(value.debugDescription) came back otherwise from \(text)")
            return
          }
        }
      }
    }
  }

  @Test func neverWritesBeyondItsRoom() {
    for escapes in 0..<60 {
      for place in [0, 500] {
        var value = String(repeating: "x", count: 1000 - escapes)
        let index = value.index(value.startIndex, offsetBy: place)
        value.insert(contentsOf: String(repeating: "\n", count: escapes), at: index)
        var writer = JSONWriter(capacity: 0)
        writer.string(value)
        #expect(writer.count <= writer.capacity)
        #expect(writer.count == 1002 + escapes)
        #expect(acceptedJSON(writer.text) == .text(value))
      }
    }
  }

  @Test(arguments: [
    (0, "0"), (9, "9"), (10, "10"), (99, "99"), (100, "100"), (101, "101"), (-1, "-1"),
    (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
  ])
  func integers(value: Int64, text: String) {
    #expect(written { $0.int(value) } == text)
  }

  @Test func integersOfEveryLength() {
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      for value in [power - 1, power, power + 1, -power, 1 - power] {
        #expect(written { $0.int(value) } == String(value))
      }
    }
  }

  @Test(arguments: [
    (3.0, "3.0"), (0.1, "0.1"), (-0.0, "-0.0"), (1e300, "1e+300"),
    (.leastNonzeroMagnitude, "5e-324"),
    (1e15, "1000000000000000.0"), (1e16, "1e+16"), (123456789.125, "123456789.125"),
    (1.7976931348623157e308, "1.7976931348623157e+308"), (0.1 + 0.2, "0.30000000000000004"),
    (Double.infinity, "null"), (-Double.infinity, "null"), (Double.nan, "null"),
  ])
  func doublesAreShortestAndNeverIntegers(value: Double, text: String) {
    #expect(written { $0.double(value) } == text)
  }

  @Test func everyDoubleComesBack() {
    var random = JSONTestRandom(state: 7)
    let reader = JSONReader()
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = written { $0.double(value) }
      let read = readJSON([UInt8](text.utf8), with: reader)
      #expect(read == .success(.double(value.bitPattern)))
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{10FFFF}~~", "9I+/v35+"),
  ])
  func base64(value: String, text: String) {
    let list = written { writer in
      writer.beginArray()
      writer.base64([UInt8](value.utf8))
      writer.base64([UInt8](value.utf8))
      writer.endArray()
    }
    #expect(list == "[\"\(text)\",\"\(text)\"]")
  }

  @Test func startsAnew() {
    var writer = JSONWriter()
    for _ in 0..<2 {
      writer.beginArray()
      writer.string(String(repeating: "x", count: 5000))
      let grown = writer.capacity
      #expect(grown >= 5003)
      writer.removeAll()
      #expect(writer.text.isEmpty)
      #expect(writer.capacity == grown)
      writer.int(1)
      #expect(writer.text == "1")
      writer.removeAll()
    }
  }
}
