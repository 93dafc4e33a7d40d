#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Text is ordered and compared by its UTF-8 bytes. Unicode's own order would consider spellings
/// equal that the service distinguishes, and it differs between versions of Unicode.
extension String {
  /// The first eight bytes; shorter text is padded with zeros.
  var rank: UInt64 {
    utf8.withContiguousStorageIfAvailable { bytes in
      if bytes.count >= 8 {
        return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
      }
      return Self.rank(bytes)
    } ?? Self.rank(utf8)
  }

  private static func rank(_ bytes: some Collection<UInt8>) -> UInt64 {
    var rank: UInt64 = 0
    var shift: UInt64 = 64
    for byte in bytes.prefix(8) {
      shift -= 8
      rank |= UInt64(byte) << shift
    }
    return rank
  }

  /// Whether both have the same representation in memory. Equal short texts have, and copies of a
  /// text. If it is false, the texts can be equal nevertheless.
  @inline(__always)
  private func isIdentical(to other: String) -> Bool {
    guard MemoryLayout<String>.size == 16 else { return false }
    return withUnsafeBytes(of: self) { own in
      withUnsafeBytes(of: other) { other in
        own.loadUnaligned(as: UInt64.self) == other.loadUnaligned(as: UInt64.self)
          && own.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            == other.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      }
    }
  }

  /// Returns a negative number if `left` comes before `right`, 0 if they are equal, else a positive
  /// number.
  static func compare(_ left: String, _ right: String) -> Int {
    if left.isIdentical(to: right) { return 0 }
    let difference: Int?? = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in ByteOrder.compare(left, right) }
    }
    if case .some(.some(let difference)) = difference { return difference }
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }
}

/// The bytes of texts, for comparisons with bytes that are not texts.
enum ByteOrder {
  /// Returns a negative number if `left` comes before `right`, 0 if they are equal, else a positive
  /// number.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard let start = left.baseAddress, let other = right.baseAddress else {
      return left.count - right.count
    }
    let difference = memcmp(start, other, min(left.count, right.count))
    return difference == 0 ? left.count - right.count : Int(difference)
  }

  @inline(__always)
  static func withUTF8<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = text
    return text.withUTF8(body)
  }
}
