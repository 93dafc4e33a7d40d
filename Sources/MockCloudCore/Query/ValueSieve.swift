/// Tells most values apart from a long list of wanted ones by a single look into a hash table.
struct ValueSieve {
  /// Shorter lists are compared as fast.
  private static let shortest = 8

  private var integers: Set<Int64>?
  /// Hashes of the wanted texts without regard to the case of ASCII letters, where all are ASCII.
  private var hashes: Set<UInt64>?
  /// The wanted texts in lower case.
  private var texts: Set<EquivalentText>?

  init(_ tests: [ValueTest]) {
    guard tests.count >= Self.shortest else { return }
    var integers: Set<Int64> = []
    var texts: Set<EquivalentText> = []
    var isASCII = true
    for test in tests {
      switch test {
      case .int64(.equal, let number): integers.insert(number)
      case .text(let test):
        guard let caseless = test.caseless else { return }
        texts.insert(caseless.text)
        isASCII = isASCII && caseless.isASCII
      default: return
      }
    }
    if integers.count > 0, texts.isEmpty { self.integers = integers }
    guard integers.isEmpty, texts.count > 0 else { return }
    self.texts = texts
    if isASCII { hashes = Set(texts.compactMap { Self.hash($0.text) }) }
  }

  /// Whether the value is among those wanted; nil where they must still be compared.
  func holds(_ value: borrowing FieldValue) -> Bool? {
    switch value {
    case .int64(let number):
      if let integers, !integers.contains(number) { return false }
      return nil
    case .string(let text):
      guard let texts else { return nil }
      if let hashes, let hash = Self.hash(text) { return hashes.contains(hash) ? nil : false }
      return texts.contains(EquivalentText(text.lowercased()))
    default: return nil
    }
  }

  /// FNV-1a over the bytes in lower case; nil for text beyond ASCII, whose case is not that simple.
  private static func hash(_ text: String) -> UInt64? {
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
