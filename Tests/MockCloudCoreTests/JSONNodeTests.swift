import Testing

@testable import MockCloudCore

@Suite struct JSONNodeTests {
  private func read<Value>(_ text: String, _ body: (JSONNode) -> Value) throws -> Value {
    try [UInt8](text.utf8).withUnsafeBufferPointer { try JSONReader().read($0, body) }
  }

  @Test(arguments: [
    ("null", JSONNode.Kind.null), ("true", .bool), ("1", .int), ("1.0", .double), ("\"\"", .string),
    ("[]", .array), ("{}", .object),
  ])
  func everyAccessorAnswersOnlyItsKind(text: String, kind: JSONNode.Kind) throws {
    try read(text) { node in
      #expect(node.kind == kind)
      #expect(node.isNull == (kind == .null))
      #expect((node.bool != nil) == (kind == .bool))
      #expect((node.int != nil) == (kind == .int))
      #expect((node.double != nil) == (kind == .int || kind == .double))
      #expect((node.string != nil) == (kind == .string))
      #expect((node.withUTF8 { $0.count } != nil) == (kind == .string))
      #expect(node.isEmpty)
      #expect(node[0] == nil)
      #expect(node.member("a") == nil)
      #expect(node.elements.map { $0.kind }.isEmpty)
      #expect(node.members.map { $0.key.text }.isEmpty)
    }
  }

  @Test func arrays() throws {
    try read("[10,null,\"x\"]") { node in
      #expect(node.count == 3)
      #expect(!node.isEmpty)
      #expect(node[0]?.int == 10)
      #expect(node[1]?.kind == .null)
      #expect(node[2]?.string == "x")
      for index in [-1, 3, Int.min, Int.max] {
        #expect(node[index] == nil)
      }
      #expect(node.elements.map { $0.kind } == [.int, .null, .string])
      #expect(node.elements.underestimatedCount == 3)
    }
  }

  @Test func objects() throws {
    try read(#"{"b":1,"a":null,"long name":{"b":2},"é":false,"":0.5}"#) { node in
      #expect(node.count == 5)
      #expect(node.members.map { $0.key.text } == ["b", "a", "long name", "é", ""])
      #expect(node.members.map { $0.value.kind } == [.int, .null, .object, .bool, .double])
      #expect(node.member("b")?.int == 1)
      #expect(node.member("a")?.kind == .null)
      #expect(node.member("long name")?.member("b")?.int == 2)
      #expect(node.member("é")?.bool == false)
      #expect(node.member("")?.double == 0.5)
      #expect(node.member("c") == nil)
    }
  }

  @Test func keysInASwitch() throws {
    let found = try read(#"{"a":1,"ab":2,"abc":3,"abcdefghij":4,"ABC":5,"é":6}"#) { node in
      node.members.map { member -> Int in
        switch member.key {
        case "abc": 3
        case "a": 1
        case "abcdefghij": 4
        case "ab": 2
        case "é": 6
        default: 0
        }
      }
    }
    #expect(found == [1, 2, 3, 4, 0, 6])
  }

  @Test func integersAreDoublesToo() throws {
    #expect(try read("3") { $0.double } == 3.0)
    #expect(try read("-9223372036854775808") { $0.double } == -9223372036854775808.0)
  }
}
