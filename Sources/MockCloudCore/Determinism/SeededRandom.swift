/// Random numbers as a pure function: the n-th number of a seed for one purpose. Nothing is
/// consumed, so that more draws by one part of the cloud do not change the draws of another.
///
/// Tests rely on the seeds that they contain. The results must therefore never change.
struct SeededRandom {
  static func hash(seed: UInt64, _ purpose: String, _ n: UInt64) -> UInt64 {
    mix(key(seed: seed, purpose) ^ n)
  }

  /// Returns the `n` of which `hash` made a number.
  static func place(of hash: UInt64, seed: UInt64, _ purpose: String) -> UInt64 {
    unmix(hash) ^ key(seed: seed, purpose)
  }

  private static func key(seed: UInt64, _ purpose: String) -> UInt64 {
    var purpose = purpose
    return purpose.withUTF8 { bytes in
      var state = mix(seed &+ 0x9e37_79b9_7f4a_7c15)
      let raw = UnsafeRawBufferPointer(bytes)
      var start = 0
      while start &+ 8 <= raw.count {
        let word = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        state = mix(state ^ word) &+ 0x9e37_79b9_7f4a_7c15
        start &+= 8
      }
      var word: UInt64 = 0
      if start > 0 {
        // The last eight bytes, without those of the word before.
        let last = raw.loadUnaligned(fromByteOffset: raw.count &- 8, as: UInt64.self)
        word = UInt64(bigEndian: last) & (1 << UInt64(8 &* (raw.count &- start)) &- 1)
      } else {
        for byte in raw { word = word << 8 | UInt64(byte) }
      }
      // The length distinguishes a purpose from one with NULs before its last letters.
      state = mix(state ^ word) &+ UInt64(bytes.count)
      return mix(state)
    }
  }

  /// A bijection of 64 bits in which every input bit reaches every output bit (the finaliser of
  /// SplitMix64).
  static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  /// The inverse of `mix`: the factors are inverse to its own.
  static func unmix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 31 ^ value >> 62) &* 0x3196_42b2_d24d_8ec3
    value = (value ^ value >> 27 ^ value >> 54) &* 0x96de_1b17_3f11_9089
    return value ^ value >> 30 ^ value >> 60
  }
}
