import Testing

@testable import MockCloudCore

@Suite struct SHA1Tests {
  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func publishedVectors(text: String, digest: String) {
    #expect(Self.hex(SHA1.digest(of: Array(text.utf8))) == digest)
  }

  @Test func aMillionLetters() {
    let digest = SHA1.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(Self.hex(digest) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
  }

  /// The lengths at which the padding changes the number of blocks.
  @Test(arguments: [
    (55, "8ae2d46729cfe68ff927af5eec9c7d1b66d65ac2"),
    (56, "636e2ec698dac903498e648bd2f3af641d3c88cb"),
    (63, "6d942da0c4392b123528f2905c713a3ce28364bd"),
    (64, "c6138d514ffa2135bfce0ed0b8fac65669917ec7"),
    (65, "69bd728ad6e13cd76ff19751fde427b00e395746"),
    (119, "41c89d06001bab4ab78736b44efe7ce18ce6ae08"),
    (120, "d3dbd653bd8597b7475321b60a36891278e6a04a"),
  ])
  func lengthsAroundABlock(count: Int, digest: String) {
    let data = (0..<count).map { UInt8($0) }
    #expect(Self.hex(SHA1.digest(of: data)) == digest)
  }
}
