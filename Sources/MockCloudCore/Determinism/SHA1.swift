/// SHA-1 of FIPS 180-4. CloudKit names files by it; nothing here relies on its security.
enum SHA1 {
  /// Returns the 20 bytes of the digest.
  static func digest(of data: [UInt8]) -> [UInt8] {
    var state = State()
    data.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
        schedule.initialize(repeating: 0)
        let whole = bytes.count / 64
        for block in 0..<whole {
          state.absorb(
            UnsafeBufferPointer(rebasing: bytes[(block * 64)..<(block * 64 + 64)]), schedule)
        }
        let tail = padding(after: bytes[(whole * 64)...], total: bytes.count)
        tail.withUnsafeBufferPointer { tail in
          for block in 0..<(tail.count / 64) {
            state.absorb(
              UnsafeBufferPointer(rebasing: tail[(block * 64)..<(block * 64 + 64)]), schedule)
          }
        }
      }
    }
    return state.bytes
  }

  /// Returns the last bytes, a 1 bit, zeros and the length in bits: one or two whole blocks.
  private static func padding(
    after rest: Slice<UnsafeBufferPointer<UInt8>>, total: Int
  ) -> [UInt8] {
    var tail = Array(rest)
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(total) &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return tail
  }
}

private struct State {
  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xefcd_ab89
  private var c: UInt32 = 0x98ba_dcfe
  private var d: UInt32 = 0x1032_5476
  private var e: UInt32 = 0xc3d2_e1f0

  var bytes: [UInt8] {
    [a, b, c, d, e].flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// Processes one block of 64 bytes; `words` is a buffer for the 80 words of its schedule.
  mutating func absorb(
    _ block: UnsafeBufferPointer<UInt8>, _ words: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      let at = index * 4
      words[index] =
        UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16
        | UInt32(block[at + 2]) << 8 | UInt32(block[at + 3])
    }
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = rotate(mixed, 1)
    }
    let before = self
    for index in 0..<20 { step((b & c) | (~b & d), 0x5a82_7999, words[index]) }
    for index in 20..<40 { step(b ^ c ^ d, 0x6ed9_eba1, words[index]) }
    for index in 40..<60 { step((b & c) | (b & d) | (c & d), 0x8f1b_bcdc, words[index]) }
    for index in 60..<80 { step(b ^ c ^ d, 0xca62_c1d6, words[index]) }
    a &+= before.a
    b &+= before.b
    c &+= before.c
    d &+= before.d
    e &+= before.e
  }

  private mutating func step(_ choice: UInt32, _ constant: UInt32, _ word: UInt32) {
    let next = rotate(a, 5) &+ choice &+ e &+ constant &+ word
    (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
  }

  private func rotate(_ word: UInt32, _ places: UInt32) -> UInt32 {
    word << places | word >> (32 - places)
  }
}
