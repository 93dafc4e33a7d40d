import Testing

@testable import MockCloudCore

/// Long lists are cut out of a text that is read in pieces of any size.
@Suite struct JSONFrameTests {
  private static let path: [JSONFrame.Step] = [
    .member(["a"]), .element, .member(["list", "other"]),
  ]

  /// Returns the frame of a text that is read in pieces of the given size.
  private func frame(_ text: String, _ size: Int = 1) -> JSONFrame {
    var frame = JSONFrame(path: Self.path)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let isWanted = bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer {
        frame.take($0)
      }
      #expect(isWanted)
    }
    return frame
  }

  private func text(_ frame: JSONFrame) -> String { String(decoding: frame.text, as: UTF8.self) }

  private func lists(_ frame: JSONFrame, of text: String) -> [String] {
    let bytes = Array(text.utf8)
    return frame.lists.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [1, 2, 7, 1000])
  func listsAreCutOut(size: Int) {
    let text = #"{"list":[0],"a" : [ {"x":[1],"list":[{"y":"]\"["}, [2]],"z":1}, {"other" : []}]}"#
    let frame = frame(text, size)
    #expect(self.text(frame) == #"{"list":[0],"a" : [ {"x":[1],"list":0,"z":1}, {"other" : 1}]}"#)
    #expect(lists(frame, of: text) == [#"{"y":"]\"["}, [2]"#, ""])
    #expect(frame.refusal == nil)
  }

  /// Lists in other places, and values other than lists, are kept.
  @Test(arguments: [
    #"{"a":{"b":{"list":[1]}}}"#, #"{"a":[[{"list":[1]}]]}"#, #"{"a":[{"b":{"list":[1]}}]}"#,
    #"{"b":[{"list":[1]}]}"#, #"[{"a":[{"list":[1]}]}]"#, #"{"a":[{"list":"[1]","b":["list"]}]}"#,
    #"{"a":[{"list":{"list":[1]}}]}"#, #"{"a":[{"list":true},{"list":null}]}"#,
    #"{"a":[{"listing":[1]},{"lis":[1]}]}"#, #"{"a":["list",[1]]}"#, "", "[", "]]]]", "}{", #""""#,
  ])
  func allElseStays(given: String) {
    let frame = frame(given)
    #expect(text(frame) == given)
    #expect(frame.lists.isEmpty)
  }

  /// A number must not be mistaken for the index of a list.
  @Test(arguments: ["0", "-1", "12", "1.5e+3", "0E-2"])
  func numbersInPlaceOfLists(number: String) {
    let frame = frame(#"{"a":[{"list":\#(number) ,"b":0}]}"#)
    #expect(text(frame) == #"{"a":[{"list":0.5 ,"b":0}]}"#)
  }

  @Test func placesAreThoseOfTheText() throws {
    let given = #"{"a":[{"list":[1,2,3],"b":1,"other":[4],"c":2}]}"#
    let frame = frame(given)
    let bytes = Array(given.utf8)
    for (index, byte) in frame.text.enumerated() where !(0x30...0x39).contains(byte) {
      #expect(bytes[frame.place(of: index)] == byte)
    }
  }

  @Test func aTextThatEndsWithinAListIsRefused() throws {
    let refusal = try #require(frame(#"{"a":[{"list":[{"x":1},{"y":2"#).refusal)
    #expect(refusal.place == 29)
    #expect(refusal.error.expected == "',' or '}'")
    let begun = try #require(frame(#"{"a":[{"list":["#).refusal)
    #expect(begun.place == 15)
    #expect(begun.error.expected == "a value or ']'")
    let whole = try #require(frame(#"{"a":[{"list":[1"#).refusal)
    #expect(whole.error.expected == "',' or ']'")
  }

  /// The lines do not depend on the sizes of the pieces.
  @Test(arguments: [1, 2, 3, 5])
  func linesOfPieces(size: Int) {
    let compact = Array(#"{"a":[],"b":{},"c":[1,{"d":"[,:{\""}],"e":[[]]}"#.utf8)
    var whole = PrettyPrinter()
    compact.withUnsafeBufferPointer { whole.print($0) }
    var pieces = PrettyPrinter()
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: compact.count, by: size) {
      compact[start..<min(start + size, compact.count)].withUnsafeBufferPointer { pieces.print($0) }
      bytes += pieces.bytes
      pieces.removeBytes()
    }
    #expect(bytes == whole.bytes)
    let expected = """
      {
        "a": [],
        "b": {},
        "c": [
          1,
          {
            "d": "[,:{\\""
          }
        ],
        "e": [
          []
        ]
      }
      """
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
