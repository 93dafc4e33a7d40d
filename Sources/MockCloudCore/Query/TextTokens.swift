/// Splits text into the words that full-text search compares: runs of letters and digits, without
/// case and diacritics. An ideograph is a word of its own, since spaces do not separate them.
struct TextTokens {
  /// LOG: words that the service ignores in a search.
  static let stopWords: Set<String> = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they",
    "this", "to", "was", "will", "with",
  ]

  /// Reused for all tokens, so that a scan allocates memory only for longer ones.
  private var token: [UInt8] = []

  /// Returns the words of `text` without stop words and repetitions, in order of appearance.
  static func searchWords(of text: String) -> [[UInt8]] {
    var tokens = TextTokens()
    var seen: Set<[UInt8]> = []
    var words: [[UInt8]] = []
    tokens.forEach(in: text) { word in
      if !stopWords.contains(String(decoding: word, as: UTF8.self)), seen.insert(word).inserted {
        words.append(word)
      }
      return true
    }
    return words
  }

  /// Passes each word to `body` as UTF-8, until it returns false.
  mutating func forEach(in text: String, _ body: ([UInt8]) -> Bool) {
    var text = text
    text.withUTF8 { forEach(inUTF8: $0, body) }
  }

  private mutating func forEach(
    inUTF8 bytes: UnsafeBufferPointer<UInt8>, _ body: ([UInt8]) -> Bool
  ) {
    token.removeAll(keepingCapacity: true)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        if let letter = Self.foldASCII(byte) {
          token.append(letter)
        } else if !flush(body) {
          return
        }
      } else {
        let (scalar, length) = Self.decode(bytes, at: index)
        index += length
        if !take(scalar, body) { return }
      }
    }
    _ = flush(body)
  }

  private static func foldASCII(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: nil
    }
  }

  /// Decodes the scalar at `index`; the bytes are a String's and therefore valid UTF-8.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let length = bytes[index] < 0xe0 ? 2 : bytes[index] < 0xf0 ? 3 : 4
    var value = UInt32(bytes[index]) & (0x7f >> UInt32(length))
    for byte in bytes[(index + 1)..<min(index + length, bytes.count)] {
      value = value << 6 | UInt32(byte & 0x3f)
    }
    return (Unicode.Scalar(value) ?? "\u{fffd}", length)
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ body: ([UInt8]) -> Bool) -> Bool {
    let properties = scalar.properties
    if properties.isIdeographic {
      guard flush(body) else { return false }
      token.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      return flush(body)
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      for lower in properties.lowercaseMapping.unicodeScalars {
        guard let letter = LetterFolding.fold(lower), let encoded = UTF8.encode(letter) else {
          continue
        }
        token.append(contentsOf: encoded)
      }
      return true
    default:
      return flush(body)
    }
  }

  private mutating func flush(_ body: ([UInt8]) -> Bool) -> Bool {
    if token.isEmpty { return true }
    defer { token.removeAll(keepingCapacity: true) }
    return body(token)
  }
}

/// A full-text condition: any or all of some words.
struct TokenSearch {
  private let words: [[UInt8]]
  private let needsAll: Bool
  /// The words' indices, for searches with so many words that comparing with each would be slow.
  private let places: [[UInt8]: Int]
  private var found: [Bool]
  private var missing: Int
  private var tokens = TextTokens()

  init(_ text: String, needsAll: Bool) {
    words = TextTokens.searchWords(of: text)
    self.needsAll = needsAll
    places =
      words.count <= 8
      ? [:] : Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    found = Array(repeating: false, count: words.count)
    missing = words.count
  }

  /// Whether the texts that `feed` passes, taken together, have the words. A search without words,
  /// or with only stop words, finds nothing.
  mutating func matches(_ feed: ((String) -> Bool) -> Void) -> Bool {
    if words.isEmpty { return false }
    if missing < words.count {
      for index in found.indices { found[index] = false }
      missing = words.count
    }
    feed { text in
      look(in: text)
      return !isDecided
    }
    return isDecided
  }

  private var isDecided: Bool { needsAll ? missing == 0 : missing < words.count }

  private mutating func look(in text: String) {
    var tokens = tokens
    tokens.forEach(in: text) { token in
      if let place = place(of: token), !found[place] {
        found[place] = true
        missing -= 1
      }
      return !isDecided
    }
    self.tokens = tokens
  }

  private func place(of token: [UInt8]) -> Int? {
    places.isEmpty ? words.firstIndex { $0 == token } : places[token]
  }
}
