extension JSONWriter {
  /// Writes a string with only the escapes that JSON requires.
  mutating func string(_ value: ExactText) { string(value.text) }

  mutating func string(_ value: String) {
    let written: Void? = value.utf8.withContiguousStorageIfAvailable { quoted($0) }
    if written == nil {
      var value = value
      value.withUTF8 { quoted($0) }
    }
  }

  /// Writes the string with these bytes. It is valid if they are UTF-8.
  @inline(never)
  mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) { quoted(bytes) }

  /// Copies eight bytes at a time, even if fewer remain or some need escapes, and advances by the
  /// number of plain ones. The buffer therefore has eight spare bytes.
  @inline(__always)
  private mutating func quoted(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard reserve(bytes.count &+ 3 &+ 8) else { return }
    separate()
    put(UInt8(ascii: "\""))
    if var next = bytes.baseAddress {
      var left = bytes.count
      while left > 0 {
        let word = left >= 8 ? JSONBytes.word(next) : Self.word(next, left)
        UnsafeMutableRawPointer(storage + count)
          .storeBytes(of: word.littleEndian, as: UInt64.self)
        let special = JSONBytes.escaped(in: word)
        let plain = min(special.trailingZeroBitCount &>> 3, left)
        count &+= plain
        next += plain
        left &-= plain
        if special != 0 {
          guard escape(next.pointee, thenRoomFor: left) else { return }
          next += 1
          left &-= 1
        }
      }
    }
    put(UInt8(ascii: "\""))
  }

  /// Returns one to seven bytes, padded with spaces.
  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let filler: UInt64 = 0x2020_2020_2020_2020 &<< UInt64(truncatingIfNeeded: count &* 8)
    if count >= 4 {
      let low = UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
      let high = UnsafeRawPointer(bytes + (count &- 4)).loadUnaligned(as: UInt32.self)
      return UInt64(UInt32(littleEndian: low)) | filler
        | UInt64(UInt32(littleEndian: high)) &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    let middle = count &>> 1
    return UInt64(bytes[0]) | filler
      | UInt64(bytes[middle]) &<< UInt64(truncatingIfNeeded: middle &* 8)
      | UInt64(bytes[count &- 1]) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
  }

  /// Returns false if there is no memory for the rest of the string.
  @inline(never)
  private mutating func escape(_ byte: UInt8, thenRoomFor left: Int) -> Bool {
    guard reserve(6 &+ left &+ 1 &+ 8) else { return false }
    put(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: put(UInt8(ascii: "b"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0C: put(UInt8(ascii: "f"))
    case 0x0D: put(UInt8(ascii: "r"))
    case 0x00..<0x20:
      let digits: StaticString = "0123456789abcdef"
      put(UInt8(ascii: "u"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0"))
      put(digits.utf8Start[Int(byte >> 4)])
      put(digits.utf8Start[Int(byte & 15)])
    default: put(byte)
    }
    return true
  }
}
