import Testing

@testable import MockCloudCore

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func vectorsOfTheStandard(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test func everyLetterOfTheAlphabet() {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let data = Base64.decode(alphabet)
    #expect(data?.prefix(3) == [0x00, 0x10, 0x83])
    #expect(data?.suffix(3) == [0xf3, 0xdf, 0xbf])
    #expect(data.map(Base64.encode) == alphabet)
  }

  @Test func everyByteAtEveryPlaceRoundTrips() {
    for byte in UInt8.min...UInt8.max {
      for data in [[byte], [0, byte], [255, 0, byte], [byte, byte, 0, byte]] {
        #expect(Base64.decode(Base64.encode(data)) == data)
      }
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zm8", "=", "==", "====", "Z===", "Zg==Zg==", "Zm=v", "Zm9v=", "Zm9v====",
    "Zm9v\n", " Zm9v", "Zm 9", "Zm9-", "Zm9_", "Zm9é", "Zm\u{0}v", "Zm9v\u{0}", "Zm9,",
  ])
  func refusals(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  /// `Zh==` and `Zg==` would otherwise both spell the letter f.
  @Test(arguments: ["Zh==", "Zv==", "Zm9=", "Zm+="])
  func bitsBelowTheLastByteAreRefused(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func checksumOfAnAsset() {
    #expect(Asset(data: Array("abc".utf8)).fileChecksum == "AamZPjZHBoFquj4lcXhQwmyc0Nid")
  }
}
