import Testing

@testable import MockCloudCore

/// The expected values were computed by an independent implementation. If one of them fails, all
/// seeds in users' tests have changed their meaning.
@Suite struct SeededRandomTests {
  @Test(arguments: [
    (UInt64(0), "", UInt64(0), UInt64(0x1957_a760_4e21_5178)),
    (1, "uuid.high", 0, 0x03cf_9a79_6e98_8d95),
    (1, "uuid.high", 1, 0x5d8e_d8f0_d1fb_ae78),
    (.max, "eight by", .max, 0x3a53_0260_eefa_ebc0),
    (1, "é", 2, 0xa95e_1115_71c2_6835),
  ])
  func pinned(seed: UInt64, purpose: String, n: UInt64, value: UInt64) {
    #expect(SeededRandom.hash(seed: seed, purpose, n) == value)
  }

  @Test func neighboursShareNothing() {
    var seen: Set<UInt64> = []
    for seed in UInt64(0)..<10 {
      for purpose in ["", "\u{0}", "\u{0}\u{0}", "a", "a\u{0}", "\u{0}a", "abcdefgh", "abcdefgha"] {
        for n in UInt64(0)..<100 { seen.insert(SeededRandom.hash(seed: seed, purpose, n)) }
      }
    }
    #expect(seen.count == 10 * 8 * 100)
  }

  @Test func everyBitIsFair() {
    let numbers = (UInt64(0)..<10_000).map { SeededRandom.hash(seed: 7, "fair", $0) }
    for bit in UInt64(0)..<64 {
      let ones = numbers.count { $0 >> bit & 1 == 1 }
      #expect((4_750...5_250).contains(ones), "bit \(bit)")
    }
  }

  @Test func anyInputBitChangesAboutHalfOfTheOutput() {
    for bit in UInt64(0)..<64 {
      let base = SeededRandom.hash(seed: 1, "flip", 1)
      let ofSeed = SeededRandom.hash(seed: 1 ^ (1 << bit), "flip", 1) ^ base
      let ofNumber = SeededRandom.hash(seed: 1, "flip", 1 ^ (1 << bit)) ^ base
      #expect((12...52).contains(ofSeed.nonzeroBitCount))
      #expect((12...52).contains(ofNumber.nonzeroBitCount))
    }
  }
}
