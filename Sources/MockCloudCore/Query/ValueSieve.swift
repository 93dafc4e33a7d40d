/// Tells most values apart from a long list of wanted ones by a single look into a hash table. What
/// it does not exclude must still be compared.
struct ValueSieve {
  /// Shorter lists are compared as fast.
  private static let shortest = 8

  private var integers: Set<Int64>?
  /// Hashes of texts without regard to the case of ASCII letters.
  private var texts: Set<UInt64>?

  init(_ tests: [ValueTest]) {
    guard tests.count >= Self.shortest else { return }
    var integers: Set<Int64> = []
    var texts: Set<UInt64> = []
    for test in tests {
      switch test {
      case .int64(.equal, let number): integers.insert(number)
      case .text(let text):
        guard let hash = text.caselessHash else { return }
        texts.insert(hash)
      default: return
      }
    }
    if integers.count > 0, texts.isEmpty { self.integers = integers }
    if integers.isEmpty, texts.count > 0 { self.texts = texts }
  }

  /// Whether the value is certainly not among those wanted.
  func excludes(_ value: borrowing FieldValue) -> Bool {
    switch value {
    case .int64(let number): integers.map { !$0.contains(number) } ?? false
    case .string(let text):
      texts.map { texts in Self.hash(text).map { !texts.contains($0) } ?? false } ?? false
    default: false
    }
  }

  /// FNV-1a over the bytes in lower case; nil for text beyond ASCII, whose case is not that simple.
  static func hash(_ text: String) -> UInt64? {
    ByteOrder.withUTF8(of: text) { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes {
        if byte >= 0x80 { return nil }
        let isUpper = byte &- UInt8(ascii: "A") < 26
        hash = (hash ^ UInt64(isUpper ? byte | 0x20 : byte)) &* 0x100_0000_01b3
      }
      return hash
    }
  }
}
