import Testing

@testable import MockCloudCore

@Suite struct IdentifierSourceTests {
  @Test func pinnedUUIDs() {
    var one = IdentifierSource(seed: 1)
    #expect(one.uuid() == "03CF9A79-6E98-4D95-A495-EE24C47F572A")
    #expect(one.uuid() == "5D8ED8F0-D1FB-4E78-9BFF-1AF320C64DB5")
    var two = IdentifierSource(seed: 2)
    #expect(two.uuid() == "6D983969-3A64-41B9-BBEF-BB1D9B6ECCC1")
  }

  @Test func operationIDsContainTheirNumbers() {
    for seed in [0, 1, .max] as [UInt64] {
      for number in Array(1...500) + [1 << 32, .max - 1, .max] as [UInt64] {
        let id = IdentifierSource.operationID(seed: seed, number: number)
        #expect(IdentifierSource.operationNumber(of: id, seed: seed, upTo: .max) == number)
        #expect(IdentifierSource.operationNumber(of: id, seed: seed, upTo: number) == number)
        #expect(IdentifierSource.operationNumber(of: id, seed: seed, upTo: number - 1) == nil)
        #expect(IdentifierSource.operationNumber(of: id, seed: seed &+ 1, upTo: .max) == nil)
        #expect(
          IdentifierSource.operationNumber(of: id.lowercased(), seed: seed, upTo: .max) == nil)
      }
    }
  }

  @Test(arguments: [
    "", "x", "CF5506C8-090A-42FC-B7B3-430F70D25D53", "CF5506C8-090A-42FC-B7B3-430F70D25D5",
    "------------------------------------", "é5506C8-090A-42FC-B7B3-430F70D25D53",
    "CF5506C8-090A-42FC-B7B3-430F70D25D53CF5506C8-090A-42FC-B7B3-430F70D25D53",
  ]) func otherTextsAreNoOperationIDs(text: String) {
    #expect(IdentifierSource.operationNumber(of: text, seed: 77, upTo: .max) == nil)
  }

  @Test func pinnedUserRecordNames() {
    #expect(
      IdentifierSource.userRecordName(seed: 1, alias: "me") == "_e30ed54f490ae0687187f37658621d7c")
    #expect(
      IdentifierSource.userRecordName(seed: 1, alias: "alice")
        == "_e6c4e4dff440f92be0302d0224ecffbc")
    #expect(
      IdentifierSource.userRecordName(seed: 2, alias: "me") == "_0be180ab52d4566ac2fbacdc92b1a9ec")
  }

  @Test func pinnedErrorUUIDs() {
    #expect(
      IdentifierSource.errorUUID(Self.seed(1, 0), item: 0)
        == "55A9D1D9-0C8C-4FE1-8D43-D559A2EE1EE8")
    #expect(
      IdentifierSource.errorUUID(Self.seed(1, 0), item: 1)
        == "DCBDBE43-5BF4-4F31-A430-60C922E1CAD5")
    #expect(
      IdentifierSource.errorUUID(Self.seed(1, 1), item: 0)
        == "058C5772-1375-48F8-BF48-28DE41684B67")
  }

  @Test func everyUUIDHasTheShapeOfVersion4AndIsNew() {
    var source = IdentifierSource(seed: 42)
    var seen: Set<String> = []
    for _ in 0..<2_000 {
      let uuid = source.uuid().text
      let groups = uuid.split(separator: "-", omittingEmptySubsequences: false)
      #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
      #expect(groups.joined().allSatisfy { "0123456789ABCDEF".contains($0) })
      #expect(groups[2].first == "4")
      #expect(groups[3].first.map { "89AB".contains($0) } == true)
      seen.insert(uuid)
    }
    #expect(seen.count == 2_000)
    #expect(source.counter == 2_000)
  }

  @Test func aRestoredSourceGoesOn() {
    var source = IdentifierSource(seed: 9)
    for _ in 0..<5 { _ = source.uuid() }
    var restored = IdentifierSource(seed: source.seed, counter: source.counter)
    #expect(restored == source)
    #expect(restored.uuid() == source.uuid())
  }

  @Test func theLastCounterWrapsRound() {
    var source = IdentifierSource(seed: 1, counter: .max)
    _ = source.uuid()
    #expect(source.counter == 0)
    #expect(source.uuid() == "03CF9A79-6E98-4D95-A495-EE24C47F572A")
  }

  private static func seed(_ seed: UInt64, _ ordinal: UInt64) -> UInt64 {
    IdentifierSource.errorSeed(seed, device: "pad", operation: "zones/list", ordinal: ordinal)
  }
}
